// The course of a game as lines: a figure of each side at every moment.

import type { Game, Who } from "../table/game";
import { identities, shownName } from "../table/identity";
import type { Key } from "../words/words.svelte";
import type { Moment } from "./film";

export interface Line {
  name: string;
  /** By moment; null where there is none. */
  values: (number | null)[];
  /** That of the side's first player everywhere on the page. */
  colour: string;
}

const NOBODYS = "var(--ink)";

export interface Chart {
  measures: Key[];
  /** By measure, then by side. A side that a measure says nothing about is left out. */
  lines: Line[][];
  /** The entry of the first value; the values follow one another. */
  first: number;
}

export function charted(moments: readonly Moment[], game: Game | undefined): Chart | null {
  const from = moments.findIndex(({ view }) => view.game !== null);
  if (from < 0 || !game?.course) return null;
  const shown = moments.slice(from);
  const seats = shown[0]?.view.seats ?? [];
  const who: Who = (player) => {
    const seat = seats.find((each) => each.player === player);
    return seat ? shownName(seat) : "";
  };
  const looks = identities(seats);
  const colourOf = (players: readonly number[]) => looks[seats.findIndex(({ player }) => player === players[0])]?.colour ?? NOBODYS;
  const courses = shown.map(({ view }) => game.course!(view, who));
  const { measures, rows } = courses[0]!;
  const lines = measures.map((_, measure) =>
    rows
      .map(({ name, players }, side) => ({ name, colour: colourOf(players), values: courses.map((course) => course.rows[side]?.figures[measure] ?? null) }))
      .filter(({ values }) => values.some((value) => value !== null)),
  );
  return { measures, lines, first: from + 1 };
}

/** Places in the values at which a line has a new height, the first one included. */
export function corners(values: readonly (number | null)[]): number[] {
  return values.flatMap((value, place) => (value !== null && value !== values[place - 1] ? [place] : []));
}

/** Places at which any of the lines has a new height. */
export const turningPoints = (lines: readonly Line[]): number[] =>
  [...new Set(lines.flatMap(({ values }) => corners(values)))].sort((one, other) => one - other);

/** From the lowest to the highest of all, at least one apart, zero included. */
export function range(lines: readonly Line[]): [low: number, high: number] {
  const all = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const low = Math.min(0, ...all);
  return [low, Math.max(low + 1, ...all)];
}

/** A line that keeps its height until it changes. */
export function path(values: readonly (number | null)[], x: (place: number) => number, y: (value: number) => number): string {
  const steps = corners(values).map((place, at) => {
    const [across, down] = [x(place).toFixed(1), y(values[place] ?? 0).toFixed(1)];
    return at === 0 ? `M${across} ${down}` : `H${across}V${down}`;
  });
  return steps.length ? `${steps.join("")}H${x(values.length - 1).toFixed(1)}` : "";
}
