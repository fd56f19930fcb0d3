import { beforeEach, expect, it, vi } from "vitest";

async function kept(text: string) {
  localStorage.setItem("ludoteca-look", text);
  vi.resetModules();
  return (await import("./look.svelte")).look;
}

beforeEach(() => localStorage.clear());

it("is as it was chosen", async () => {
  const chosen = { theme: "dark", palette: "contrast", letters: true, language: "it" };
  expect(await kept(JSON.stringify(chosen))).toEqual(chosen);
});

it.each(["null", "5", "{broken", '{"language":"de"}', '{"theme":"pink","palette":null,"letters":"x","language":{}}'])(
  "is the usual one where %s is kept",
  async (text) => {
    expect(await kept(text)).toEqual({ theme: "auto", palette: "base", letters: false, language: "en" });
  },
);
