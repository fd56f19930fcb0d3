// A turn in which nothing else can be done.

import type { GameAction, TableView } from "../protocol";

/** The end of one's turn, where it is the only thing that can be done. */
export function onlyEnd({ you, turn, seats, legal }: TableView): GameAction | null {
  const [only, ...others] = legal;
  if (you === null || turn !== you || seats[you]?.stand_in != null || others.length > 0) return null;
  return only?.do === "end_turn" ? only : null;
}
