import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { myGame, myGames, remember } from "./memory";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

const fill = (at: (number: number) => number) => {
  for (let number = 0; number < 50; number++) remember(`OLD${number}`, { at: at(number), key: "k" });
};

it("keeps the fifty newest games", () => {
  fill((number) => number);
  remember("NEWEST", { at: Date.now(), key: "k" });
  expect(myGames()).toHaveLength(50);
  expect(myGames()[0]?.[0]).toBe("NEWEST");
  expect(myGame("OLD0")).toBeUndefined();
});

it("keeps new games though the clock was ahead when the others were remembered", () => {
  vi.setSystemTime(9_000_000);
  fill((number) => 9_000_000 + number);
  vi.setSystemTime(1_000_000);
  for (const code of ["FIRST", "SECOND"]) {
    remember(code, { at: Date.now(), key: "k" });
    vi.advanceTimersByTime(1);
  }
  expect(myGames().map(([code]) => code).slice(0, 2)).toEqual(["SECOND", "FIRST"]);
  expect(myGames()).toHaveLength(50);
});
