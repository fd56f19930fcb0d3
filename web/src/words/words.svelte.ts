// The words of the page, in the language that was chosen. Reading them in a component follows the choice.

import type { Key } from "./en";

export type { Key };
export type Language = "en" | "it";
export type Catalogue = Record<Key, string>;

/** What each language calls itself. */
export const NAMES: Record<Language, string> = { en: "English", it: "Italiano" };
export const LANGUAGES = Object.keys(NAMES) as Language[];

/** A catalogue is fetched when its language is first spoken. */
const PARTS: Record<Language, () => Promise<Catalogue>> = {
  en: () => import("./en").then(({ en }) => en),
  it: () => import("./it").then(({ it }) => it),
};
const fetched: Partial<Record<Language, Catalogue>> = {};

/** A sentence before it is put into a language: what it says, and what fills it. */
export interface Said {
  key: Key;
  with?: Fields;
}
export type Fields = Record<string, string | number | Said>;

/** A key that has a form for one and a form for more. */
export type Counted = Key extends infer Each ? (Each extends `${infer Stem}.one` ? Stem : never) : never;

const chosen = $state<{ language: Language }>({ language: "en" });
let wanted: Language | null = null; // the last that was wished, while it is fetched

export const language = () => chosen.language;
const catalogue = (): Partial<Catalogue> => fetched[chosen.language] ?? {};

/** Before the first time nothing can be said. A language that cannot be fetched is not spoken. */
export async function speak(wished: Language): Promise<void> {
  wanted = wished;
  fetched[wished] ??= await PARTS[wished]();
  if (wanted !== wished) return;
  chosen.language = wished;
  document.documentElement.lang = wished;
}

/** The first language of the browser that there is a catalogue for. */
export function languageHere(): Language {
  const known = navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in NAMES);
  return (known as Language | undefined) ?? "en";
}

export function t(key: Key, fields: Fields = {}): string {
  const text = catalogue()[key] ?? "";
  if (!text.includes("{")) return text; // most have nothing to fill
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const field = fields[name];
    if (field === undefined) return whole;
    return typeof field === "object" ? say(field) : String(field);
  });
}

/** A text with its number: "1 step", "2 steps". */
export function n(key: Counted, count: number, fields: Fields = {}): string {
  return t(counted(key, count), { count, ...fields });
}

export const counted = (key: Counted, count: number): Key => `${key}.${count === 1 ? "one" : "other"}` as Key;

export const say = (said: Said): string => t(said.key, said.with);

/** With commas and an "and", or an "or". */
export function listed(items: readonly string[], by: "and" | "or" = "and"): string {
  const last = items.at(-1) ?? "";
  return items.length > 1 ? t(`list.${by}`, { first: items.slice(0, -1).join(", "), last }) : last;
}

/** A text whose key was put together, where there is one. */
export const known = (key: string): Key | null => (key in catalogue() ? (key as Key) : null);

/** Why the house refused something; its own sentence where the catalogue has none. */
export function refusal(code: string, sentence: string, parameters: Record<string, unknown> = {}): string {
  const key = known(`refused.${code}`);
  if (key === null) return sentence;
  const fields = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  return t(key, { sentence, ...fields });
}

/** Of a language, the kind that the browser prefers: days and months come in its order. */
const locale = () => navigator.languages.find((each) => each.startsWith(chosen.language)) ?? (chosen.language === "en" ? "en-GB" : chosen.language);

/** A moment, to the minute. */
export const when = (time: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(time);
export const timeOfDay = (time: number): string => new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(time);

/** The first letter large: names of characters begin sentences, too. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a game is called. */
export function gameName(game: string): string {
  const key = known(`game.${game}`);
  return key === null ? game : t(key);
}

/** What a level of the bots is called. */
export function levelName(level: string): string {
  const key = known(`door.level.${level}`);
  return key === null ? capital(level) : t(key);
}
