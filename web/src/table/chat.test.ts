import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Listener } from "../house/connection";
import type { ClientMessage } from "../protocol";
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
