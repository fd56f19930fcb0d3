import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TableView } from "../protocol";
import { giveUp } from "./giving_up";
import { Line, last } from "./lines";

const ADA = { bot: null };
const BOT = { bot: "greedy" };
const view = (phase: string, you: number | null, seats: object[]) => ({ number: 1, phase, you, host: 0, seats }) as unknown as TableView;

let over: boolean | null; // whether the house has heard of it, once that is known

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("nobody is there")));
  over = null;
  void giveUp("ABCDEF", "the key").then((heard) => (over = heard));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function welcomed(phase: string, you: number | null = 0, seats: object[] = [ADA, ADA]): Line {
  const line = last();
  line.onopen?.();
  line.says({ type: "welcome", view: view(phase, you, seats) });
  return line;
}

describe("a seat that is given up", () => {
  it.each([
    ["playing", 0, [ADA, BOT], "resign"],
    ["open", 0, [ADA, ADA], "rise"],
    ["open", 0, [ADA, BOT], "close"],
    ["open", 1, [BOT, ADA], "rise"],
  ])("at a table that is %s, at seat %i of %j: %s", async (phase, you, seats, type) => {
    const line = welcomed(phase, you, seats);
    expect(line.sent[0]).toMatchObject({ type: "hello", key: "the key" });
    const wish = line.sent.at(-1);
    expect(wish).toMatchObject({ type });
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toBeNull();
    line.says({ type: "done", id: wish?.id ?? "" });
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toBe(true);
    expect(line.closed).toBe(true);
  });

  it.each([
    ["over", 0],
    ["playing", null],
  ])("asks for nothing where it is %s and the seat is %s", async (phase, you) => {
    const line = welcomed(phase, you);
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toBe(true);
    expect(line.sent.map(({ type }) => type)).not.toContain("resign");
  });

  it("is not one's own any more where the house refuses it", async () => {
    const line = welcomed("playing");
    line.says({ type: "refused", id: line.sent.at(-1)?.id ?? "", code: "not_playing", sentence: "" });
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toBe(true);
  });

  it.each(["before it is welcome", "before the answer"])("is as it was where the house goes away %s", async (when) => {
    const line = when === "before the answer" ? welcomed("playing") : last();
    line.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(over).toBe(false);
    expect(Line.all).toHaveLength(1);
  });
});
