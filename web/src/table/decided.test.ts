import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import Decided from "./Decided.svelte";
import type { TableStore } from "./store.svelte";

let shown: ReturnType<typeof mount> | undefined;
const table = { code: "ABCDEF", who: (player: number) => ["Ada", "Bob"][player], seatOf: (player: number) => player, identity: () => undefined } as unknown as TableStore;
const turning = (entry: number, chance: number, left: number, kind = "action") => ({ kind, entry, before: entry - 1, player: 0, chance, left, played: null, played_words: "", better: null, by: "player" });

async function asked(status: number, answer: object): Promise<string> {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(answer), { status })));
  shown = mount(Decided, { target: document.body, props: { table } });
  flushSync();
  document.querySelector("button")!.click();
  await vi.waitFor(() => expect(document.querySelector("section, [role=alert]")).not.toBeNull());
  return document.body.textContent ?? "";
}

afterEach(async () => {
  if (shown) await unmount(shown);
  vi.unstubAllGlobals();
});

it("names the three moments that weighed most, in their order, each with a link into the replay", async () => {
  const turnings = [turning(9, 0.5, 0.42), turning(17, 0.5, 0.2), turning(25, 0.65, 0.5), turning(38, 0.83, 0.6, "luck")];
  const words = await asked(200, { turnings });
  const links = [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/replay/ABCDEF?at=17", "/replay/ABCDEF?at=25", "/replay/ABCDEF?at=38"]);
  expect(words).toContain("50 % to win became 20 %");
  expect(words).toContain("Luck for Ada");
});

it("says so when no single moment decided it", async () => {
  expect(await asked(200, { turnings: [] })).toContain("No single moment");
});

it("says why there is no review", async () => {
  await asked(404, { code: "no_review", sentence: "There is none." });
  expect(document.querySelector("[role=alert]")?.textContent?.length).toBeGreaterThan(0);
});
