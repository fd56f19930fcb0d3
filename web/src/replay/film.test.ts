import { expect, it } from "vitest";
import type { Film, Frame } from "../protocol";
import { say } from "../words/words.svelte";
import { beginning, develop, nearest, nextToPlay, turnFrom } from "./film";
import { loadGame } from "../table/games";

await loadGame("eriantys");

const options = { game: "eriantys", players: 2 };
const look = { tower: null, wizard: null };
const seats = [{ name: "Ada", player: 0 }, { name: "Bob", player: 1 }];

let number = 0;
function frame(what: object, change: Partial<Frame> = {}): Frame {
  number += 1;
  return { number, time: number * 1000, what, events: [], view: {}, game: {}, gone: [], ...change } as Frame;
}

function film(): Film {
  number = 0;
  const sat = (seat: number, name: string) => frame({ kind: "sat", seat, name, look, bot: null, keyed: true, here: true }, { view: { seats } });
  return {
    code: "QQQQQQ",
    finished: true,
    frames: [
      frame({ kind: "opened" }, { view: { options, phase: "open", turn: null, seats: [] } }),
      sat(0, "Ada"),
      sat(1, "Bob"),
      frame({ kind: "started", order: [0, 1], looks: [look, look], rules_version: "1" }, { view: { phase: "playing", turn: 0 }, game: { phase: "planning", moved: 1, islands: {} } }),
      frame({ kind: "acted", seat: 0, by: "player" }, { view: { turn: 1 }, game: { phase: "action" }, gone: ["moved"], events: [{ event: "AssistantPlayed", seat: 0, value: 7 }, { event: "TurnStarted", seat: 1 }] }),
      frame({ kind: "contributed", seat: 0 }),
      frame({ kind: "acted", seat: 1, by: "bot" }, { view: { turn: 0 }, events: [{ event: "TurnStarted", seat: 0 }, { event: "AssistantPlayed", seat: 1, value: 2 }] }),
      frame({ kind: "ended", why: "rules", winners: [0], secret: "00" }, { view: { phase: "over", turn: null } }),
    ],
  };
}

it("makes the view of every moment of the changes before it", () => {
  const moments = develop(film());
  expect(moments.map(({ view }) => [view.number, view.phase, view.turn, view.game && view.game["phase"]])).toEqual([
    [1, "open", null, null],
    [2, "open", null, null],
    [3, "open", null, null],
    [4, "playing", 0, "planning"],
    [5, "playing", 1, "action"],
    [6, "playing", 1, "action"],
    [7, "playing", 0, "action"],
    [8, "over", null, "action"],
  ]);
  expect("moved" in moments[3]!.view.game!).toBe(true);
  expect("moved" in moments[4]!.view.game!).toBe(false);
});

it("shares what did not change", () => {
  const moments = develop(film());
  expect(moments[4]!.view.game!["islands"]).toBe(moments[3]!.view.game!["islands"]);
  expect(moments[5]!.view.game).toBe(moments[4]!.view.game);
});

it("tells every moment in words", () => {
  const lines = develop(film()).map(({ line }) => line.parts.map(say).join(" "));
  expect(lines[4]).toBe("Ada plays assistant 7.");
  expect(lines[5]).toBe("");
});

it("finds the beginning, the turns and what is worth showing", () => {
  const moments = develop(film());
  expect(beginning(moments)).toBe(4);
  expect(beginning(moments.slice(0, 2))).toBe(1);
  expect([turnFrom(moments, 4, 1), turnFrom(moments, 5, 1), turnFrom(moments, 7, 1)]).toEqual([5, 7, 8]);
  expect([turnFrom(moments, 8, -1), turnFrom(moments, 7, -1), turnFrom(moments, 4, -1)]).toEqual([7, 5, 1]);
  expect([nextToPlay(moments, 5), nextToPlay(moments, 7), nextToPlay(moments, 8)]).toEqual([7, 8, null]);
  expect(nextToPlay(moments.slice(0, 6), 5)).toBe(6);
});

it("stays within the game whatever a link says", () => {
  const moments = develop(film());
  expect([-3, 0, NaN, 2.4, 99].map((wished) => nearest(moments, wished))).toEqual([1, 1, 1, 2, 8]);
});
