// What was picked so far for a character that asks for several things, in the order in which it was picked.

import type { Colour } from "../kit/students";
import type { Unfinished } from "./reading";

export interface Pick {
  colour: Colour;
  from: "card" | "entrance" | "dining";
}

const JESTER = 7;

export function picksOf(action: Unfinished): Pick[] {
  if (action.colour) return [{ colour: action.colour, from: "card" }];
  const of = (from: Pick["from"], colours: readonly Colour[] = []) => colours.map((colour): Pick => ({ colour, from }));
  const entrance = of("entrance", action.from_entrance);
  const [firsts, seconds] =
    action.number === JESTER ? [of("card", action.from_card), entrance] : [entrance, of("dining", action.from_dining)];
  return firsts.flatMap((first, at) => [first, ...seconds.slice(at, at + 1)]);
}

/** Two that change places stand together; the last may still wait for its other. */
export const pairsOf = (picks: readonly Pick[]): Pick[][] =>
  Array.from({ length: Math.ceil(picks.length / 2) }, (_, at) => picks.slice(2 * at, 2 * at + 2));
