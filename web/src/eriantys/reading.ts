// Reading the view of a game: groups, sides, towers, influence. The rules' own words for what is on the table.

import { COLOURS, type Colour, type Students } from "../kit/students";
import type { TableView } from "../protocol";

export type Letter = "A" | "B" | "C" | "D";
export type Tower = "white" | "black" | "grey";
export type Group = readonly number[];

export interface Island {
  students: Students;
  tower?: Tower;
  no_entry?: number;
}

export interface School {
  entrance: Students;
  dining: Students;
  professors: Colour[];
  coins?: number;
}

export interface Card {
  used: boolean;
  students?: Students;
  no_entry?: number;
}

/** What is known of a character's use before it is complete. */
export interface Unfinished {
  number: number;
  colour?: Colour;
  from_card?: Colour[];
  from_entrance?: Colour[];
  from_dining?: Colour[];
}

export interface Eriantys {
  players: number;
  expert: boolean;
  phase: "planning" | "action" | "over";
  step?: "students" | "mother_nature" | "cloud" | "end";
  moved?: number;
  first_player: Letter;
  hands: Partial<Record<Letter, number[]>>;
  played: [Letter, number][];
  assistants?: Partial<Record<Letter, number>>;
  order?: Letter[];
  active?: Letter;
  islands: Record<string, Island>;
  groups: number[][];
  mother_nature: number;
  boards: Partial<Record<Letter, School>>;
  clouds: Students[];
  bag: number;
  characters?: Record<string, Card>;
  active_character?: { number: number; colour?: Colour } | null;
  character_used?: boolean;
  supply?: number;
  last_round: boolean;
  clouds_short: boolean;
  unfinished?: { action: Unfinished };
}

export const LETTERS: readonly Letter[] = ["A", "B", "C", "D"];
export const TOWERS: readonly Tower[] = ["white", "black", "grey"];
const ISLANDS = 12;
const ASSISTANTS = 10;
const CENTAUR = 6;
const KNIGHT = 8;
const KNIGHT_INFLUENCE = 2;
const PRICES = 3;

/** The game of a table of Eriantys. */
export const gameOf = (view: TableView): Eriantys | null => view.game as unknown as Eriantys | null;

export const playersOf = (game: Eriantys): Letter[] => LETTERS.slice(0, game.players);
export const sidesOf = (game: Eriantys): Tower[] => TOWERS.slice(0, game.players === 3 ? 3 : 2);

/** With four players A and C are a team, and B and D. */
export function sideOf(game: Eriantys, letter: Letter): Tower {
  return TOWERS[LETTERS.indexOf(letter) % sidesOf(game).length] ?? "white";
}

export const members = (game: Eriantys, side: Tower): Letter[] =>
  playersOf(game).filter((letter) => sideOf(game, letter) === side);

export function school(game: Eriantys, letter: Letter): School {
  return game.boards[letter] ?? { entrance: {}, dining: {}, professors: [] };
}

// Islands

/** All groups clockwise by their first tile, single tiles included. A view never changes, so they are found once. */
export function groups(game: Eriantys): Group[] {
  const known = foundGroups.get(game) ?? findGroups(game);
  foundGroups.set(game, known);
  return known;
}

const foundGroups = new WeakMap<Eriantys, Group[]>();

function findGroups(game: Eriantys): Group[] {
  const inside = new Set(game.groups.flat());
  const single = Array.from({ length: ISLANDS }, (_, at) => at + 1).filter((tile) => !inside.has(tile));
  return [...game.groups, ...single.map((tile) => [tile])].sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0));
}

export const groupOf = (game: Eriantys, tile: number): Group =>
  groups(game).find((group) => group.includes(tile)) ?? [tile];

/** What lies on a group is written at its first tile. */
export const island = (game: Eriantys, group: Group): Island => game.islands[String(group[0])] ?? { students: {} };

