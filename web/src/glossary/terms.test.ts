import { describe, expect, it } from "vitest";
import { GAME_NAMES } from "../table/games";
import { CATALOGUES } from "../words/catalogues";
import { type Language } from "../words/words.svelte";
import { gameOfTerm, partsOf, TERMS, termsOf } from "./terms";

const LANGUAGES = Object.keys(TERMS) as Language[];
const marked = (text: string, language: Language, game: string) =>
  partsOf(text, language, game).flatMap(({ term, text: words }) => (term ? [[words, term.id]] : []));

describe("the glossary", () => {
  it("has the same words in every language", () => {
    expect(LANGUAGES).toEqual(Object.keys(CATALOGUES));
    for (const language of LANGUAGES) expect(Object.keys(TERMS[language])).toEqual(Object.keys(TERMS.en));
  });

  it.each(LANGUAGES)("explains each in a sentence or two (%s)", (language) => {
    for (const [id, { name, forms, text }] of Object.entries(TERMS[language])) {
      expect(GAME_NAMES).toContain(gameOfTerm(id));
      expect(forms.length).toBeGreaterThan(0);
      expect(forms).toEqual(forms.map((form) => form.toLowerCase()));
      expect(name).toMatch(/\S/);
      expect(text.length).toBeLessThan(190);
      expect(text).toMatch(/\.$/);
      expect(text.split(/\.(?:\s|$)/).filter(Boolean).length).toBeLessThanOrEqual(3);
    }
  });

  it.each(LANGUAGES)("has no form twice in a game (%s)", (language) => {
    for (const game of GAME_NAMES) {
      const forms = termsOf(language, game).flatMap((term) => term.forms);
      expect(new Set(forms).size).toBe(forms.length);
    }
  });

  it("is in order of the alphabet", () => {
    const names = termsOf("it", "eriantys").map(({ name }) => name);
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, "it")));
  });
});

describe("a text", () => {
  it("has its terms marked where they occur first", () => {
    expect(marked("Professors teach. A professor is no Tower.", "en", "eriantys")).toEqual([
      ["Professors", "eriantys.professor"],
      ["Tower", "eriantys.tower"],
    ]);
  });

  it("is the same text, put together again", () => {
    const text = "Move mother nature: to your dining room, or not.";
    expect(partsOf(text, "en", "eriantys").map((part) => part.text).join("")).toBe(text);
    expect(partsOf("", "en", "eriantys")).toEqual([]);
  });

  it("takes the longest term", () => {
    expect(marked("La produzione base e la produzione.", "it", "masters").map(([, id]) => id)).toEqual(["masters.basic_power", "masters.production"]);
  });

  it("has no terms inside of words, nor of the other game", () => {
    expect(marked("baggage towering", "en", "eriantys")).toEqual([]);
    expect(marked("The warehouse", "en", "eriantys")).toEqual([]);
    expect(marked("L'influenza", "it", "eriantys")).toEqual([["influenza", "eriantys.influence"]]);
  });
});
