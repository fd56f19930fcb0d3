import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Film, Frame } from "../protocol";
import { ReplayTable } from "./store.svelte";

const look = { tower: null, wizard: null };

function film(finished = true): Film {
  const frames = [
    { kind: "opened" },
    { kind: "sat", seat: 0, name: "Ada", look, bot: null, keyed: true, here: true },
    { kind: "started", order: [0], looks: [look], rules_version: "1" },
    { kind: "departed", seat: 0 },
    { kind: "contributed", seat: 0 },
    { kind: "arrived", seat: 0 },
    { kind: "ended", why: "rules", winners: [], secret: "00" },
  ].map((what, at) => {
    const phase = at < 2 ? "open" : at < 6 ? "playing" : "over";
    const view = { options: { game: "eriantys" }, phase, turn: phase === "playing" ? 0 : null, seats: [{ name: "Ada", player: 0 }] };
    return { number: at + 1, time: at, what, events: [], view, game: at === 2 ? { phase: "planning" } : {}, gone: [] } as unknown as Frame;
  });
  return { code: "QQQQQQ", finished, frames };
}

let table: ReplayTable;
beforeEach(() => {
  vi.useFakeTimers();
  table = new ReplayTable("QQQQQQ");
  table.show(film(), null);
});
afterEach(() => {
  table.leave();
  vi.useRealTimers();
});

it("says that it is too early where nothing may be shown yet", () => {
  const delayed = new ReplayTable("QQQQQQ");
  delayed.show({ ...film(false), frames: [] }, null);
  expect([delayed.tooEarly, delayed.view]).toEqual([true, null]);
  delayed.show(film(false), null);
  expect([delayed.tooEarly, delayed.at]).toEqual([false, 7]);
  delayed.leave();
});

it("begins with the game, or with the present of one that goes on, or where a link says", () => {
  expect(table.at).toBe(3);
  table.show(film(false), null);
  expect(table.at).toBe(7);
  table.show(film(), 5);
  expect([table.at, table.view?.number]).toEqual([5, 5]);
});

it("goes step by step, and no further than there are moments", () => {
  table.step(1);
  expect([table.at, table.latest?.number]).toEqual([4, 4]);
  table.step(-1);
  expect([table.at, table.latest]).toEqual([3, null]);
  table.jump(4);
  expect([table.at, table.latest]).toEqual([4, null]);
  table.jump(99);
  expect(table.at).toBe(7);
  table.step(1);
  expect([table.at, table.latest]).toEqual([7, null]);
  table.turn(-1);
  expect(table.at).toBe(3);
  table.turn(-1);
  expect(table.at).toBe(1);
});

it("plays by itself to the end, passes over what shows nothing, and begins anew after it", () => {
  table.toggle();
  const seen = [1, 2, 3, 4].map(() => (vi.advanceTimersByTime(1000), table.at));
  expect(seen).toEqual([4, 6, 7, 7]);
  expect(table.playing).toBe(false);
  table.toggle();
  expect([table.at, table.playing]).toEqual([3, true]);
  table.toggle();
  vi.advanceTimersByTime(5000);
  expect([table.at, table.playing]).toEqual([3, false]);
});

it("plays faster where that is wished", () => {
  table.speed = 4;
  table.toggle();
  vi.advanceTimersByTime(500);
  expect(table.at).toBe(6);
});

it("stops playing when somebody takes the handle", () => {
  table.toggle();
  table.step(1);
  expect(table.playing).toBe(false);
});

it("reads out where one stays, not what one passes", () => {
  table.jump(4);
  table.jump(6);
  expect(table.spoken).toBe("");
  vi.advanceTimersByTime(500);
  expect(table.spoken).toContain("Ada");
});

it("can be gone on from while the game was played", () => {
  const playable = [1, 3, 6, 7].map((at) => (table.jump(at), table.playable));
  expect(playable).toEqual([false, true, true, false]);
});

it("has clocks that stand as they stood", () => {
  table.jump(5);
  expect(table.now()).toBe(4);
});
