// How far somebody has come in the lessons. Kept in this browser.

export interface Progress {
  /** Steps that were done, by number. */
  done: number[];
  /** The step that was looked at last. */
  at: number;
}

const STORED = "ludoteca-learn";

function stored(): Partial<Record<string, Progress>> {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<Record<string, Progress>>;
  } catch {
    return {};
  }
}

export const progressIn = (game: string): Progress => ({ done: [], at: 1, ...stored()[game] });

export function keepProgress(game: string, progress: Progress): void {
  try {
    localStorage.setItem(STORED, JSON.stringify({ ...stored(), [game]: progress }));
  } catch {
    // Then it holds until the page is left.
  }
}
