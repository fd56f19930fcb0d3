// How islands are drawn: outlines of the land, and what grows there. Which one it is means nothing.

export const COASTS = [
  "M50 4c17-2 34 7 41 22s6 33-2 47-24 23-41 23-35-7-42-23S0 40 9 25 33 6 50 4z",
  "M45 5c18-4 35 3 44 17s9 34 1 49-27 25-44 24S11 83 6 66 6 33 16 20 33 8 45 5z",
  "M54 5c16 1 31 11 37 27s2 34-8 47-26 19-42 16S11 80 6 63s1-36 13-47S39 4 54 5z",
];

/** Hills, trees, reeds. */
export const PLANTS = [
  "M16 62q7-13 14 0M24 66q6-10 12 0M74 28q6-11 12 0",
  "M20 34v9M15 40q5-16 10 0zM78 68v9M72 75q6-19 12 0z",
  "M18 66q-1-9-4-12M20 66v-15M22 66q1-9 4-12M80 34q-1-8-3-10M82 34v-13M84 34q1-8 3-10",
];
