// The glossary comes when the page has nothing else to do. Until then texts are without underlines.

import { language } from "../words/words.svelte";
import type { Part } from "./terms";

let loaded = $state.raw<typeof import("./terms") | null>(null);
let asked = false;

/** Fetch it once; what fails is tried again the next time. */
async function load(): Promise<void> {
  asked = true;
  try {
    loaded = await import("./terms");
  } catch {
    asked = false;
  }
}

/** A text with its terms, as far as they are known by now. */
export function marked(text: string, game: string | undefined): Part[] {
  if (!loaded || game === undefined) return text === "" ? [] : [{ text }];
  return loaded.partsOf(text, language(), game);
}

export function wanted(): void {
  if (!asked) void load();
}
