// Why something cannot be done now, in words; null where it can.

import { t } from "../words/words.svelte";
import type { CardSet, Leader } from "./cards";
import type { Choices } from "./choices";
import * as reading from "./reading";
import type { Masters, PlayerBoard } from "./reading";
import { lacking, total, type Amounts } from "./resources";
import * as saying from "./saying";
import { held, isShelf, type Place } from "./storing";

export interface Moment {
  readonly game: Masters;
  readonly board: PlayerBoard;
  readonly cards: CardSet;
  readonly choices: Choices;
}

export const lack = (what: Amounts): string => t("masters.why.lack", { what: saying.amounts(what) });

/** Neither market nor cards nor production are open. */
export function noMain({ game, choices }: Moment): string {
  if (choices.keep.size || choices.resource.size) return t("masters.why.leaders_first");
  if (choices.places.size || choices.white.size) return t("masters.why.store_first");
  return game.main_action_done ? t("masters.why.main_done") : t("why.not_now");
}

export function notBuy(moment: Moment, id: number): string | null {
  const { board, cards, choices } = moment;
  if (choices.cards.has(id)) return null;
  const card = cards.development(id);
  if (!choices.lines.size) return noMain(moment);
  if (reading.cardCount(board) >= reading.MOST_CARDS) return t("masters.why.seven");
  if (!reading.slotsFor(board, card.level).length) return t("masters.why.slot", { level: card.level });
  const short = lacking(reading.price(board, cards, card), reading.stored(board));
  return total(short) > 0 ? lack(short) : t("why.not_now");
}

export function notPlay({ board, cards, choices }: Moment, leader: Leader): string | null {
  if (choices.play.has(leader.id)) return null;
  const missing = reading.missingFor(board, cards, leader);
  if (!missing.cards.length && total(missing.resources) === 0) return t("masters.why.store_first");
  return t("masters.why.requirement", { what: saying.needed(missing) });
}

/** Of what waits to be stored, and a place. */
export function notThere({ game, board, choices }: Moment, place: Place): string {
  const next = reading.nextToPlace(game);
  if (next === null || !choices.places.size) return t("why.not_now");
  if (!isShelf(place)) return t("masters.why.leader_depot");
  const there = reading.kept(held(board, place));
  if (there !== null) return t(there === next ? "masters.why.full" : "masters.why.other");
  const elsewhere = reading.DEPOTS.find((depot) => reading.kept(reading.shelf(board, depot)) === next);
  return elsewhere === undefined ? t("why.not_now") : t("masters.why.elsewhere", { number: elsewhere });
}
