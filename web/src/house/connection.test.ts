import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Line as ChatLine, ServerMessage, TableView } from "../protocol";
import { Connection, type Status } from "./connection";
import { last, Line } from "./lines";

const view = (number: number) => ({ number }) as TableView;
const kinds = (line: Line) => line.sent.map((message) => message.type).filter((type) => type !== "ping");

function greeted(number = 1): Line {
  const line = last();
  line.onopen?.();
  line.says({ type: "welcome", view: view(number) });
  return line;
}

let heard: ServerMessage[];
let statuses: Status[];
let unseated: string[];
let dropped: [type: string, code: string][];
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  [heard, statuses, unseated, dropped] = [[], [], [], []];
  vi.stubGlobal("WebSocket", Line);
  connection = new Connection("ABCDEF", "the key", {
    hear: (message) => void heard.push(message),
    status: (status) => void statuses.push(status),
    unseated: (code) => void unseated.push(code),
    dropped: ({ type }, code) => void dropped.push([type, code]),
  });
});

afterEach(() => {
  connection.leave();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a connection", () => {
  it("greets with its key, and is well once it is welcome", () => {
    const line = greeted();
    expect(line.address).toMatch(/^ws.*\/api\/tables\/ABCDEF\/socket$/);
    expect(line.sent[0]).toMatchObject({ type: "hello", key: "the key", seen: 0 });
    expect(statuses.map((status) => status.state)).toEqual(["connecting", "well"]);
  });

  it("keeps what is wished until there is somebody to hear it", () => {
    connection.send({ type: "say", text: "hello" });
    expect(last().sent).toEqual([]);
    expect(kinds(greeted())).toEqual(["hello", "say"]);
  });

  it("comes back by itself, with what it has seen, and repeats what was not answered under the same id", async () => {
    const line = greeted(7);
    connection.send({ type: "act", action: { do: "end_turn" } });
    connection.send({ type: "say", text: "once" });
    connection.send({ type: "resign" });
    line.close();
    expect(dropped).toEqual([["resign", "unanswered"]]);
    expect(statuses.at(-1)?.state).toBe("lost");
    await vi.advanceTimersByTimeAsync(1000);
    expect(Line.all).toHaveLength(2);
    const again = greeted(7);
    expect(again.sent[0]).toMatchObject({ type: "hello", seen: 7 });
    expect(kinds(again)).toEqual(["hello", "act", "say"]);
    for (const type of ["act", "say"]) {
      expect(again.sent.find((message) => message.type === type)).toEqual(line.sent.find((message) => message.type === type));
    }
  });

  it("says at once what does not reach a house that is away, and keeps what the house does once", async () => {
    greeted().close();
    for (const type of ["resign", "ask_end", "start", "rise", "rematch", "close", "move"] as const) {
      connection.send({ type });
      expect(dropped.pop()).toEqual([type, "unheard"]);
    }
    connection.send({ type: "say", text: "later" });
    await vi.advanceTimersByTimeAsync(1000);
    last().onopen?.();
    last().close(); // not welcome yet
    await vi.advanceTimersByTimeAsync(3000);
    expect(kinds(greeted())).toEqual(["hello", "say"]);
    expect(dropped).toEqual([]);
  });

  it.each(["<html>", "", "17", "null"])("ends when what answers does not speak the protocol but says %j", (said) => {
    const line = greeted();
    line.onmessage?.({ data: said });
    expect(statuses.at(-1)).toMatchObject({ state: "ended", code: "strange_answer" });
    expect(line.closed).toBe(true);
    expect(heard).toHaveLength(1);
  });

  it("repeats nothing that was answered", async () => {
    const line = greeted();
    connection.send({ type: "act", action: { do: "end_turn" } });
    const id = line.sent.at(-1)?.id ?? "";
    line.says({ type: "done", id, number: 2 });
    line.close();
    await vi.advanceTimersByTimeAsync(1000);
    expect(kinds(greeted(2))).toEqual(["hello"]);
  });

  it("waits as long as the house says when it restarts", async () => {
    const line = greeted();
    line.says({ type: "goodbye", code: "restart", sentence: "", again: 5 });
    line.close();
    expect(statuses.at(-1)).toMatchObject({ state: "lost", code: "restart" });
    await vi.advanceTimersByTimeAsync(4900);
    expect(Line.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3000);
    expect(Line.all).toHaveLength(2);
  });

  it("does not come back where there is no use", async () => {
    const line = greeted();
    line.says({ type: "goodbye", code: "moved", sentence: "" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Line.all).toHaveLength(1);
    expect(statuses.at(-1)).toMatchObject({ state: "ended", code: "moved" });
    expect(unseated).toEqual(["moved"]);
  });

  it("watches when its key is none", () => {
    const line = last();
    line.onopen?.();
    line.says({ type: "refused", id: "hello", code: "wrong_token", sentence: "" });
    expect(unseated).toEqual(["wrong_token"]);
    expect(line.sent.at(-1)).toMatchObject({ type: "hello", key: null, seen: 0 });
  });

  it("hears everything from the beginning when its seat is gone", async () => {
    const line = greeted(7);
    line.says({ type: "lines", lines: [{ number: 3, name: "Ada", text: "well" } as ChatLine] });
    line.close();
    await vi.advanceTimersByTimeAsync(1000);
    last().onopen?.();
    expect(last().sent.at(-1)).toMatchObject({ seen: 7, heard: 3 });
    last().says({ type: "refused", id: "hello", code: "wrong_token", sentence: "" });
    expect(last().sent.at(-1)).toMatchObject({ key: null, seen: 0, heard: 0 });
  });

  it("begins anew when the house knows less than it did", async () => {
    greeted(7).close();
    await vi.advanceTimersByTimeAsync(1000);
    const older = greeted(4);
    expect(older.closed).toBe(true);
    expect(Line.all).toHaveLength(3);
    expect(heard).toHaveLength(1); // of what was before nothing is told
    expect(greeted(4).sent[0]).toMatchObject({ key: "the key", seen: 0, heard: 0 });
    expect(heard).toHaveLength(2);
    expect(statuses.at(-1)?.state).toBe("well");
  });

  it("tries the key of a seat that was asked for when the answer was lost, and keeps it", async () => {
    const line = greeted();
    connection.send({ type: "claim", code: "WWWWWWWW", key: "a new key" });
    line.close();
    await vi.advanceTimersByTimeAsync(1000);
    const again = greeted(2);
    expect(again.sent[0]).toMatchObject({ type: "hello", key: "a new key" });
    expect(heard.slice(-2).map((message) => message.type)).toEqual(["welcome", "done"]);
    expect(connection.key).toBe("a new key");
    expect(kinds(again)).toEqual(["hello"]);
  });

  it("goes back to what it was when the house has not given the seat", async () => {
    const line = greeted();
    connection.send({ type: "sit", name: "Ada", key: "a new key" });
    line.close();
    await vi.advanceTimersByTimeAsync(1000);
    last().onopen?.();
    last().says({ type: "refused", id: "hello", code: "wrong_token", sentence: "" });
    expect(dropped).toEqual([["sit", "unheard"]]);
    expect(unseated).toEqual([]);
    expect(last().sent.at(-1)).toMatchObject({ type: "hello", key: "the key" });
  });

  it("is taken for lost when a ping is not answered", async () => {
    const line = greeted();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(line.closed).toBe(true);
    expect(Line.all.length).toBeGreaterThan(1);
  });

  it("says at once that the network is gone, and tries again at once, also when it is back", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
    const line = greeted();
    dispatchEvent(new Event("offline"));
    expect(statuses.at(-1)).toMatchObject({ state: "lost", code: "away" });
    expect(line.closed).toBe(true);
    expect(Line.all).toHaveLength(2);
    last().close();
    await vi.advanceTimersByTimeAsync(0);
    expect(statuses.at(-1)?.state).toBe("lost");
    dispatchEvent(new Event("online"));
    expect(Line.all).toHaveLength(3);
    greeted();
    expect(statuses.at(-1)?.state).toBe("well");
  });

  it("tries once, not twice, when it is asked to try again while it still asks for the reason", async () => {
    let answer = (_: unknown): void => {};
    vi.stubGlobal("fetch", () => new Promise((_, reject) => (answer = reject)));
    greeted().close();
    await vi.advanceTimersByTimeAsync(1000);
    last().close(); // it never opened: the page asks the house why
    connection.connect();
    answer(new Error("offline"));
    greeted();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(Line.all).toHaveLength(3);
    expect(statuses.at(-1)?.state).toBe("well");
  });

  it("leaves no second connection open when it is asked to try again", () => {
    const line = greeted();
    connection.connect();
    expect(line.closed).toBe(true);
    expect(last().closed).toBe(false);
  });

  it("is quiet after it was left", async () => {
    const line = greeted();
    connection.leave();
    line.says({ type: "pong" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Line.all).toHaveLength(1);
    expect(heard.map((message) => message.type)).toEqual(["welcome"]);
  });
});
