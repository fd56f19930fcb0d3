// The words of the lessons. They are much text and rarely read, so they come with the lessons and not with the page.

import { language, type Language } from "../words/words.svelte";
import { en } from "./texts.en";
import { it } from "./texts.it";

export interface StepWords {
  title: string;
  text: string;
  /** One for each decision that the step asks for. */
  do: string[];
  after: string;
}
export type Lessons = Record<string, Record<string, StepWords>>;

export const LESSONS: Record<Language, Lessons> = { en, it };

/** The steps of a lesson, in their order. */
export const stepsOf = (game: string): StepWords[] => Object.values(LESSONS[language()][game] ?? {});

const NOTHING: StepWords = { title: "", text: "", do: [], after: "" };

export const stepWords = (game: string, step: string): StepWords => LESSONS[language()][game]?.[step] ?? NOTHING;
export const titles = (game: string): string[] => stepsOf(game).map((step) => step.title);
