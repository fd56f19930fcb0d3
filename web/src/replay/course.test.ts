import { expect, it } from "vitest";
import { eriantys } from "../eriantys/game";
import { position as islands } from "../eriantys/positions";
import { masters } from "../masters/game";
import { board, position as boards } from "../masters/positions";
import type { TableView } from "../protocol";
import type { Game } from "../table/game";
import { charted, corners, path, range, turningPoints } from "./course";
import type { Moment } from "./film";

const names = ["Ada", "Bob", "Cyd", "Dan"];
const seats = names.map((name, player) => ({ name, player, bot: null, look: {} }));

/** Moments of a table at which these games lie one after the other. */
const moments = (games: (object | null)[]): Moment[] =>
  games.map((game) => ({ view: { game, seats, options: { settings: {} } } as unknown as TableView }) as unknown as Moment);

function figures(game: Game, shown: (object | null)[]) {
  const chart = charted(moments(shown), game);
  return chart?.measures.map((measure, at) => [measure, chart.lines[at]?.map(({ name, values }) => [name, ...values])]);
}

it("shows towers, professors and influence of every side of Eriantys", () => {
  const built = islands({ islands: { "3": { students: { red: 2 }, tower: "black" } } });
  built.boards.B = { ...built.boards.B!, professors: ["red"] };
  expect(figures(eriantys, [null, islands(), built])).toEqual([
    ["result.towers", [["Ada", 0, 0], ["Bob", 0, 1]]],
    ["result.professors", [["Ada", 0, 0], ["Bob", 0, 1]]],
    ["replay.chart.influence", [["Ada", 0, 0], ["Bob", 0, 3]]],
  ]);
});

it("draws every line in the colour of its player", () => {
  const chart = charted(moments([boards({ players: { A: board(), B: board() } })]), masters);
  expect(chart?.lines[0]?.map(({ name, colour }) => [name, colour])).toEqual([["Ada", "var(--wizard-1)"], ["Bob", "var(--wizard-2)"]]);
});

it("puts a team on one line", () => {
  const four = islands({ players: 4 });
  four.boards = { ...four.boards, C: four.boards.A!, D: four.boards.B! };
  expect(figures(eriantys, [four])?.[0]?.[1]).toEqual([["Ada and Cyd", 0], ["Bob and Dan", 0]]);
});

it("shows points by part of Masters, and the track", () => {
  const after = boards({ players: { A: board({ faith: 3, strongbox: { coin: 10 } }), B: board() } });
  const found = Object.fromEntries(figures(masters, [boards(), after]) ?? []) as Record<string, unknown>;
  expect(found["masters.result.total"]).toEqual([["Ada", 0, 3], ["Bob", 0, 0]]);
  expect(found["masters.result.resources"]).toEqual([["Ada", 0, 2], ["Bob", 0, 0]]);
  expect(found["replay.chart.space"]).toEqual([["Ada", 0, 3], ["Bob", 0, 0]]);
});

it("has Lorenzo on the track, where he plays, and nowhere else", () => {
  const solo = boards({ players: { A: board({ faith: 2 }) }, lorenzo: { cross: 5, stack: 4 } });
  const found = Object.fromEntries(figures(masters, [solo]) ?? []) as Record<string, unknown>;
  expect(found["replay.chart.space"]).toEqual([["Ada", 2], ["Lorenzo", 5]]);
  expect(found["masters.result.total"]).toEqual([["Ada", 0]]);
});

it("is not there before a game is, nor for a game without one", () => {
  expect(charted(moments([null, null]), eriantys)).toBe(null);
  expect(charted(moments([islands()]), undefined)).toBe(null);
  expect(charted(moments([null, islands()]), eriantys)?.first).toBe(2);
});

it("draws lines that keep their height until it changes", () => {
  const values = [0, 0, 2, 2, 1];
  expect(corners(values)).toEqual([0, 2, 4]);
  expect(path(values, (place) => place * 10, (value) => 50 - value)).toBe("M0.0 50.0H20.0V48.0H40.0V49.0H40.0");
  expect(path([null], Number, Number)).toBe("");
  expect(turningPoints([{ name: "Ada", colour: "", values }, { name: "Bob", colour: "", values: [0, 1, 1, 1, 1] }])).toEqual([0, 1, 2, 4]);
});

it("reaches from zero to the highest", () => {
  expect(range([{ name: "Ada", colour: "", values: [3, 8] }, { name: "Bob", colour: "", values: [null, 2] }])).toEqual([0, 8]);
  expect(range([{ name: "Ada", colour: "", values: [0] }])).toEqual([0, 1]);
});
