import { beforeEach, expect, it, vi } from "vitest";

/** Where a page is that is loaded at an address. */
async function at(address: string) {
  history.replaceState(null, "", address);
  vi.resetModules();
  return (await import("./route.svelte")).place();
}

beforeEach(() => {
  location.href = "http://localhost:3000/"; // happy-dom begins at about:blank
});

it("closes what lies over the page, the uppermost first, before it goes back", async () => {
  const { place, read, layOver } = await import("./route.svelte");
  const closed: string[] = [];
  const goBack = () => {
    history.replaceState(null, "", "/"); // happy-dom has no way back: this is what one comes to see then
    dispatchEvent(new PopStateEvent("popstate"));
  };
  read("glossary");
  const gone = ["below", "above"].map((name) => layOver(() => void closed.push(name)));
  goBack();
  expect([closed, place().leaf, location.pathname]).toEqual([["above"], "glossary", "/glossary"]);
  gone[1]?.();
  goBack();
  expect([closed, place().leaf]).toEqual([["above", "below"], "glossary"]);
  gone[0]?.();
  goBack();
  expect([closed.length, place().leaf]).toEqual([2, null]);
});

it.each([
  ["/", null],
  ["/t/abc-def", "ABCDEF"],
  ["/replay/ab%20cd", "ABCD"],
  ["/t/%", "%"],
  ["/t/%E0%A4%A", "%E0%A4%A"],
])("at %s the table is %s", async (address, code) => {
  expect((await at(address)).code).toBe(code);
});
