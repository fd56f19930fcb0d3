// How the page looks to this person: light, colours of the pieces, letters, language. Kept in this browser.

import { isFlag, isOneOf } from "../house/checks";
import { checked, stored } from "../house/stored";
import { LANGUAGES, languageHere, speak, type Language } from "../words/words.svelte";

export const THEMES = ["auto", "light", "dark"] as const;
export const PALETTES = ["base", "red_green", "blue_yellow", "contrast"] as const;
export type Theme = (typeof THEMES)[number];
export type Palette = (typeof PALETTES)[number];

interface Look {
  theme: Theme;
  palette: Palette;
  letters: boolean;
  language: Language;
}

const STORED = "ludoteca-look";
const evening = matchMedia("(prefers-color-scheme: dark)");

const usual: Look = { theme: "auto", palette: "base", letters: false, language: languageHere() };

export const look = $state<Look>(
  checked(stored(STORED), usual, {
    theme: isOneOf(THEMES),
    palette: isOneOf(PALETTES),
    letters: isFlag,
    language: isOneOf(LANGUAGES),
  }),
);

function show(): Promise<void> {
  const dark = look.theme === "dark" || (look.theme === "auto" && evening.matches);
  const root = document.documentElement;
  root.dataset["theme"] = dark ? "dark" : "light";
  root.dataset["palette"] = look.palette;
  return speak(look.language);
}

export function change(wished: Partial<Look>): void {
  Object.assign(look, wished);
  show().catch(() => undefined); // the words stay as they are
  try {
    localStorage.setItem(STORED, JSON.stringify(look));
  } catch {
    // It holds until the page is left, then.
  }
}

/** Before anything is drawn, and whenever the device changes between day and evening. */
export function begin(): Promise<void> {
  evening.addEventListener("change", () => void show());
  return show();
}
