import { expect, it } from "vitest";
import { pairsOf, picksOf } from "./picks";

const words = (picks: ReturnType<typeof picksOf>) => picks.map(({ colour, from }) => `${colour} of the ${from}`);

it("the jester picks from the card first, the minstrel from the entrance", () => {
  const jester = picksOf({ number: 7, from_card: ["red", "blue"], from_entrance: ["green"] });
  expect(words(jester)).toEqual(["red of the card", "green of the entrance", "blue of the card"]);
  const minstrel = picksOf({ number: 10, from_entrance: ["pink"], from_dining: ["yellow"] });
  expect(words(minstrel)).toEqual(["pink of the entrance", "yellow of the dining"]);
});

it("the monk's student waits for its island; who has picked nothing has no picks", () => {
  expect(words(picksOf({ number: 1, colour: "green" }))).toEqual(["green of the card"]);
  expect(picksOf({ number: 1 })).toEqual([]);
  expect(picksOf({ number: 7, from_card: [], from_entrance: [] })).toEqual([]);
});

it("a pair that is not complete stands alone", () => {
  const pairs = pairsOf(picksOf({ number: 7, from_card: ["red", "blue"], from_entrance: ["green"] }));
  expect(pairs.map((pair) => pair.length)).toEqual([2, 1]);
});
