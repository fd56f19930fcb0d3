// Who has come first, second and third.

import type { Compared, Row } from "./game";

export interface Ranked extends Row {
  place: number;
}

/** Winners first, then by the figures that decide. Equals share a place, and the next one is left out. */
export function ranked({ rows, deciding }: Compared): Ranked[] {
  const ahead = (one: Row, other: Row): number => {
    if (one.won !== other.won) return one.won ? -1 : 1;
    const at = deciding.find((column) => one.figures[column] !== other.figures[column]);
    return at === undefined ? 0 : (other.figures[at] ?? 0) - (one.figures[at] ?? 0);
  };
  const sorted = [...rows].sort(ahead);
  return sorted.map((row) => ({ ...row, place: 1 + sorted.findIndex((other) => ahead(other, row) === 0) }));
}
