// Reading the view of a game: boards, the market, prices, points. The rules' own words for what is on the table.

import type { TableView } from "../protocol";
import { COLOURS, LEVELS, type CardSet, type Colour, type Development, type Leader, type Level } from "./cards";
import { amount, gives, less, RESOURCES, sum, total, type Amounts, type Marble, type Resource } from "./resources";

export type Letter = "A" | "B" | "C" | "D";
export type Tile = "down" | "up" | "gone";
export const DEPOTS = [1, 2, 3] as const;
export type Depot = (typeof DEPOTS)[number];
export const LEADER_DEPOT_SLOTS = 2;
export const MOST_CARDS = 7;
const RESOURCES_PER_POINT = 5;

export interface Layout {
  warehouse: Record<string, Amounts>;
  leader_depots: Amounts;
}

export interface PlayerBoard extends Layout {
  faith: number;
  tiles: Tile[];
  strongbox: Amounts;
  slots: number[][];
  /** Others show only how many. */
  hand: number[] | number;
  played: number[];
  dealt: number[] | number;
  gone: number[] | number;
  pending_resources: number;
}

/** What is known of an action before it is complete. */
export interface Unfinished {
  do: "keep_leaders" | "initial_resources" | "take_market" | "rearrange" | "buy" | "produce";
  cards?: number[];
  resource?: Resource;
  line?: string;
  to_place?: (Resource | "white")[];
}

export interface Masters {
  players: Partial<Record<Letter, PlayerBoard>>;
  market: { rows: string[]; slide: Marble };
  grid: Record<string, { top: number | null; size: number }>;
  current: Letter;
  main_action_done: boolean;
  last_round: boolean;
  over: boolean;
  lorenzo?: { cross: number; stack: number };
  unfinished?: { action: Unfinished };
}

export const LETTERS: readonly Letter[] = ["A", "B", "C", "D"];

const NOTHING: PlayerBoard = {
  faith: 0,
  tiles: ["down", "down", "down"],
  warehouse: {},
  leader_depots: {},
  strongbox: {},
  slots: [[], [], []],
  hand: 0,
  played: [],
  dealt: 0,
  gone: 0,
  pending_resources: 0,
};

/** The game of a table of Masters. */
export const gameOf = (view: TableView): Masters | null => view.game as unknown as Masters | null;

export const playersOf = (game: Masters): Letter[] => LETTERS.filter((letter) => game.players[letter]);
export const boardOf = (game: Masters, letter: Letter): PlayerBoard => game.players[letter] ?? NOTHING;

/** Cards that one may see, and how many there are in any case. */
export const seen = (cards: number[] | number): number[] => (typeof cards === "number" ? [] : cards);
export const counted = (cards: number[] | number): number => (typeof cards === "number" ? cards : cards.length);

/** The seat that decides. During the beginning that is not the one whose turn comes. */
export function deciding(game: Masters): Letter {
  const choosing = playersOf(game).find((letter) => counted(boardOf(game, letter).dealt) > 0);
  return choosing ?? playersOf(game).find((letter) => boardOf(game, letter).pending_resources > 0) ?? game.current;
}

/** What was taken, or chosen at the beginning, and has no place yet; the first is asked for. */
export const toPlace = (game: Masters): (Resource | "white")[] => {
  const action = game.unfinished?.action;
  return action?.to_place ?? (action?.resource ? [action.resource] : []);
};

export function nextToPlace(game: Masters): Resource | null {
  const next = toPlace(game)[0];
  return next === undefined || next === "white" ? null : next;
}

// Storage

export const shelf = (board: Layout, depot: Depot): Amounts => board.warehouse[String(depot)] ?? {};
export const kept = (amounts: Amounts): Resource | null => RESOURCES.find((each) => amount(amounts, each) > 0) ?? null;
export const warehouse = (board: Layout): Amounts => sum(...DEPOTS.map((depot) => shelf(board, depot)));
export const stored = (board: PlayerBoard): Amounts => sum(warehouse(board), board.leader_depots, board.strongbox);

