import { describe, expect, it as test } from "vitest";
import protocol from "../protocol.ts?raw";
import { en, type Key } from "./en";
import { CATALOGUES } from "./catalogues";
import { counted, known, listed, n, refusal, speak, t, timeOfDay, when } from "./words.svelte";

const sources = import.meta.glob<string>(["../**/*.svelte", "../**/*.ts", "!../**/*.test.ts", "!./en.ts", "!./it.ts", "!./masters.*.ts", "!./*.en.ts", "!./*.it.ts", "!../protocol.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const everything = Object.values(sources).join("\n");
const keys = Object.keys(en) as Key[];
const fields = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

function codes(type: string): string[] {
  const found = new RegExp(`export type ${type} =([^;]+);`).exec(protocol)?.[1] ?? "";
  return [...found.matchAll(/"(\w+)"/g)].map((match) => match[1] ?? "");
}

describe("catalogues", () => {
  test.each(Object.entries(CATALOGUES))("%s has every text and no other", (_, catalogue) => {
    expect(Object.keys(catalogue).sort()).toEqual([...keys].sort());
  });

  test.each(keys)("%s is filled with the same in every language", (key) => {
    for (const catalogue of Object.values(CATALOGUES)) {
      const optional = key.endsWith(".one") || key.endsWith(".other") ? ["{count}"] : [];
      const [wanted, found] = [fields(en[key]), fields(catalogue[key])];
      expect(found.filter((field) => !optional.includes(field))).toEqual(wanted.filter((field) => !optional.includes(field)));
    }
  });

  test("every form for one has a form for more", () => {
    for (const key of keys.filter((each) => each.endsWith(".one"))) {
      expect(keys).toContain(key.replace(/\.one$/, ".other"));
    }
  });

  test("every refusal of the house has its words", () => {
    const all = [...codes("ProblemCode"), ...codes("RefusalCode")];
    expect(all.length).toBeGreaterThan(50);
    expect(all.filter((code) => known(`refused.${code}`) === null)).toEqual([]);
  });

  test("every text is used", () => {
    const stems = [...everything.matchAll(/`([a-z_.]+)\$\{/g)].map((match) => match[1] ?? "");
    const used = (key: string) => {
      const stem = key.replace(/\.you$/, "").replace(/\.(one|other)$/, "");
      return [key, key.replace(/\.you$/, ""), stem].some((each) => everything.includes(`"${each}"`) || everything.includes(`'${each}'`));
    };
    expect(keys.filter((key) => !used(key) && !stems.some((stem) => stem.length > 3 && key.startsWith(stem)))).toEqual([]);
  });

  test.each(Object.entries(CATALOGUES))("%s has a letter of its own for every student, and no other key is in its way", (_, catalogue) => {
    const letters = keys.filter((key) => key.startsWith("letter.")).map((key) => catalogue[key]);
    expect(new Set([...letters, "D", "I", "U"]).size).toBe(letters.length + 3);
    const hint = catalogue["look.letters.hint"].split(", ").map((each) => each[0]);
    expect(hint).toEqual(letters);
  });

  test("every text that is asked for by its whole name is there", () => {
    const asked = [...everything.matchAll(/\bt\(["']([a-z_.0-9]+)["']/g)].map((match) => match[1] ?? "");
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter((key) => known(key) === null)).toEqual([]);
  });
});

describe("texts", () => {
  test("are filled in, also with other texts", () => {
    expect(t("tell.professor", { name: "Ada", colour: { key: "colour.red" } })).toBe("Ada takes the red professor.");
  });

  test("go by their number", () => {
    expect(n("piece.coins", 1)).toBe("1 coin");
    expect(n("piece.coins", 2)).toBe("2 coins");
    expect(counted("piece.coins", 0)).toBe("piece.coins.other");
  });

  test("are listed with an and", () => {
    expect([listed([]), listed(["a"]), listed(["a", "b", "c"])]).toEqual(["", "a", "a, b and c"]);
  });

  test("follow the language", async () => {
    await speak("it");
    expect(t("page.your_turn")).toBe("Tocca a te");
    expect(document.documentElement.lang).toBe("it");
    await speak("en");
  });

  test("of refusals are those of the catalogue, else the sentence of the house", () => {
    expect(refusal("name_taken", "…", { name: "Ada" })).toContain("called Ada already");
    expect(refusal("something_new", "Not today.")).toBe("Not today.");
    expect(refusal("illegal_action", "Your table is full.")).toBe("Your table is full.");
  });
});

test("a moment is told to the minute, in the language of the page", async () => {
  const moment = new Date(2026, 10, 16, 9, 5, 42).getTime();
  const told = async (language: "en" | "it") => {
    await speak(language);
    return [when(moment), timeOfDay(moment)];
  };
  const [english, italian] = [await told("en"), await told("it")];
  await speak("en");
  expect(english[0]).toMatch(/Nov/);
  expect(italian[0]).toMatch(/nov/);
  for (const words of [...english, ...italian]) {
    expect(words).toMatch(/9:05/);
    expect(words).not.toContain("42");
  }
});
