import { describe, expect, it, vi } from "vitest";
import type { Line, ServerMessage, TableView } from "../protocol";
import type { Listener } from "../house/connection";
import { NOWHERE, TableStore } from "./store.svelte";

const SEATS = ["Ada", "Ben"].map((name) => ({ name, bot: null, player: null }));
const view = (changes: Partial<TableView> = {}) =>
  ({ code: "ABCDEF", number: 1, phase: "playing", options: { game: "eriantys", players: 2 }, seats: SEATS, you: 0, host: 0, rematch: null, ...changes }) as TableView;
const line = (number: number, name: string) => ({ number, name, text: "…" }) as Line;

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
    says({ type: "welcome", view: view(), lines: [line(1, "Ada"), line(2, "Ben")] }, true);
    expect(table.unread).toBe(0);
    says({ type: "lines", lines: [line(3, "Ada")] });
    expect(table.unread).toBe(0);
    says({ type: "lines", lines: [line(4, "Ben")] });
    expect(table.unread).toBe(1);
    table.readChat();
    expect(table.unread).toBe(0);
  });

  it("are also those that were said while the connection was lost", () => {
    const { table, says } = visited();
    says({ type: "welcome", view: view(), lines: [line(1, "Ben")] }, true);
    says({ type: "welcome", view: view(), lines: [line(2, "Ben")] });
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