/** Resources of the leader depots in play, in the order of the leaders. */
export const leaderDepots = (board: PlayerBoard, cards: CardSet): Resource[] =>
  inPlay(board, cards, "extra_depot").map((leader) => leader.resource);

// Leaders

export const inPlay = (board: PlayerBoard, cards: CardSet, kind: Leader["kind"]): Leader[] =>
  board.played.map(cards.leader).filter((leader) => leader.kind === kind);

/** What a leader asks for and one has not. */
export function missingFor(board: PlayerBoard, cards: CardSet, leader: Leader) {
  const owned = board.slots.flat().map(cards.development);
  const wanted = leader.requirement.cards ?? [];
  const missing = wanted
    .map((term) => {
      const fitting = owned.filter(
        (card) => card.colour === term.colour && (term.level === null || card.level === term.level),
      );
      return { ...term, count: term.count - fitting.length };
    })
    .filter((term) => term.count > 0);
  return { cards: missing, resources: less(leader.requirement.resources ?? {}, stored(board)) };
}

// The market

export const LINES = ["row 0", "row 1", "row 2", "column 0", "column 1", "column 2", "column 3"] as const;
export type Line = (typeof LINES)[number];

export const tray = (game: Masters): Marble[][] => game.market.rows.map((row) => row.split(" ") as Marble[]);

export function marblesOf(game: Masters, line: Line): Marble[] {
  const place = Number(line.at(-1));
  const rows = tray(game);
  return line.startsWith("row") ? (rows[place] ?? []) : rows.map((row) => row[place] ?? "W");
}

export const inLine = (line: Line | null, row: number, column: number) =>
  line === `row ${row}` || line === `column ${column}`;

/** What a line gives to a player: white marbles as the leaders in play turn them, `white` where there is a choice. */
export function yieldOf(game: Masters, line: Line, board: PlayerBoard, cards: CardSet): { sure: Amounts; white: number } {
  const turned = inPlay(board, cards, "white_marble");
  const only = turned.length === 1 ? turned[0] : undefined;
  let sure: Amounts = {};
  let white = 0;
  for (const marble of marblesOf(game, line)) {
    const what = gives(marble) ?? only?.resource ?? null;
    if (what !== null) sure = sum(sure, { [what]: 1 });
    else if (turned.length > 1) white += 1;
  }
  return { sure, white };
}

// Development cards

export const pileOf = (game: Masters, colour: Colour, level: Level) => game.grid[`${colour}${level}`] ?? { top: null, size: 0 };

export const inGrid = (game: Masters, card: Development) => pileOf(game, card.colour, card.level).top === card.id;

/** What a card costs this player: discounts of leaders in play are taken off. */
export function price(board: PlayerBoard, cards: CardSet, card: Development): Amounts {
  const off = inPlay(board, cards, "discount").map((leader): Amounts => ({ [leader.resource]: 1 }));
  return less(card.cost, sum(...off));
}

/** Slots, from 1, on which a card of the level can lie. */
export const slotsFor = (board: PlayerBoard, level: Level): number[] =>
  board.slots.flatMap((slot, at) => (slot.length === level - 1 ? [at + 1] : []));

export const cardCount = (board: PlayerBoard) => board.slots.flat().length;

/** Colours of which the grid has no card left. */
export const gone = (game: Masters): Colour[] =>
  COLOURS.filter((colour) => LEVELS.every((level) => pileOf(game, colour, level).size === 0));

// Points

export function points(board: PlayerBoard, cards: CardSet) {
  const parts = {
    cards: board.slots.flat().reduce((all, id) => all + cards.development(id).victory_points, 0),
    faith: cards.faithPoints(board.faith),
    tiles: cards.sections.reduce((all, { tile_vp }, at) => all + (board.tiles[at] === "up" ? tile_vp : 0), 0),
    leaders: board.played.reduce((all, id) => all + cards.leader(id).victory_points, 0),
    resources: Math.floor(total(stored(board)) / RESOURCES_PER_POINT),
  };
  return { ...parts, total: Object.values(parts).reduce((all, part) => all + part, 0) };
}
