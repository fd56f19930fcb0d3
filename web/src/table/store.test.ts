import { describe, expect, it } from "vitest";
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
