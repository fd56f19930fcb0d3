// The two texts of a game: a guide for those who play, in their language, and the rules with every detail.

import { askRules } from "../house/asking";
import { fetched } from "../house/parts";
import type { Language } from "../words/words.svelte";
import { sectionsOf, type Section } from "./markdown";

export type Text = "guide" | "details";

const GUIDES = import.meta.glob<string>("./guides/*.md", { query: "?raw", import: "default" });

export async function sections(text: Text, game: string, language: Language): Promise<Section[]> {
  const guide = GUIDES[`./guides/${game}.${language}.md`];
  return sectionsOf(text === "guide" && guide ? await fetched(guide) : await askRules(game));
}
