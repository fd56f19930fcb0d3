// The cards as they are printed. The figures are those of the rules: the page has none of its own.

import shipped from "../../../src/ludoteca/rules/masters/masters.json";
import type { TableView } from "../protocol";
import type { Amounts, Resource } from "./resources";

export const COLOURS = ["green", "blue", "yellow", "purple"] as const;
export type Colour = (typeof COLOURS)[number];
export const LEVELS = [1, 2, 3] as const;
export type Level = (typeof LEVELS)[number];
export type Kind = "discount" | "extra_depot" | "white_marble" | "production";

export interface Development {
  id: number;
  colour: Colour;
  level: Level;
  victory_points: number;
  cost: Amounts;
  production: { in: Amounts; out: Amounts };
}

export interface Leader {
  id: number;
  kind: Kind;
  resource: Resource;
  victory_points: number;
  requirement: { cards?: { colour: Colour; level: Level | null; count: number }[]; resources?: Amounts };
  effect: { in?: Amounts; out?: Amounts & { any?: number } };
}

export interface Token {
  id: number;
  kind: "discard" | "black_cross";
  colour?: Colour;
  count?: number;
  advance?: number;
  reshuffle?: boolean;
}

export interface Section {
  n: number;
  first: number;
  pope_space: number;
  tile_vp: number;
}

interface Printed {
  development_cards: Development[];
  leader_cards: Leader[];
  faith_track: { vp_spaces: Record<string, number>; vatican_sections: Section[] };
  solo: { tokens: Token[] };
}

export const LAST_SPACE = 24;

export class CardSet {
  private readonly developments: Map<number, Development>;
  private readonly leaders: Map<number, Leader>;
  private readonly tokens: Map<number, Token>;
  readonly sections: readonly Section[];
  /** Points of a space of the track that has any. */
  readonly marked: ReadonlyMap<number, number>;

  constructor(printed: Printed) {
    this.developments = new Map(printed.development_cards.map((card) => [card.id, card]));
    this.leaders = new Map(printed.leader_cards.map((card) => [card.id, card]));
    this.tokens = new Map(printed.solo.tokens.map((token) => [token.id, token]));
    this.sections = printed.faith_track.vatican_sections;
    this.marked = new Map(Object.entries(printed.faith_track.vp_spaces).map(([space, points]) => [Number(space), points]));
  }

  development = (id: number): Development => known(this.developments.get(id), "development card", id);
  leader = (id: number): Leader => known(this.leaders.get(id), "leader", id);
  token = (id: number): Token => known(this.tokens.get(id), "token", id);

  /** Of the last marked space that was reached. */
  faithPoints(space: number): number {
    let points = 0;
    for (const [at, worth] of this.marked) if (at <= space) points = worth;
    return points;
  }
}

function known<Card>(card: Card | undefined, what: string, id: number): Card {
  if (card === undefined) throw new Error(`There is no ${what} ${id}.`);
  return card;
}

export const STANDARD = new CardSet(shipped as unknown as Printed);

const described = new WeakMap<object, CardSet>();

/** The cards of a table: those that it was opened with, where they were described, else the standard ones. */
export function cardsOf(view: TableView): CardSet {
  const given = view.options.settings["cards"];
  if (typeof given !== "object" || given === null) return STANDARD;
  const before = described.get(given);
  if (before) return before;
  const cards = new CardSet(given as Printed);
  described.set(given, cards);
  return cards;
}
