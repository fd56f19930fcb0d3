// One's games that are being played, with whose turn it is: what the door shows first.

import type { Mine } from "../house/memory";
import type { TableView } from "../protocol";
import { shownName } from "../table/identity";

export interface Running {
  code: string;
  game: string;
  /** One's own turn. */
  yours: boolean;
  /** Whose turn it is, by name; empty where nobody knows. */
  name: string;
  /** Milliseconds left on the clock of whoever decides; null without a clock. */
  left: number | null;
}

/** How a game stands, as a visitor sees it; null where it is not being played. `now`: milliseconds since 1970. */
export function running(code: string, mine: Mine, view: TableView | null, now: number): Running | null {
  if (view === null) return mine.phase === "playing" ? { code, game: mine.game, yours: false, name: "", left: null } : null;
  if (view.phase !== "playing") return null;
  const turn = view.turn === null ? undefined : view.seats[view.turn];
  const { clock } = view;
  const gone = clock && clock.running === view.turn ? Math.max(0, now - clock.since) : 0;
  const left = clock && view.turn !== null ? Math.max(0, (clock.left[view.turn] ?? 0) - gone) : null;
  return {
    code,
    game: view.options.game,
    yours: turn !== undefined && turn.bot === null && turn.name === mine.name,
    name: turn ? shownName(turn) : "",
    left,
  };
}

/** Those in which one has to decide come first; else as they are remembered. */
export const inOrder = (games: Running[]): Running[] => [...games.filter(({ yours }) => yours), ...games.filter(({ yours }) => !yours)];
