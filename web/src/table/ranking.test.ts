import { expect, it } from "vitest";
import { ranked } from "./ranking";

const row = (name: string, figures: number[], won = false) => ({ name, figures, won, players: [] });
const places = (rows: ReturnType<typeof row>[], deciding = [0, 1]) =>
  ranked({ columns: [], deciding, rows }).map(({ place, name }) => `${place} ${name}`);

it("puts the winner first, whatever the figures say", () => {
  expect(places([row("Ada", [9, 0]), row("Bob", [3, 0], true)])).toEqual(["1 Bob", "2 Ada"]);
});

it("goes on by the figures that decide", () => {
  expect(places([row("Ada", [5, 1]), row("Bob", [5, 3], true), row("Cyd", [5, 2])])).toEqual(["1 Bob", "2 Cyd", "3 Ada"]);
});

it("lets equals share a place", () => {
  expect(places([row("Ada", [4, 1]), row("Bob", [4, 1]), row("Cyd", [6, 0], true), row("Dan", [1, 1])])).toEqual([
    "1 Cyd",
    "2 Ada",
    "2 Bob",
    "4 Dan",
  ]);
});

it("counts only what decides", () => {
  expect(places([row("Ada", [7, 1, 9]), row("Bob", [7, 8, 2])], [0, 2])).toEqual(["1 Ada", "2 Bob"]);
});
