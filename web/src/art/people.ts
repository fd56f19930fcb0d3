// People, built of the same parts: shoulders, a head, a face, hair and what they wear.

import { dot, eyes, INK, type Drawing, type Layer } from "./drawing";

export interface Person {
  ground: string;
  skin: string;
  robe: string;
  hair?: string;
  /** Behind the head: long hair, a hood, a halo. */
  behind?: readonly Layer[];
  /** On the robe. */
  dress?: readonly Layer[];
  /** Hair and beard before the face. */
  before?: readonly Layer[];
  /** What is worn on the head, and what is held. */
  worn?: readonly Layer[];
  mouth?: "smile" | "calm" | "stern" | "laugh";
  brows?: "soft" | "stern" | "raised";
}

export const HEAD = "M32 15c8.5 0 13.5 6 13.5 14.5C45.5 40 39 47.5 32 47.500S18.5 40 18.5 29.500C18.5 21 23.5 15 32 15z";
export const SHOULDERS = "M5 66c1-12 9-17 20-19l7 3 7-3c11 2 19 7 20 19z";
const NECK = "M26 42h12v6c-2 4-10 4-12 0z";

const MOUTHS: Record<NonNullable<Person["mouth"]>, Layer> = {
  smile: ["", "M27 40c2.5 2.5 7.5 2.5 10 0"],
  calm: ["", "M28 40.500c2.5.8 5.5.8 8 0"],
  stern: ["", "M28 41.500c2.5-1 5.5-1 8 0"],
  laugh: ["#8c3b34", "M26.5 38.500h11c0 4-2.5 6-5.5 6s-5.5-2-5.5-6z"],
};
const BROWS: Record<NonNullable<Person["brows"]>, string> = {
  soft: "M23.5 26.500c1.5-1.3 4-1.3 5.5-.3",
  stern: "M23 25.500c2 0 4.5.8 6 2",
  raised: "M23.5 25c1.5-2 4-2 5.5-.8",
};

export function person(of: Person): Drawing {
  return {
    ground: of.ground,
    layers: [
      ...(of.behind ?? []),
      [of.robe, SHOULDERS],
      ...(of.dress ?? []),
      [of.skin, NECK],
      [of.skin, HEAD],
      ["-#d9785c50", dot(23, 36, 3), true],
      ...eyes(30.5, 5.5, 1.9),
      ["", BROWS[of.brows ?? "soft"], true],
      ["", "M32 31c-.5 2-1.5 3.5-1.8 4.5.8.7 1.8.7 2.6.4"],
      MOUTHS[of.mouth ?? "smile"],
      ...(of.before ?? []),
      ...(of.worn ?? []),
    ],
  };
}

export const SKINS = { pale: "#f3d3b3", rosy: "#eec09a", olive: "#d9a475", brown: "#ab7148", dark: "#7b4c30" };

/** Ways to wear hair and beard; the colour comes first. */
export const hair = {
  fringe: (colour: string): Layer => [colour, "M17 32c-2-12 5-20 15-20s17 8 15 20c-1.5-6-5-9-9-10-6 2-14 1-16-1-2 2-4 6-5 11z"],
  parted: (colour: string): Layer => [colour, "M17 33c-2-13 5-21 15-21s17 8 15 21c-1-7-6-11-14-14-6 3-14 6-16 14z"],
  curls: (colour: string): Layer => [
    colour,
    "M18 34c-5-1-6-7-2-9-2-5 3-9 7-8 2-5 8-6 10-3 4-3 9 0 10 4 5 0 7 5 5 8 4 3 2 8-2 8 1-6-1-10-4-11-3 2-7 1-9-1-3 3-8 2-10 1-3 2-5 6-5 11z",
  ],
  long: (colour: string): Layer => [colour, "M32 10c13 0 18 9 18 20 0 9 2 15 4 21H10c2-6 4-12 4-21 0-11 5-20 18-20z"],
  beard: (colour: string): Layer => [
    colour,
    "M18.5 31c2 5 4 6.5 7 6.5 2-1.5 4.5-2 6.5-2s4.5.5 6.5 2c3 0 5-1.5 7-6.5 1 11-4 22-13.5 22S17.5 42 18.5 31zM28 41c2 1.5 6 1.5 8 0-1 2-7 2-8 0z",
  ],
  great: (colour: string): Layer => [
    colour,
    "M18.5 31c2 5 4 6.5 7 6.5 2-1.5 4.5-2 6.5-2s4.5.5 6.5 2c3 0 5-1.5 7-6.5 2 12 0 25-13.5 37C18.5 56 16.5 43 18.5 31zM28 41c2 1.5 6 1.5 8 0-1 2-7 2-8 0z",
  ],
  moustache: (colour: string): Layer => [colour, "M32 37c-3-2-8-1-10 3 4 1 8 .5 10-1.5 2 2 6 2.5 10 1.5-2-4-7-5-10-3z"],
};

export const button = (y: number, colour = "#e3b64a"): Layer => [colour, dot(32, y, 1.8)];
export const glasses: Layer = ["", `${dot(26, 31, 4.6)}${dot(38, 31, 4.6)}M30.6 30.500c1-.7 1.8-.7 2.8 0M21.5 30l-3-1M42.5 30l3-1`];
export { INK };
