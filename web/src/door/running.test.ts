import { expect, it } from "vitest";
import type { Mine } from "../house/memory";
import type { TableView } from "../protocol";
import { inOrder, running } from "./running";

const mine: Mine = { at: 0, key: "k", name: "Ada", game: "eriantys", phase: "playing" };
const view = (changes: Partial<TableView> = {}) =>
  ({
    phase: "playing",
    options: { game: "eriantys" },
    turn: 0,
    clock: null,
    seats: [
      { name: "Ada", bot: null },
      { name: "greedy-1", bot: "greedy" },
    ],
    ...changes,
  }) as unknown as TableView;

it("says whose turn it is", () => {
  expect(running("QQQQQQ", mine, view(), 0)).toMatchObject({ yours: true, name: "Ada" });
  expect(running("QQQQQQ", mine, view({ turn: 1 }), 0)).toMatchObject({ yours: false, name: "Gazza" });
});

it("says how long is left", () => {
  const clock = { left: [60_000, 30_000], running: 0, since: 1000 } as TableView["clock"];
  expect(running("QQQQQQ", mine, view({ clock }), 11_000)?.left).toBe(50_000);
  expect(running("QQQQQQ", mine, view({ clock, turn: 1 }), 11_000)?.left).toBe(30_000);
});

it("leaves out what is over, and keeps what the house does not tell", () => {
  expect(running("QQQQQQ", mine, view({ phase: "over" }), 0)).toBeNull();
  expect(running("QQQQQQ", mine, null, 0)).toMatchObject({ name: "", left: null });
  expect(running("QQQQQQ", { ...mine, phase: "over" }, null, 0)).toBeNull();
});

it("puts first what waits for one", () => {
  const one = running("AAAAAA", mine, view({ turn: 1 }), 0)!;
  const other = running("BBBBBB", mine, view(), 0)!;
  expect(inOrder([one, other]).map(({ code }) => code)).toEqual(["BBBBBB", "AAAAAA"]);
});
