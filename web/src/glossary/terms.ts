// The glossary, and where its words occur in a text. Loaded after the page: a text is there before its underlines.

import type { Language } from "../words/words.svelte";
import { en } from "./terms.en";
import { it } from "./terms.it";

export interface Entry {
  name: string;
  forms: string[];
  text: string;
}

export interface Term extends Entry {
  /** `eriantys.professor`: the game, and the word. */
  id: string;
}

/** A piece of a text; with the term that it is a word for. */
export interface Part {
  text: string;
  term?: Term;
}

export const TERMS: Record<Language, Record<string, Entry>> = { en, it };

export const gameOfTerm = (id: string) => id.slice(0, id.indexOf("."));

/** The terms of a game, by name. */
export function termsOf(language: Language, game: string): Term[] {
  return Object.entries(TERMS[language])
    .filter(([id]) => gameOfTerm(id) === game)
    .map(([id, entry]) => ({ id, ...entry }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
}

interface Matcher {
  pattern: RegExp;
  byForm: Map<string, Term>;
}

const matchers = new Map<string, Matcher>();

function matcher(language: Language, game: string): Matcher {
  const known = matchers.get(`${language}.${game}`);
  if (known) return known;
  const byForm = new Map(termsOf(language, game).flatMap((term) => term.forms.map((form) => [form, term] as const)));
  const longestFirst = [...byForm.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  const made = { pattern, byForm };
  matchers.set(`${language}.${game}`, made);
  return made;
}

/** A text in pieces. A term is marked where it occurs first: underlines everywhere would be noise. */
export function partsOf(text: string, language: Language, game: string): Part[] {
  const { pattern, byForm } = matcher(language, game);
  const parts: Part[] = [];
  const marked = new Set<string>();
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    const term = byForm.get(found[0].toLowerCase());
    if (!term || marked.has(term.id)) continue;
    marked.add(term.id);
    if (found.index > at) parts.push({ text: text.slice(at, found.index) });
    parts.push({ text: found[0], term });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
