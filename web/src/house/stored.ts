// Reading what this browser keeps. It may come from another version of the page, or from anybody who can write there: each
// member is checked, and a wrong one is what it usually is.

import { partsOf, type Check, type Checks, type Parts } from "./checks";

/** What is kept under a name, unchecked. */
export function stored(name: string): Parts {
  try {
    return partsOf(JSON.parse(localStorage.getItem(name) ?? "{}"));
  } catch {
    return {}; // the browser keeps nothing for this page, or what it kept is no JSON
  }
}

/** The members that pass their checks, and the usual ones for the others. */
export function checked<Shape extends object>(value: unknown, usual: Shape, checks: Checks<Shape>): Shape {
  const parts = partsOf(value);
  const sound = Object.entries<Check<unknown>>(checks).filter(([member, is]) => is(parts[member]));
  return { ...usual, ...Object.fromEntries(sound.map(([member]) => [member, parts[member]])) };
}
