import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Leaf from "./Leaf.svelte";

let shown: ReturnType<typeof mount>;
function at(path: string): string {
  shown = mount(Leaf, { target: document.body, props: { path } });
  flushSync();
  return document.body.textContent ?? "";
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", () => new Promise(() => undefined)); // the house takes its time
});
afterEach(async () => {
  await unmount(shown);
  vi.unstubAllGlobals();
});

it.each(["learn/constructor", "learn/constructor/end", "rules/toString", "learn/chess", "learn/eriantys/11"])("there is nothing at %s", (path) => {
  expect(at(path)).toContain("There is nothing at this address.");
});

it("goes on at the last step where a later one was kept", async () => {
  localStorage.setItem("ludoteca-learn", '{"eriantys":{"done":[1],"at":99}}');
  at("learn/eriantys");
  await vi.waitFor(() => expect(document.title).toContain("10"), 20_000);
});
