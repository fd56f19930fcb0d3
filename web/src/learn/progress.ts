// How far somebody has come in the lessons. Kept in this browser.

import { isCount, isListOf } from "../house/checks";
import { checked, stored } from "../house/stored";

export interface Progress {
  /** Steps that were done, by number. */
  done: number[];
  /** The step that was looked at last. */
  at: number;
}

const STORED = "ludoteca-learn";

const BEGINNING: Progress = { done: [], at: 1 };

export const progressIn = (game: string): Progress =>
  checked(stored(STORED)[game], BEGINNING, { done: isListOf(isCount), at: isCount });

export function keepProgress(game: string, progress: Progress): void {
  try {
    localStorage.setItem(STORED, JSON.stringify({ ...stored(STORED), [game]: progress }));
  } catch {
    // Then it holds until the page is left.
  }
}
