// Masters of Renaissance as the table needs it.

import type { TableView } from "../protocol";
import type { Compared, Course, Game, Who } from "../table/game";
import type { Key, Said } from "../words/words.svelte";
import Board from "./Board.svelte";
import { cardsOf, LAST_SPACE } from "./cards";
import { choices } from "./choices";
import * as reading from "./reading";
import { boardOf, gameOf, LETTERS, playersOf, type Masters } from "./reading";
import * as saying from "./saying";
import { tell } from "./telling";

function asked(view: TableView, yours: boolean, name: string): Said | null {
  const game = gameOf(view);
  if (!game || game.over) return null;
  return yours ? askedOfYou(game, view) : askedOfOther(game, name);
}

function askedOfYou(game: Masters, view: TableView): Said {
  const found = choices(view.legal);
  if (found.keep.size) return { key: "masters.ask.keep" };
  if (found.resource.size) return { key: "masters.ask.resource" };
  if (found.white.size) return { key: "masters.ask.white" };
  if (found.places.size) {
    const next = reading.nextToPlace(game);
    const discarding = game.lorenzo ? "solo" : "discard";
    const key = !found.places.has("discard")
      ? "masters.ask.place"
      : (`masters.ask.${found.places.size > 1 ? "place" : "no_place"}.${discarding}` as const);
    return { key, with: { resource: next ? saying.resource(next) : "" } };
  }
  if (found.lines.size) return { key: "masters.ask.main" };
  if (found.end) return { key: found.discard.size ? "masters.ask.end.leaders" : "masters.ask.end" };
  return { key: "masters.ask.step" };
}

function askedOfOther(game: Masters, name: string): Said {
  const board = boardOf(game, reading.deciding(game));
  if (reading.counted(board.dealt) > 0) return { key: "masters.asks.keep", with: { name } };
  if (board.pending_resources > 0) return { key: "masters.asks.resource", with: { name } };
  const doing = game.unfinished?.action.do;
  if (doing === "take_market" || doing === "rearrange" || doing === "buy" || doing === "produce") {
    return { key: `masters.asks.${doing}`, with: { name } };
  }
  return { key: game.main_action_done ? "masters.asks.end" : "masters.asks.turn", with: { name } };
}

const PARTS = ["total", "cards", "faith", "tiles", "leaders", "resources"] as const;

/** Points by part, and how far everybody is on the track: Lorenzo's cross is there and nowhere else. */
function course(view: TableView, who: Who): Course {
  const game = gameOf(view);
  const cards = cardsOf(view);
  const rows = (game ? playersOf(game) : []).map((letter): Course["rows"][number] => {
    const board = boardOf(game!, letter);
    const points = reading.points(board, cards);
    const player = LETTERS.indexOf(letter);
    return { name: who(player), figures: [...PARTS.map((part) => points[part]), board.faith], players: [player] };
  });
  if (game?.lorenzo) rows.push({ name: "Lorenzo", figures: [...PARTS.map(() => null), game.lorenzo.cross], players: [] });
  return { measures: [...PARTS.map((part) => `masters.result.${part}` as const), "replay.chart.space"], rows };
}

function compared(view: TableView, who: Who): Compared {
  const game = gameOf(view);
  if (!game) return { columns: [], deciding: [], rows: [] };
  const won = new Set((view.result?.winners ?? []).map((seat) => view.seats[seat]?.player));
  const cards = cardsOf(view);
  if (game.lorenzo && won.size === 0) return against(game, game.lorenzo.cross, who);
  const rows = playersOf(game).map((letter) => {
    const player = LETTERS.indexOf(letter);
    const parts = reading.points(boardOf(game, letter), cards);
    const figures = [parts.total, parts.cards, parts.faith, parts.tiles, parts.leaders, parts.resources];
    return { name: who(player), figures, won: won.has(player), players: [player] };
  });
  return {
    deciding: [0, 5], // points, then resources
    columns: [
      "masters.result.total",
      "masters.result.cards",
      "masters.result.faith",
      "masters.result.tiles",
      "masters.result.leaders",
      "masters.result.resources",
    ],
    rows,
  };
}

/** Whom Lorenzo beats has no points (ruling 21): the places on the track tell how close it was. */
function against(game: Masters, cross: number, who: Who): Compared {
  const row = { name: who(0), figures: [boardOf(game, "A").faith], won: false, players: [0] };
  const lorenzo = { name: "Lorenzo", figures: [cross], won: true, players: [] };
  return { columns: ["masters.result.space"], deciding: [0], rows: [row, lorenzo] };
}

const SEVENTH = 7;

function ending(view: TableView): Key | null {
  const game = gameOf(view);
  if (!game?.over) return null;
  if (game.lorenzo && view.result?.winners.length === 0) {
    return game.lorenzo.cross >= LAST_SPACE ? "masters.tell.ended.black_cross" : "masters.tell.ended.colour_gone";
  }
  const bought = playersOf(game).some((letter) => boardOf(game, letter).slots.flat().length >= SEVENTH);
  return bought ? "masters.tell.ended.seventh_card" : "masters.tell.ended.last_space";
}

export const masters: Game = {
  Board,
  tell,
  asked,
  compared,
  ending,
  course,
  keys: [
    ["M", "masters.keys.market"],
    ["C", "masters.keys.grid"],
    ["W", "masters.keys.warehouse"],
    ["B", "masters.keys.slots"],
    ["L", "masters.keys.leaders"],
    ["1 – 3", "masters.keys.digits"],
    ["X", "masters.keys.discard"],
    ["P", "masters.keys.produce"],
    ["E", "masters.keys.end"],
  ],
};
