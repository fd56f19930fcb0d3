// What a game brings to the table: its board, and its words for what happened and what is asked.

import type { Component } from "svelte";
import type { GameEvent, TableView } from "../protocol";
import type { Fields, Key, Said } from "../words/words.svelte";
import type { TableStore } from "./store.svelte";

/** A line of the log. `tile`: the place on the board that it is about. */
export interface Told extends Said {
  tile?: number;
  /** Belongs to an action that was told: it is said aloud, and has no line of its own in the log. */
  minor?: boolean;
}

export type Who = (player: number) => string;

export interface Game {
  /** Is there from the start of the game on; once it is over, `Result` takes the place of what is asked. */
  Board: Component<{ table: TableStore }>;
  /** What happened, in words; nothing for what a look at the board tells as well. */
  tell(event: GameEvent, who: Who): Told | null;
  /** What the seat to decide is asked: said to it, and said to the others. */
  asked(view: TableView, yours: boolean, name: string): Said | null;
  /** The comparison at the end: a row for each side. */
  compared?(view: TableView, who: Who): Compared;
  /** Why the rules have ended the game. */
  ending?(view: TableView): Key | null;
  /** How things stand, for the chart of the whole game. */
  course?(view: TableView, who: Who): Course;
  /** Keys of the keyboard, for the list of them. */
  keys: [keys: string, words: Key][];
}

/** What a chart shows: by measure, for each side. */
export interface Course {
  measures: Key[];
  /** `players`: those of the game that a side consists of. */
  rows: { name: string; figures: (number | null)[]; players: number[] }[];
}

export interface Compared {
  columns: Key[];
  /** Figures that decide about places, by column, the most important one first. */
  deciding: number[];
  rows: Row[];
}

/** A side in the comparison. `players`: those of the game that belong to it; none for one whom nobody plays. */
export interface Row {
  name: string;
  figures: number[];
  won: boolean;
  players: number[];
}

export const minor = (part: Told): Told => ({ ...part, minor: true });

export const told = (key: Key, fields: Fields = {}, tile?: number): Told =>
  tile === undefined ? { key, with: fields } : { key, with: fields, tile };
