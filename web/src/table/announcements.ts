// Moments with weight: what is shown large for a moment, with words of its own.

import type { GameEvent } from "../protocol";
import type { Key, Said } from "../words/words.svelte";
import type { Game, Who } from "./game";

export type Weight = "tower" | "join" | "report" | "last_round";

export interface Announcement {
  weight: Weight;
  title: Key;
  /** What happened, as the log tells it. */
  words: Said | null;
  /** Milliseconds until the pieces on the board have got there. */
  after: number;
}

interface Moment {
  event: string;
  weight: Weight;
  title: Key;
  after: number;
}

/** The weightiest first: of an action one is announced. */
const MOMENTS: readonly Moment[] = [
  { event: "LastRound", weight: "last_round", title: "moment.last_round", after: 500 },
  { event: "VaticanReport", weight: "report", title: "moment.report", after: 300 },
  { event: "IslandsJoined", weight: "join", title: "moment.join", after: 800 },
  { event: "TowersChanged", weight: "tower", title: "moment.tower", after: 760 },
];

export function announced(events: readonly GameEvent[], game: Game | undefined, who: Who): Announcement | null {
  for (const { event, weight, title, after } of MOMENTS) {
    const found = events.findLast((each) => each.event === event);
    if (found) return { weight, title, words: game?.tell(found, who) ?? null, after };
  }
  return null;
}
