// Something that went wrong, as the house or the page says it.

import { refusal } from "../words/words.svelte";
import type { NotMet } from "./asking";
import type { TroubleCode } from "./ways";

export interface Trouble {
  code: string;
  sentence: string;
  parameters: Record<string, unknown>;
}

/** What the page notices by itself. */
export const noticed = (code: TroubleCode, parameters: Record<string, unknown> = {}): Trouble => ({
  code,
  sentence: "",
  parameters,
});

export const notMet = ({ code, message, parameters }: NotMet): Trouble => ({ code, sentence: message, parameters });

export const wordsFor = ({ code, sentence, parameters }: Trouble): string => refusal(code, sentence, parameters);
