import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Listener } from "../house/connection";
import { hopedAt } from "../house/hoped";
import { myGame, remember } from "../house/memory";
import type { ClientMessage, Done, Line, Refused, ServerMessage, TableView } from "../protocol";
import { NOWHERE, TableStore } from "./store.svelte";
import { loadGame } from "./games";

await loadGame("eriantys");

const options = { game: "eriantys", players: 2, settings: {} };
const seen = (you: number | null, number = 1) =>
  ({ number, you, options, phase: "playing", host: 0, rematch: null, turn: 0, seats: [{ name: "Ada", player: 0, bot: null, look: {} }] }) as unknown as TableView;

let sent: ClientMessage[];
let house: Listener;
let table: TableStore;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sent = [];
  table = new TableStore("QQQQQQ", false, () => undefined, (_, listener) => {
    house = listener;
    return { ...NOWHERE, send: (wish) => void sent.push(wish as ClientMessage) };
  });
  house.hear({ type: "welcome", view: seen(null) }, undefined, true);
});

afterEach(() => {
  table.leave();
  vi.useRealTimers();
});

it("keeps the key of a seat from before it is asked for until the house has answered", () => {
  table.claim("WWWWWWWW");
  const claim = sent.at(-1);
  expect(hopedAt("QQQQQQ")).toEqual(claim);
  expect(hopedAt("ZZZZZZ")).toBeNull();
  expect(myGame("QQQQQQ")).toBeUndefined();
  house.hear({ type: "welcome", view: seen(0) }, undefined, false);
  house.hear({ type: "done" }, claim, false);
  expect(hopedAt("QQQQQQ")).toBeNull();
  expect(myGame("QQQQQQ")).toMatchObject({ key: (claim as { key: string }).key, name: "Ada" });
});

it("says so, and forgets the key, when the house has not given the seat", () => {
  table.sit("Ada");
  house.dropped(hopedAt("QQQQQQ")!, "unheard");
  expect(hopedAt("QQQQQQ")).toBeNull();
  expect(myGame("QQQQQQ")).toBeUndefined();
  expect(table.notice?.trouble?.code).toBe("unheard");
});

it("says no longer what was refused once something is done, but goes on saying what is good to know", () => {
  house.hear({ type: "refused", code: "name_taken", sentence: "", parameters: { name: "Ada" } }, { type: "sit", name: "Ada", key: "k" } as ClientMessage, false);
  expect(table.notice?.trouble?.code).toBe("name_taken");
  house.hear({ type: "done" }, { type: "contribute", nonce: "" }, false);
  expect(table.notice?.trouble?.code).toBe("name_taken");
  house.hear({ type: "done" }, { type: "ask_end" }, false);
  expect(table.notice).toBeNull();
  table.mention("asked");
  house.hear({ type: "done" }, { type: "ask_end" }, false);
  expect(table.notice?.text).toBe("asked");
});

it("does not say that it is too late to start what has started", () => {
  house.hear({ type: "refused", code: "not_open", sentence: "" }, { type: "start" }, false);
  expect(table.notice).toBeNull();
});

it("says that a game is paused only as long as it is", () => {
  const paused = (alone_since: number | null, number: number) => ({ ...seen(0, number), alone_since, options: { ...options, patience: { alone: 60 } } }) as TableView;
  house.hear({ type: "welcome", view: paused(1, 2) }, undefined, false);
  house.hear({ type: "refused", code: "paused", sentence: "" }, { type: "act", action: { do: "end_turn" } }, false);
  expect(table.notice?.trouble?.code).toBe("paused");
  house.hear({ type: "welcome", view: paused(null, 3) }, undefined, false);
  expect(table.notice).toBeNull();
});

it("says that the time is up until one can decide again, and then for a while", () => {
  const view = (number: number, legal: object[]) => ({ ...seen(0, number), alone_since: null, turn: 1, options: { ...options, patience: { alone: 60 } }, legal }) as unknown as TableView;
  const what = { kind: "stood_in", seat: 0, why: "clock" };
  house.hear({ type: "entry", entry: { number: 2, time: 0, what, events: [] }, view: view(2, []) } as unknown as ServerMessage, undefined, false);
  vi.advanceTimersByTime(60_000);
  expect(table.notice).toMatchObject({ trouble: { code: "time_up" }, stays: true });
  house.hear({ type: "welcome", view: view(3, [{}]) }, undefined, false);
  expect(table.notice).toMatchObject({ trouble: { code: "time_up" }, stays: false });
  vi.advanceTimersByTime(60_000);
  expect(table.notice).toBeNull();
});

