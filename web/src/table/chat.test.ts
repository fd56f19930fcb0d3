import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Listener } from "../house/connection";
import type { ClientMessage } from "../protocol";
import { t } from "../words/words.svelte";
import Chat from "./Chat.svelte";
import { NOWHERE, TableStore } from "./store.svelte";

let sent: ClientMessage[];
let house: Listener;
let table: TableStore;
let chat: ReturnType<typeof mount>;

const field = () => document.querySelector("input")!;
function type(text: string): void {
  field().value = text;
  field().dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
}
function say(text: string): ClientMessage {
  type(text);
  document.querySelector("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
  flushSync();
  return sent.at(-1)!;
}
function refuse(said: ClientMessage): void {
  house.hear({ type: "refused", code: "chat_text", sentence: "", parameters: { most: 500 } }, said, false);
  flushSync();
}

beforeEach(() => {
  sent = [];
  table = new TableStore("QQQQQQ", false, () => undefined, (_, listener) => {
    house = listener;
    return { ...NOWHERE, send: (wish) => void sent.push(wish as ClientMessage) };
  });
  chat = mount(Chat, { target: document.body, props: { table } });
  flushSync();
});
afterEach(async () => {
  await unmount(chat);
  table.leave();
});

it("a line that is said leaves the field", () => {
  expect(say(" hello ")).toEqual({ type: "say", text: "hello" });
  expect(field().value).toBe("");
});

it("a line that is refused comes back into the field", () => {
  refuse(say("hel\u200blo"));
  expect(field().value).toBe("hel\u200blo");
});

it("it waits while another one is being written", () => {
  const refused = say("first");
  type("second");
  refuse(refused);
  expect(field().value).toBe("second");
  say("second");
  expect(field().value).toBe("first");
});

const line = (number: number, name: string, text: string) => ({ number, time: 0, seat: 0, name, text });
function hear(...lines: ReturnType<typeof line>[]): void {
  house.hear({ type: "lines", lines }, undefined, false);
  flushSync();
}
const rows = () => [...document.querySelectorAll("li")].map((row) => row.textContent.trim().replace(/\s+/g, " "));

it("a line is reported once, by a button that says what it does", () => {
  hear(line(1, "Bob", "hello"), line(2, "Bob", "something bad"));
  const buttons = document.querySelectorAll<HTMLButtonElement>("li button");
  expect(buttons.length).toBe(2);
  expect(buttons[1]!.getAttribute("aria-label")).toBe(t("table.chat.report", { name: "Bob" }));
  buttons[1]!.click();
  flushSync();
  expect(sent).toEqual([{ type: "report", line: 2 }]);
  expect(document.querySelectorAll("li button").length).toBe(1);
  expect(rows()[1]).toBe(`Bob something bad ${t("table.chat.reported")}`);
});

it("a line that the operator deletes stays where it was, without its text", () => {
  hear(line(1, "Bob", "one"), line(2, "Bob", "something bad"), line(3, "Bob", "three"));
  hear(line(2, "Bob", ""));
  expect(rows().map((row) => row.replace(" ⚑", ""))).toEqual(["Bob one", `Bob ${t("table.chat.deleted")}`, "Bob three"]);
  hear(line(4, "Bob", "four"));
  expect(table.chat.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});
