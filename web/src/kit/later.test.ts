import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Later from "./Later.svelte";
import Coin from "./Coin.svelte";

let house: () => Promise<Response>;
let shown: ReturnType<typeof mount>;
const ways = () => [...document.querySelectorAll<HTMLElement>("[data-way]")];
const show = (load: () => Promise<{ default: typeof Coin }>) => {
  shown = mount(Later, { target: document.body, props: { load, with: {} } });
};
const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

beforeEach(() => vi.stubGlobal("fetch", () => house()));
afterEach(async () => {
  await unmount(shown);
  vi.unstubAllGlobals();
});

it("a part that the house has no more is had by loading the page again", async () => {
  house = () => Promise.resolve(Response.json({ name: "", version: "", games: [], bots: [] }));
  show(gone);
  await vi.waitFor(() => expect(ways().map((way) => way.dataset["way"])).toEqual(["reload"]));
  expect(document.body.textContent).toContain("This page is older than the house.");
});

it("while the house is away, it is tried again", async () => {
  house = () => Promise.reject(new TypeError("Failed to fetch"));
  const load = vi.fn(gone);
  show(load);
  await vi.waitFor(() => expect(ways().map((way) => way.dataset["way"])).toEqual(["again"]));
  load.mockResolvedValue({ default: Coin } as never);
  ways()[0]?.click();
  flushSync();
  await vi.waitFor(() => expect(document.querySelector("svg")).not.toBeNull());
  expect(load).toHaveBeenCalledTimes(2);
});
