// The twelve characters of an expert game of Eriantys, by their numbers.

import { burst, dot, INK, type Drawing } from "./drawing";
import { button, HEAD, hair, person, SKINS } from "./people";

const monk = person({
  ground: "#e4d3b4",
  skin: SKINS.rosy,
  robe: "#7a5a3a",
  behind: [["#694c30", "M8 54c0-8 6-13 12-14h24c6 1 12 6 12 14z"]],
  dress: [["-#c9a86a", dot(32, 62, 2)], ["", "M20 52c4 3 8 5 12 12 4-7 8-9 12-12"]],
  before: [["#6b4a2c", "M17 31c-2-9 2-13 5-15 2 3 18 3 20 0 3 2 7 6 5 15-2-5-3-7-5-8-6 3-14 3-20 0-2 1-3 3-5 8z"]],
  worn: [["-#fbe8d0", "M26 14c3-2 9-2 12 0-3 1.5-9 1.5-12 0z"]],
});

const farmer = person({
  ground: "#dfe6c0",
  skin: SKINS.olive,
  robe: "#6d8a4a",
  dress: [["#8a5a34", "M20 48l2 18h6l-3-18zM44 48l-2 18h-6l3-18z"]],
  before: [hair.fringe("#5a3a22")],
  mouth: "laugh",
  worn: [
    ["#e2bf63", "M6 20c6-5 15-6 26-6s20 1 26 6c-7 3-16 4-26 4S13 23 6 20z"],
    ["#eccd7a", "M18 17c1-8 6-12 14-12s13 4 14 12c-8 2.5-20 2.5-28 0z"],
    ["#b5473c", "M18 16c8 2.5 20 2.5 28 0v3.500c-8 2.5-20 2.5-28 0z"],
    ["|#d6ad4a", "M53 40c1 8 0 16-2 24"],
    ["#e9c867", "M53 30c-4 3-4 9 0 12 4-3 4-9 0-12zM49 38c-4 0-5 4-3 8 3 0 4-3 3-8zM57 38c4 0 5 4 3 8-3 0-4-3-3-8z"],
  ],
});

const herald = person({
  ground: "#d3dcec",
  skin: SKINS.pale,
  robe: "#b5473c",
  dress: [["#e9c765", "M24 47.500L32 66l8-18.5-8 3z"]],
  before: [hair.parted("#a8622f")],
  brows: "raised",
  worn: [
    ["#3a64a8", "M14 20c2-10 10-14 19-14 10 0 16 5 17 12-6-2-12-2-17 0s-12 4-19 2z"],
    ["#fbf5e8", "M44 12c6-8 12-9 16-7-1 6-7 10-14 10z"],
    ["#e3b64a", "M36 41l22-6c3-1 5 8 2 9L37 45c-2 0-2.5-3.5-1-4z"],
    ["#f0d183", "M57 33c4-1 7 12 3 13-3 0-6-12-3-13z"],
  ],
});

const messenger = person({
  ground: "#cfe3df",
  skin: SKINS.brown,
  robe: "#3f7f86",
  dress: [["#8a5a34", "M14 52l30 14h-8L12 56z"]],
  before: [hair.curls("#2c201b")],
  worn: [
    ["#3f7f86", "M16 22c1-10 8-15 16-15s15 5 16 15c-9-4-23-4-32 0z"],
    ["#fbf5e8", "M17 21c-7-1-12-5-14-11 6 0 10 2 12 4-1-3-1-5 0-7 4 3 6 8 6 12z", true],
    ["#fbf5e8", "M38 50h20v13H38z"],
    ["", "M38 50l10 8 10-8"],
    ["#b5473c", dot(48, 58, 2.6)],
  ],
});

const herbalist = person({
  ground: "#d9e3c2",
  skin: SKINS.rosy,
  robe: "#58764a",
  behind: [hair.long("#c9c3ba")],
  dress: [["#efe6d2", "M22 48l10 8 10-8 5 2-15 14-15-14z"]],
  before: [hair.parted("#d6d1c8")],
  worn: [
    ["#8fae5c", "M32 12c-4-6-10-6-14-3 3 5 9 7 14 3z", true],
    ["#e6a0a8", burst(32, 11, 2.5, 5, 6)],
    ["|#58764a", "M14 64c1-8 0-12-2-17M14 64c-2-6-4-9-8-11M15 64c2-6 3-10 3-14"],
    ["#a7c46a", dot(12, 46, 3) + dot(5, 52, 2.6) + dot(18.5, 49, 2.6)],
  ],
});

const centaur: Drawing = person({
  ground: "#e9dcc0",
  skin: SKINS.olive,
  robe: "#9a6a3f",
  behind: [["#5a3a22", "M32 6c16 0 21 12 20 26 1 7 4 12 6 18H42V30H22v20H6c2-6 5-11 6-18C11 18 16 6 32 6z"]],
  dress: [["#c9a86a", "M10 55l38 11h-9L8 60z"]],
  before: [["#5a3a22", "M18 30c-2-12 5-17 14-17s16 5 14 17c-2-5-5-8-9-8-4-3-8-3-12 0-3 0-6 3-7 8z"], hair.beard("#6e4a2c")],
  brows: "stern",
  worn: [
    ["#9a6a3f", "M19 24C12 20 9 13 11 8c6 1 11 6 13 12z", true],
    ["|#7a5432", "M57 28c6 10 6 26 0 38"],
    ["", "M57 28v38"],
  ],
});

