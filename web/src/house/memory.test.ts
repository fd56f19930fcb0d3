import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepChoice, keepName, lastChoice, myGame, myGames, myName, remember } from "./memory";

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

const SEAT = { at: 1, key: "secret", name: "Ada", game: "masters", phase: "playing" };
const keep = (memory: unknown) => localStorage.setItem("ludoteca", JSON.stringify(memory));

it("remembers a name, a choice and the seats", () => {
  const choice = { game: "eriantys", players: 3, expert: true, level: "easy" };
  keepName("Ada");
  keepChoice(choice);
  remember("ABCDEF", { ...SEAT, nonce: "n", start: true });
  expect(myName()).toBe("Ada");
  expect(lastChoice()).toEqual(choice);
  expect(myGames()).toEqual([["ABCDEF", { ...SEAT, nonce: "n", start: true }]]);
});

describe("what is kept and makes no sense", () => {
  it.each([null, 5, "abc", [], { games: null }, { games: "abc" }, { games: ["abc"] }, { games: { ABCDEF: null } }, { games: { ABCDEF: {} } }])(
    "is nothing: %j",
    (memory) => {
      keep(memory);
      expect(myGames()).toEqual([]);
      expect(lastChoice()).toEqual({});
      expect(myName()).toMatch(/^Guest-/);
      expect(remember("GHIJKL", SEAT)).toBe(true);
      expect(myGames()).toEqual([["GHIJKL", SEAT]]);
    },
  );

  it("spoils only its own member of a seat", () => {
    keep({ name: 5, games: { ABCDEF: { ...SEAT, name: null, at: 1e300, phase: 5, start: "yes" }, GHIJKL: SEAT } });
    expect(myGame("ABCDEF")).toEqual({ ...SEAT, name: "", phase: "", at: expect.any(Number) as number });
    expect(myGame("ABCDEF")?.at).toBeLessThanOrEqual(Date.now());
    expect(myGame("GHIJKL")).toEqual(SEAT);
  });

  it("spoils only its own member of the choice", () => {
    keep({ choice: { game: "masters", players: -1, expert: "x", level: null } });
    expect(lastChoice()).toEqual({ game: "masters" });
  });
});
