import { beforeEach, describe, expect, it } from "vitest";
import { keepChoice, keepName, lastChoice, myGame, myGames, myName, remember } from "./memory";

const SEAT = { at: 1, key: "secret", name: "Ada", game: "masters", phase: "playing" };
const keep = (memory: unknown) => localStorage.setItem("ludoteca", JSON.stringify(memory));

beforeEach(() => localStorage.clear());

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
