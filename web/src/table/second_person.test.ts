import { expect, it } from "vitest";
import { CATALOGUES } from "../words/catalogues";
import { say, type Key } from "../words/words.svelte";
import { told } from "./game";
import { toYou } from "./second_person";

it("speaks to the one who did it", () => {
  expect(say(toYou(told("tell.assistant", { name: "Ada", value: 4 }), "Ada"))).toBe("You play assistant 4.");
  expect(say(toYou(told("tell.assistant", { name: "Bob", value: 4 }), "Ada"))).toBe("Bob plays assistant 4.");
  expect(say(toYou(told("tell.assistant", { name: "Ada", value: 4 }), null))).toBe("Ada plays assistant 4.");
});

it("speaks to the one from whom something was taken", () => {
  const part = told("tell.professor.from", { name: "Bob", former: "Ada", colour: { key: "colour.red" } });
  expect(say(toYou(part, "Ada"))).toContain("from you");
});

it("has a second person for every sentence that begins with a name", () => {
  for (const catalogue of Object.values(CATALOGUES)) {
    const keys = Object.keys(catalogue) as Key[];
    const named = keys.filter((key) => /^(tell|masters\.tell)\./.test(key) && catalogue[key].startsWith("{name} "));
    expect(named.filter((key) => !(`${key}.you` in catalogue))).toEqual([]);
  }
});
