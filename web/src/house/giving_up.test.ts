import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TableView } from "../protocol";
import { giveUp } from "./giving_up";
import { Line, last } from "./lines";

const view = (phase: string, you: number | null = 0) => ({ number: 1, phase, you }) as unknown as TableView;

let over: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  vi.stubGlobal("WebSocket", Line);
  over = false;
  void giveUp("ABCDEF", "the key").then(() => (over = true));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function welcomed(phase: string, you: number | null = 0): Line {
  const line = last();
  line.onopen?.();
  line.says({ type: "welcome", view: view(phase, you) });
  return line;
}

describe("a seat that is given up", () => {
  it.each([
    ["playing", "resign"],
    ["open", "rise"],
  ])("at a table where it is %s: %s", async (phase, type) => {
    const line = welcomed(phase);
    expect(line.sent[0]).toMatchObject({ type: "hello", key: "the key" });
    const wish = line.sent.at(-1);
    expect(wish).toMatchObject({ type });
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toBe(false);
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

  it.each(["refused", "lost"])("is left as it is where the house is %s", async (how) => {
    const line = welcomed("playing");
    if (how === "lost") line.close();
    else line.says({ type: "refused", id: line.sent.at(-1)?.id ?? "", code: "not_playing", sentence: "" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(over).toBe(true);
    expect(Line.all).toHaveLength(1);
  });
});
