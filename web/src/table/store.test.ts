import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Listener } from "../house/connection";
import { hopedAt } from "../house/hoped";
import { myGame } from "../house/memory";
import type { ClientMessage, Done, Line, Refused, TableView } from "../protocol";
import { NOWHERE, TableStore } from "./store.svelte";

const options = { game: "eriantys", players: 2, settings: {} };
const seen = (you: number | null, number = 1) =>
  ({ number, you, options, phase: "playing", host: 0, rematch: null, turn: 0, seats: [{ name: "Ada", player: 0, bot: null }] }) as unknown as TableView;

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
