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

it.each([
  ["/", null],
  ["/t/abc-def", "ABCDEF"],
  ["/replay/ab%20cd", "ABCD"],
  ["/t/%", "%"],
  ["/t/%E0%A4%A", "%E0%A4%A"],
])("at %s the table is %s", async (address, code) => {
  expect((await at(address)).code).toBe(code);
});