/** Where mother nature ends after so many steps; a group counts as one. */
export function destination(game: Eriantys, steps: number): Group {
  const ring = groups(game);
  const start = ring.findIndex((group) => group.includes(game.mother_nature));
  return ring[(start + steps) % ring.length] ?? [];
}

/** What influence depends on, besides what is on the island: who counts what in this turn. */
export interface Sway {
  sides: { side: Tower; letters: Letter[]; colours: Colour[]; more: number }[];
  towers: boolean;
}

export function swayOf(game: Eriantys): Sway {
  const effect = game.active_character;
  const knight = effect?.number === KNIGHT && game.active ? sideOf(game, game.active) : null;
  const sides = sidesOf(game).map((side) => ({
    side,
    letters: members(game, side),
    colours: professorsOf(game, side).filter((colour) => colour !== effect?.colour),
    more: side === knight ? KNIGHT_INFLUENCE : 0,
  }));
  return { sides, towers: effect?.number !== CENTAUR };
}

/** Influence of every side on an island of so many tiles, as it would be counted in this turn. */
export function influence(sway: Sway, here: Island, tiles: number): Map<Tower, number> {
  return new Map(
    sway.sides.map(({ side, colours, more }) => {
      const students = colours.reduce((sum, colour) => sum + (here.students[colour] ?? 0), 0);
      const towers = sway.towers && here.tower === side ? tiles : 0;
      return [side, students + towers + more];
    }),
  );
}

/** What a side has on all islands together. */
export const influenceInAll = (game: Eriantys, side: Tower): number =>
  groups(game).reduce(
    (sum, group) => sum + (influence(swayOf(game), island(game, group), group.length).get(side) ?? 0),
    0,
  );

/** The side ahead of all others, if there is one. */
export function strongest(counted: ReadonlyMap<Tower, number>): Tower | null {
  const most = Math.max(...counted.values());
  const first = [...counted].filter(([, count]) => count === most);
  return most > 0 && first.length === 1 ? (first[0]?.[0] ?? null) : null;
}

// Schools and the middle

export const towersOf = (game: Eriantys) => (game.players === 3 ? 6 : 8);

const tilesOwned = (game: Eriantys, side: Tower) =>
  groups(game).reduce((sum, group) => sum + (island(game, group).tower === side ? group.length : 0), 0);

export const towersBuilt = (game: Eriantys, side: Tower) => Math.min(towersOf(game), tilesOwned(game, side));
export const towersLeft = (game: Eriantys, side: Tower) => towersOf(game) - towersBuilt(game, side);

export const professorsOf = (game: Eriantys, side: Tower): Colour[] =>
  COLOURS.filter((colour) => members(game, side).some((letter) => school(game, letter).professors.includes(colour)));

/** The assistant of this round, once it is played. */
export function assistantOf(game: Eriantys, letter: Letter): number | null {
  return game.played.find(([player]) => player === letter)?.[1] ?? game.assistants?.[letter] ?? null;
}

/** Who plays after whom: by the assistants, and before they are played clockwise from whoever opens the round. */
export function orderOf(game: Eriantys): Letter[] {
  const all = playersOf(game);
  const first = all.indexOf(game.first_player);
  return game.phase === "planning" || !game.order?.length ? [...all.slice(first), ...all.slice(0, first)] : game.order;
}

export const stepsOf = (assistant: number) => Math.ceil(assistant / 2);

/** Everybody plays one assistant a round, so the opener's hand counts the rounds. */
export function round(game: Eriantys): number {
  const gone = ASSISTANTS - (game.hands[game.first_player]?.length ?? 0);
  const waiting = game.phase === "planning" && assistantOf(game, game.first_player) === null;
  return Math.max(1, waiting ? gone + 1 : gone);
}

/** Printed prices run 1, 2, 3 through the numbers; the first use raises one once. */
export const price = (number: number, card: Card) => ((number - 1) % PRICES) + 1 + (card.used ? 1 : 0);

export const toMove = (game: Eriantys) => (game.players === 3 ? 4 : 3);
