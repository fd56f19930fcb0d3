// Four wizards: who somebody is at a table.

import { burst, dot, type Drawing } from "./drawing";
import { hair, person, SKINS } from "./people";

/** The sun, with a wide hat and red curls. */
const sun = person({
  ground: "#f4ddb0",
  skin: SKINS.pale,
  robe: "#c7741b",
  behind: [["#b4512a", "M32 12c14 0 20 9 19 20 3 4 5 9 3 15-3 5-8 4-9 8H19c-1-4-6-3-9-8-2-6 0-11 3-15-1-11 5-20 19-20z"]],
  dress: [["#f0c65a", "M24 47.500l8 9 8-9-8 3z"], ["#f0c65a", burst(32, 60, 2.2, 4.6, 8)]],
  before: [hair.fringe("#b4512a")],
  worn: [
    ["#9b5513", "M1 21c8-5 17-7 31-7s23 2 31 7c-6 3-16 3.5-31 3.500S7 24 1 21z"],
    ["#c7741b", "M17 18c2-8 6-15 11-18 5 3 3-1 6-3 5 6 9 13 13 21-8 3-22 3-30 0z"],
    ["#f0c65a", "M17.5 18c8 3 21 3 29 0l1 3.200c-9 2.5-22 2.5-31 0z"],
  ],
});

/** The wood, in a hood with leaves. */
const wood = person({
  ground: "#d5e0bb",
  skin: SKINS.brown,
  robe: "#3f7d4e",
  behind: [["#2f5f3b", "M32 3c16 0 22 14 21 27 0 10 3 14 5 20H6c2-6 5-10 5-20C10 17 16 3 32 3z"]],
  dress: [["#a9c46c", "M32 50c-4-4-10-4-14-1 4 4 10 5 14 1z", true], ["#8a5a30", dot(32, 51, 2.6)]],
  before: [hair.beard("#4a2f20")],
  mouth: "calm",
  worn: [
    ["#3f7d4e", "M32 5c15 0 20 12 19 25-2-9-8-16-19-16S15 21 13 30C12 17 17 5 32 5z"],
    ["#a9c46c", "M32 13c-5-6-11-7-15-5 3 6 9 8 15 5z", true],
    ["#c9863b", dot(32, 13, 2.6)],
  ],
});

/** The stars, old, under a tall hat. */
const stars = person({
  ground: "#c9d5ea",
  skin: SKINS.rosy,
  robe: "#3a64a8",
  behind: [hair.long("#e6e2dc")],
  brows: "raised",
  before: [hair.great("#f4f1ea"), ["", "M26 50c1 4 3 8 5 10M38 50c-1 3-2 5-3 7"]],
  worn: [
    ["#3a64a8", "M15 21C19 9 27-3 36-10c-1 6 8 18 13 31-9 4-25 4-34 0z"],
    ["#2b4d85", "M9 22c4-4 13-5.5 23-5.500S51 18 55 22c-5 4.5-13 6-23 6S14 26.5 9 22z"],
    ["#f0c65a", burst(31, 9, 1.9, 4.5, 5)],
    ["-#f0c65a", dot(38, 2, 1.3) + dot(40, 12, 1.2) + dot(24, 13, 1)],
  ],
});

/** The moon, in a turban with a silver crescent. */
const moon = person({
  ground: "#e2d0e4",
  skin: SKINS.dark,
  robe: "#8a3f82",
  behind: [["#dcd7df", "M40 36c8 2 12 8 11 14 2 4 1 9-3 12l-8-3c4-6-2-12 0-23z"]],
  dress: [["#d9b8dd", "M22 48l10 10 10-10 4 2-14 16-14-16z"]],
  worn: [
    ["#8a3f82", "M15 27C11 13 20 3 32 3s21 10 17 24c-4-5-9-8-17-8s-13 3-17 8z"],
    ["#a65c9e", "M15 27c3-8 14-16 27-21 6 3 9 8 8 14-8-3-24-1-35 7z"],
    ["", "M19 21c8-6 17-9 28-10"],
    ["#f1eef2", "M31 5.500a6 6 0 1 0 7.5 7.5 5 5 0 1 1-7.5-7.500z"],
    ["#e3b64a", dot(18.5, 38, 2), true],
  ],
});

export const WIZARD_FACES: Record<number, Drawing> = { 1: stars, 2: moon, 3: sun, 4: wood };
