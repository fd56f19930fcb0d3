import { expect, it } from "vitest";
import protocol from "../protocol.ts?raw";
import { CATALOGUES } from "../words/catalogues";
import { known } from "../words/words.svelte";
import { WAYS, waysOn } from "./ways";

function codes(type: string): string[] {
  const found = new RegExp(`export type ${type} =([^;]+);`).exec(protocol)?.[1] ?? "";
  return [...found.matchAll(/"(\w+)"/g)].map((match) => match[1] ?? "");
}
const all = [...codes("ProblemCode"), ...codes("RefusalCode")];

it("every trouble of the house has its way on", () => {
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter((code) => !(code in WAYS))).toEqual([]);
  expect(Object.values(WAYS).every((ways) => ways.length > 0)).toBe(true);
});

it.each(Object.keys(WAYS))("%s has its words, and so have its ways, in every language", (code) => {
  const wanted = [`refused.${code}`, ...waysOn(code).map((way) => (way === "close" ? "page.close" : `way.${way}`))];
  for (const catalogue of Object.values(CATALOGUES)) {
    expect(wanted.filter((key) => known(key) === null || !(key in catalogue))).toEqual([]);
  }
});

it("what a newer house says can be read and closed", () => {
  expect(waysOn("something_new")).toEqual(["close"]);
});
