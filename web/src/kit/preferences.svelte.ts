// How somebody likes to play: how fast bots are followed, whether a turn ends by itself, whether the log is folded. Kept in this browser.

import { isFlag, isOneOf } from "../house/checks";
import { checked, stored } from "../house/stored";

export const PACES = ["instant", "brisk", "calm"] as const;
export type Pace = (typeof PACES)[number];

/** Milliseconds from one decision of a bot to the next, at least. */
export const GAPS: Record<Pace, number> = { instant: 0, brisk: 600, calm: 1500 };

interface Preferences {
  pace: Pace;
  /** A turn in which nothing else can be done ends by itself. */
  endsItself: boolean;
  /** Where there is room for the log beside the board: it is put aside. */
  logFolded: boolean;
}

const STORED = "ludoteca-preferences";
const USUAL: Preferences = { pace: "brisk", endsItself: true, logFolded: false };

export const preferences = $state<Preferences>(checked(stored(STORED), USUAL, { pace: isOneOf(PACES), endsItself: isFlag, logFolded: isFlag }));

export function prefer(wished: Partial<Preferences>): void {
  Object.assign(preferences, wished);
  try {
    localStorage.setItem(STORED, JSON.stringify(preferences));
  } catch {
    // It holds until the page is left, then.
  }
}