it("takes a free seat for somebody whose seat at a rematch was not kept for so long", () => {
  const open = { ...seen(null), phase: "open", seats: [] } as unknown as TableView;
  const mine = { at: 1, key: "k", name: "Ada", game: "eriantys", phase: "open" as const };
  remember("QQQQQQ", { ...mine, nonce: "" });
  house.unseated("wrong_token");
  house.hear({ type: "welcome", view: open }, undefined, false);
  expect(sent.at(-1)).toMatchObject({ type: "sit" });
  expect(table.notice).toBeNull();
  remember("QQQQQQ", { ...mine, nonce: "brought" }); // he has sat there: somebody may have wanted him to go
  house.unseated("wrong_token");
  expect(table.notice?.trouble?.code).toBe("unseated");
});

it("says what was not done, unless it will be asked for again unasked", () => {
  house.dropped({ type: "contribute", nonce: "" }, "unanswered");
  expect(table.notice).toBeNull();
  house.dropped({ type: "resign" }, "unanswered");
  expect(table.notice?.trouble?.code).toBe("unanswered");
});

it("has one line of chat for each number, when a restored house counts once more", () => {
  const line = (number: number, text: string) => ({ number, name: "Ada", text }) as Line;
  house.hear({ type: "lines", lines: [line(1, "one"), line(2, "two"), line(3, "three")] }, undefined, false);
  house.hear({ type: "lines", lines: [line(2, "another")] }, undefined, false);
  expect(table.chat.map(({ text }) => text)).toEqual(["one", "another"]);
  house.hear({ type: "welcome", view: seen(null), lines: [] }, undefined, false);
  expect(table.chat).toHaveLength(2);
});

const ANSWERS: (Done | Refused)[] = [{ type: "done" }, { type: "refused", code: "stale", sentence: "" }];
it.each(ANSWERS)("is busy until its move is $type, whatever else is answered", (answer) => {
  table.act({ do: "end_turn" });
  const move = sent.at(-1);
  house.hear(answer, { type: "say", text: "well" }, false);
  house.hear(answer, undefined, false);
  expect(table.busy).toBe(true);
  house.hear(answer, move, false);
  expect(table.busy).toBe(false);
});

it.each(["null", "5", "{", '{"table":"QQQQQQ"}', '{"table":"QQQQQQ","hope":{"type":"sit","key":5}}'])("hopes for nothing by %s", (text) => {
  localStorage.setItem("ludoteca-hoped", text);
  expect(hopedAt("QQQQQQ")).toBeNull();
});

const SEATS = ["Ada", "Ben"].map((name) => ({ name, bot: null, player: null, look: {} }));
const view = (changes: Partial<TableView> = {}) =>
  ({ code: "ABCDEF", number: 1, phase: "playing", options: { game: "eriantys", players: 2 }, seats: SEATS, you: 0, host: 0, rematch: null, ...changes }) as TableView;
const lineOf = (number: number, name: string) => ({ number, name, text: "…" }) as Line;

/** A table in front of Ada, and the house that speaks to it. */
function visited(): { table: TableStore; says: (message: ServerMessage, fresh?: boolean) => void } {
  let listener: Listener | undefined;
  const table = new TableStore("ABCDEF", false, () => undefined, (_, heard) => {
    listener = heard;
    return NOWHERE;
  });
  return { table, says: (message, fresh = false) => listener?.hear(message, undefined, fresh) };
}

describe("lines of the chat that were not read", () => {
  it("are those of others that come after one has come", () => {
    const { table, says } = visited();
    says({ type: "welcome", view: view(), lines: [lineOf(1, "Ada"), lineOf(2, "Ben")] }, true);
    expect(table.unread).toBe(0);
    says({ type: "lines", lines: [lineOf(3, "Ada")] });
    expect(table.unread).toBe(0);
    says({ type: "lines", lines: [lineOf(4, "Ben")] });
    expect(table.unread).toBe(1);
    table.readChat();
    expect(table.unread).toBe(0);
  });

  it("are also those that were said while the connection was lost", () => {
    const { table, says } = visited();
    says({ type: "welcome", view: view(), lines: [lineOf(1, "Ben")] }, true);
    says({ type: "welcome", view: view(), lines: [lineOf(2, "Ben")] });
    expect(table.unread).toBe(1);
  });
});

describe("why something cannot be done", () => {
  const HOUR = 3_600_000;

  it("stays with its way to the rules until the next move", () => {
    vi.useFakeTimers();
    const { table, says } = visited();
    says({ type: "welcome", view: view() }, true);
    table.explain("Your table is full.", "3.1");
    vi.advanceTimersByTime(HOUR);
    expect(table.notice?.text).toBe("Your table is full.");
    table.act({ do: "end_turn" });
    expect(table.notice).toBeNull();
    table.leave();
    vi.useRealTimers();
  });

  it("goes by itself where there is nothing more to read", () => {
    vi.useFakeTimers();
    const { table } = visited();
    table.explain("Not now.", undefined);
    vi.advanceTimersByTime(HOUR);
    expect(table.notice).toBeNull();
    vi.useRealTimers();
  });
});
