import { expect, it } from "vitest";
import { kept } from "./kept";

const view = () => ({ number: 1, game: { islands: { 1: { red: 2 }, 2: {} }, order: ["A", "B"] }, turn: null });

it("keeps all of what says the same", () => {
  const former = view();
  expect(kept(former, view())).toBe(former);
});

it("keeps the parts that did not change, and only those", () => {
  const former = view();
  const fresh = view();
  fresh.game.islands[1].red = 3;
  const seen = kept(former, fresh);
  expect(seen).toEqual(fresh);
  expect(seen).not.toBe(former);
  expect(seen.game).not.toBe(former.game);
  expect(seen.game.islands[1]).not.toBe(former.game.islands[1]);
  expect(seen.game.islands[2]).toBe(former.game.islands[2]);
  expect(seen.game.order).toBe(former.game.order);
});

it.each([
  ["something more", { a: 1 }, { a: 1, b: undefined }],
  ["something less", { a: 1, b: 2 }, { a: 1 }],
  ["a longer list", [1], [1, 2]],
  ["a shorter list", [1, 2], [1]],
  ["a list instead of parts", { 0: 1 }, [1]],
  ["nothing instead of something", { a: {} }, { a: null }],
  ["something instead of nothing", null, { a: 1 }],
])("%s is a change", (_, former, fresh) => {
  expect(kept(former, fresh)).toBe(fresh);
});
