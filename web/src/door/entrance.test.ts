import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import { hearOfAdmission, isShut } from "../house/admission.svelte";
import { t } from "../words/words.svelte";
import Entrance from "./Entrance.svelte";

const HOUSE = { name: "Here", version: "1", games: [], bots: [], private: true, admitted: true };
let entrance: ReturnType<typeof mount> | undefined;
let asked: unknown[] = [];

/** A house that lets in whoever says the right thing. */
function house(right: object): void {
  asked = [];
  vi.stubGlobal("fetch", (path: string, { body }: { body?: string }) => {
    if (path === "/api/house") return Promise.resolve(Response.json(HOUSE));
    asked.push(JSON.parse(body ?? "null"));
    if (JSON.stringify(asked.at(-1)) === JSON.stringify(right)) return Promise.resolve(Response.json({ token: "x", until: 1 }));
    return Promise.resolve(Response.json({ code: "wrong_password", sentence: "", parameters: {} }, { status: 403 }));
  });
  hearOfAdmission(false);
  entrance = mount(Entrance, { target: document.body });
  flushSync();
}
function type(password: string): void {
  const field = document.querySelector("input")!;
  field.value = password;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  document.querySelector("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
}

afterEach(async () => {
  if (entrance) await unmount(entrance);
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

it("the right password opens the house", async () => {
  house({ password: "open sesame" });
  type("open sesame");
  await vi.waitFor(() => expect(isShut()).toBe(false));
  expect(asked).toEqual([{ password: "open sesame" }]);
});

it("a wrong one is told, and the house stays shut", async () => {
  house({ password: "open sesame" });
  type("open barley");
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")!.textContent).toBe(t("refused.wrong_password")));
  expect(isShut()).toBe(true);
});

it("an invitation in the link is used at once, and leaves the address bar", async () => {
  history.replaceState(null, "", "/t/QQQQQQ?at=3#invitation=aB-c_9");
  house({ invitation: "aB-c_9" });
  await vi.waitFor(() => expect(isShut()).toBe(false));
  expect(location.href.endsWith("/t/QQQQQQ?at=3")).toBe(true);
});