const jester = person({
  ground: "#ecd9e6",
  skin: SKINS.pale,
  robe: "#7c4a94",
  dress: [["#e3b64a", "M6 66l6-14 6 8 7-11 7 9 7-9 7 11 6-8 6 14z"]],
  mouth: "laugh",
  brows: "raised",
  worn: [
    ["#b5473c", "M32 21C30 12 22 6 13 8 7 10 4 17 5 24c5-5 9-5 12-1 4-3 10-3 15-2z"],
    ["#3f7f86", "M32 21c2-9 10-15 19-13 6 2 9 9 8 16-5-5-9-5-12-1-4-3-10-3-15-2z"],
    ["#e3b64a", "M32 21C25 14 27 5 32-1c5 6 7 15 0 22z"],
    ["#f0d183", dot(5.5, 26, 3), true],
    ["#f0d183", dot(32, 0, 3)],
  ],
});

const knight: Drawing = {
  ground: "#cdd6dc",
  layers: [
    ["#8d98a3", "M3 66c0-13 9-18 21-20h16c12 2 21 7 21 20z"],
    ["#a9b4be", "M3 62c1-9 8-13 16-13l-3 17H3z", true],
    [SKINS.rosy, HEAD],
    [`-${INK}`, dot(26.5, 30.5, 1.9), true],
    ["", "M32 31c-.5 2-1.5 3.5-1.8 4.5.8.7 1.8.7 2.6.4"],
    ["#b8c2cb", "M14 50C12 28 15 6 32 6s20 22 18 44l-9 3 1-14 1-14c-4-2-18-2-22 0l1 14 1 14z"],
    ["#9aa6b1", "M29.5 6h5l1 18v14h-7V24z"],
    ["", "M17 24c9-3 21-3 30 0M18 41h6M40 41h6M18 45h6M40 45h6"],
    ["#b5473c", "M31 7c-4-8 4-15 14-13-1 4 3 4 6 8-7-2-14 0-20 5z"],
    ["#e3b64a", dot(19, 20, 1.4), true],
  ],
};

const hunter = person({
  ground: "#e6d5bf",
  skin: SKINS.rosy,
  robe: "#6b5a44",
  before: [hair.great("#c98f57"), ["", "M27 50c1 4 2 6 4 9M37 50c-1 3-2 5-3 7"]],
  worn: [
    ["#b8453a", "M5 26C6 9 18-1 32-1s26 10 27 27c-8-5-17-6-27-6S13 21 5 26z"],
    ["-#fbf1e0", dot(18, 13, 4) + dot(33, 6, 3.6) + dot(46, 15, 4.4) + dot(31, 15, 2.6)],
    ["#f0e2c8", "M5 26c7-7 17-8 27-8s20 1 27 8c-8-2-17-2.5-27-2.500S13 24 5 26z"],
  ],
});

const minstrel = person({
  ground: "#dcd6ea",
  skin: SKINS.dark,
  robe: "#4a6f9c",
  dress: [["#e9e0cf", "M22 47l10 7 10-7 2 4-12 9-12-9z"]],
  before: [hair.curls("#1f1714"), hair.moustache("#1f1714")],
  worn: [
    ["#4a6f9c", "M13 20c0-9 9-15 20-14 11 0 18 6 18 12-8 3-14 0-19 0s-12 5-19 2z"],
    ["#e3b64a", "M48 12c2-7 7-10 12-9 0 6-4 10-9 11z"],
    ["#b9762f", "M34 60c-4 2-9 0-9-5s6-7 10-5l18-9 3 5-17 9c1 2-1 4-5 5z"],
    ["", "M33 56l22-11M27 54c2-2 5-1 6 1"],
  ],
});

const princess = person({
  ground: "#f1d8d8",
  skin: SKINS.olive,
  robe: "#b8658c",
  behind: [hair.long("#4a2c1c")],
  dress: [["#fbf1e0", "M20 49c4 6 8 8 12 8s8-2 12-8l3 2c-4 8-9 11-15 11s-11-3-15-11z"], button(60)],
  before: [hair.parted("#5a3622")],
  worn: [
    ["#e3b64a", "M18 18l-2-13 8 6 8-9 8 9 8-6-2 13c-8 3-20 3-28 0z"],
    ["#b5473c", dot(32, 13, 2.2)],
    ["#4f7fb0", dot(23, 14.5, 1.6), true],
    ["#f4efe4", dot(18.5, 39, 1.8), true],
  ],
});

const thief = person({
  ground: "#c9cbd2",
  skin: SKINS.pale,
  robe: "#3c4250",
  behind: [["#2f3440", "M32 4c17 0 22 14 21 28 1 8 4 12 6 18H5c2-6 5-10 6-18C10 18 15 4 32 4z"]],
  dress: [["#b5473c", "M20 48c6 6 18 6 24 0l3 5c-8 7-22 7-30 0z"]],
  mouth: "calm",
  worn: [
    ["#3c4250", "M32 6c15 0 20 12 19 26-3-10-9-15-19-15s-16 5-19 15C12 18 17 6 32 6z"],
    ["#2a2e38", "M18 27c5-2 9-1 14 1 5-2 9-3 14-1l-1 7c-4 3-9 2-13-2-4 4-9 5-13 2z"],
    ["-#fbf5e8", dot(26, 31, 2.6), true],
    [`-${INK}`, dot(27, 31, 1.5), true],
    ["#e3b64a", dot(52, 53, 6)],
    ["#f3d889", dot(52, 53, 3)],
  ],
});

export const CHARACTERS: Partial<Record<number, Drawing>> = {
  1: monk,
  2: farmer,
  3: herald,
  4: messenger,
  5: herbalist,
  6: centaur,
  7: jester,
  8: knight,
  9: hunter,
  10: minstrel,
  11: princess,
  12: thief,
};
