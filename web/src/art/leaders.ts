// The leaders of Masters of Renaissance: what they wear on the head tells what they do, robe and face for which resource.

import { dot, type Drawing, type Layer } from "./drawing";
import { button, glasses, hair, person, SKINS } from "./people";

export type Trade = "discount" | "extra_depot" | "white_marble" | "production";
export type Goods = "coin" | "stone" | "servant" | "shield";

const ROBES: Record<Goods, string> = { coin: "#c08a24", stone: "#77757f", servant: "#7d4f96", shield: "#3a6fae" };
const GROUNDS: Record<Goods, string> = { coin: "#f3e2b6", stone: "#dddbe0", servant: "#e5d5ec", shield: "#cfdfee" };

/** A cap, a crown, a beret, a hood: by trade, in the colour of the robe. */
const HATS: Record<Trade, (robe: string) => readonly Layer[]> = {
  discount: (robe) => [
    [robe, "M16 23c-3-12 5-20 16-20s19 8 16 20c-8-4-24-4-32 0z"],
    ["#f0e6d2", "M15 24c8-5 26-5 34 0l-1 4c-9-4-23-4-32 0z"],
  ],
  extra_depot: (robe) => [
    ["#e3b64a", "M16 20 13 5l9 7 10-10 10 10 9-7-3 15c-9 4-23 4-32 0z"],
    [robe, dot(32, 14, 2.6)],
    ["#f4efe4", dot(22.5, 16, 1.6), true],
  ],
  white_marble: (robe) => [
    [robe, "M9 19c2-10 13-16 26-14 13 1 21 8 20 14-8 4-15 1-22 1-9 0-17 4-24-1z"],
    ["#f4efe4", "M36 5c1-4 4-6 7-6 0 4-2 6-5 7z"],
  ],
  production: (robe) => [
    [robe, "M32-2c16 0 22 14 21 28 2 9 5 14 7 20l-13 2c0-10 1-18-3-24-3-5-7-7-12-7s-9 2-12 7c-4 6-3 14-3 24L4 46c2-6 5-11 7-20C10 12 16-2 32-2z"],
    ["", "M32-2v18"],
  ],
};

/** Who it is: by resource, and a little by trade. */
const FACES: Record<Goods, (trade: Trade) => Partial<Parameters<typeof person>[0]>> = {
  coin: (trade) => ({
    skin: SKINS.rosy,
    before: [hair.parted("#6a4524"), ...(trade === "discount" ? [hair.moustache("#6a4524")] : [])],
    dress: [button(55), button(61)],
    mouth: "smile",
    brows: "raised",
  }),
  stone: (trade) => ({
    skin: SKINS.olive,
    before: [trade === "white_marble" ? hair.great("#b9b4b0") : hair.beard("#3a2c26"), ...(trade === "production" ? [] : [hair.fringe(trade === "white_marble" ? "#c9c4c0" : "#3a2c26")])],
    mouth: "stern",
    brows: "stern",
  }),
  servant: (trade) => ({
    skin: SKINS.pale,
    behind: trade === "production" ? [] : [hair.long("#a3552a")],
    before: [hair.parted("#a3552a")],
    dress: [["#f4e8d4", "M20 48c4 6 8 8 12 8s8-2 12-8l3 2c-4 8-9 11-15 11s-11-3-15-11z"]],
    mouth: "smile",
  }),
  shield: (trade) => ({
    skin: SKINS.dark,
    before: [hair.curls("#1d1715"), ...(trade === "extra_depot" ? [hair.beard("#1d1715")] : []), ...(trade === "white_marble" ? [glasses] : [])],
    dress: [["#f0e6d2", "M24 47.500l8 9 8-9-8 3z"], button(62)],
    mouth: "calm",
  }),
};

const drawn = new Map<string, Drawing>();

export function leaderFace(trade: Trade, goods: Goods): Drawing {
  const key = `${trade} ${goods}`;
  const known = drawn.get(key);
  if (known) return known;
  const robe = ROBES[goods];
  const face = person({ ground: GROUNDS[goods], skin: SKINS.rosy, robe, worn: HATS[trade](robe), ...FACES[goods](trade) });
  drawn.set(key, face);
  return face;
}

/** The opponent of whoever plays alone: a prince in black and gold, with a look that misses nothing. */
export const LORENZO: Drawing = person({
  ground: "#e9d3b2",
  skin: SKINS.olive,
  robe: "#26232b",
  behind: [["#231a16", "M32 8c15 0 19 10 18 22 0 8 1 12 3 17H39V30H25v17H11c2-5 3-9 3-17C13 18 17 8 32 8z"]],
  dress: [["#b5473c", "M22 48l10 18 10-18-10 4z"], ["#e3b64a", "M20 49l12 7 12-7 1 3-13 8-13-8z"]],
  before: [["#2b201a", "M17 32c-2-13 5-20 15-20s17 7 15 20c-1-6-3-9-5-10-6 1-14 1-20 0-2 1-4 4-5 10z"]],
  mouth: "stern",
  brows: "stern",
  worn: [
    ["#b5473c", "M14 19c0-9 8-15 18-15s18 6 18 15c-10-4-26-4-36 0z"],
    ["#8a2f26", "M13 20c10-5 28-5 38 0l-1 4c-10-4-26-4-36 0z"],
  ],
});
