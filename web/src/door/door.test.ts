import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { place } from "../route.svelte";
import Door from "./Door.svelte";

let door: ReturnType<typeof mount>;
let answers: Map<string, (() => void)[]>;
let pushed: ReturnType<typeof vi.spyOn>;

/** The house answers whenever the test wants it to. */
const answer = async (path: string) => {
  for (const each of answers.get(path) ?? []) each();
  await new Promise((resolve) => setTimeout(resolve)); // all that hangs on it
};
function join(code: string): void {
  const field = document.querySelector<HTMLInputElement>(".join input")!;
  field.value = code;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  document.querySelector(".join")!.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
}

beforeEach(() => {
  location.href = "http://localhost:3000/";
  Object.assign(place(), { code: null });
  answers = new Map();
  vi.stubGlobal(
    "fetch",
    (path: string) =>
      new Promise((resolve) => {
        const waiting = answers.get(path) ?? [];
        answers.set(path, [...waiting, () => resolve(new Response("{}"))]);
      }),
  );
  pushed = vi.spyOn(history, "pushState");
  door = mount(Door, { target: document.body });
  flushSync();
});
afterEach(async () => {
  await unmount(door);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("joining thrice leads to the table once", async () => {
  join("abcdef");
  join("abcdef");
  join("abcdef");
  await answer("/api/tables/ABCDEF");
  expect(place().code).toBe("ABCDEF");
  expect(pushed).toHaveBeenCalledTimes(1);
});

it("of two codes the last one counts", async () => {
  join("abcdef");
  join("ghijkl");
  await answer("/api/tables/GHIJKL");
  await answer("/api/tables/ABCDEF");
  expect(place().code).toBe("GHIJKL");
});

it("an answer that comes late leads nobody away", async () => {
  join("abcdef");
  await unmount(door);
  await answer("/api/tables/ABCDEF");
  expect(place().code).toBeNull();
  door = mount(Door, { target: document.body });
});
