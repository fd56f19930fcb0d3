import type { Colour } from "../kit/students";

/** What can be dragged over the board. */
export type Carried = { kind: "student"; colour: Colour } | { kind: "nature" };
