// How islands are drawn: outlines of the land, what it is like there, and what grows. Which one it is means nothing.

export const COASTS = [
  "M50 4c17-2 34 7 41 22s6 33-2 47-24 23-41 23-35-7-42-23S0 40 9 25 33 6 50 4z",
  "M45 5c18-4 35 3 44 17s9 34 1 49-27 25-44 24S11 83 6 66 6 33 16 20 33 8 45 5z",
  "M54 5c16 1 31 11 37 27s2 34-8 47-26 19-42 16S11 80 6 63s1-36 13-47S39 4 54 5z",
];

export interface Terrain {
  name: "meadow" | "wood" | "hills" | "dunes" | "marsh" | "fields";
  /** Filled with the colour of the terrain's own plants or stones, and with what is lighter. */
  full: string;
  light: string;
  /** Drawn as lines. */
  lines: string;
}

/** At the edge, where no piece lies. */
const TERRAINS: readonly Terrain[] = [
  {
    name: "meadow",
    full: "M12 56c0-9 4-13 8-13s8 4 8 13zM80 30c0-8 3-11 7-11 3 2 5 6 6 11z",
    light: "M16 34h3v3h-3zM24 27h3v3h-3zM31 20h3v3h-3zM84 62h3v3h-3zM77 72h3v3h-3zM69 80h3v3h-3zM20 70h3v3h-3z",
    lines: "M28 84q1-5-1-8M31 84v-9M34 84q-1-5 2-8",
  },
  {
    name: "wood",
    full: "M14 52l7-13 7 13zM15 45l6-12 6 12zM76 36l7-13 7 13zM77 29l6-12 6 12zM72 84l6-11 6 11zM24 30l6-12 6 12z",
    light: "M20 52h2v4h-2zM82 36h2v4h-2zM77 84h2v3h-2zM29 30h2v3h-2z",
    lines: "",
  },
  {
    name: "hills",
    full: "M8 46 22 22l7 9 5-6 9 14c-9 6-25 10-35 7zM66 86l9-15 5 6 8-9 3 6c-4 7-12 12-25 12z",
    light: "M22 22l-5 9 4-1 3 3 5-2zM75 71l-3 6 4-1 2 2z",
    lines: "M80 30q4-6 8 0",
  },
  {
    name: "dunes",
    full: "M84 40c-1-7-1-12 1-17l2 .5c-2 5-2 10-1 16.500z",
    light: "M8 62q12-14 26-2-12 6-26 2zM62 84q12-12 25-8-7 8-25 8z",
    lines: "M86 23q-8-5-13 0M86 23q7-6 11 1M86 23q-6 1-8 8M86 23q6 1 7 8M14 44q6-5 12 0M20 36q5-4 10 0",
  },
  {
    name: "marsh",
    full: "M66 80c1-5 8-8 16-8 5 0 7 2 6 5-3 4-9 8-16 8-5 0-7-2-6-5zM14 32c3-6 9-10 15-11 3 2 0 6-4 9s-9 5-11 2z",
    light: "",
    lines: "M12 58q-1-9-4-12M14 58v-15M16 58q1-9 4-12M86 40q-1-8-3-10M88 40v-13M90 40q1-8 3-10",
  },
  {
    name: "fields",
    full: "M78 34c-6-1-6-8-1-9 1-6 10-6 11 0 5 1 4 8-1 9z",
    light: "",
    lines: "M10 44l18-22M10 54l26-32M11 64l14-17M64 86l24-30M72 86l18-22M82 33v7",
  },
];

/** Neighbours differ. */
export const terrainOf = (tile: number): Terrain => TERRAINS[(tile * 5) % TERRAINS.length]!;
export const coastOf = (tile: number): string => COASTS[tile % COASTS.length]!;
