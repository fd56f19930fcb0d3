// Steps of an action that was begun elsewhere, in words. This page makes such actions whole.

import type { GameAction } from "../protocol";
import { t, type Said } from "../words/words.svelte";
import type { CardSet } from "./cards";
import { type Source } from "./paying";
import { RESOURCES, type Amounts, type Resource } from "./resources";
import * as saying from "./saying";

export function stepWords(action: GameAction, cards: CardSet): string {
  const what = String(action["what"]);
  const value = action["value"];
  if (what === "slot") return t("masters.step.slot", { value: Number(value) });
  if (what === "powers") return t("masters.step.powers");
  if (what === "power") return t("masters.step.power", { value: power(String(value), cards) });
  if (what === "basic_in" || what === "basic_out" || what === "leader_out") {
    return t(`masters.step.${what}`, { value: saying.resource(value as Resource) });
  }
  const paid = RESOURCES.find((resource) => what === `pay_${resource}`);
  if (paid) {
    return t("masters.step.pay", { resource: saying.resource(paid), value: t(`masters.pay.from.${value as Source}`) });
  }
  return t("masters.step.depot", { number: Number(what.at(-1)), value: saying.amounts(value as Amounts) });
}

function power(name: string, cards: CardSet): Said {
  const [kind, card] = name.split(":");
  if (kind === "dev") return saying.card(cards.development(Number(card)));
  if (kind === "leader") return saying.ability(cards.leader(Number(card)));
  return { key: "masters.basic.short" };
}
