// What those who stay can do about players who are away, at a table where that is theirs to decide.

import type { SeatView, TableView } from "../protocol";

/** How long the house waits before those who stay may decide, in milliseconds. */
export const WAITED = 60_000;

export interface Absent {
  seat: number;
  /** When the others may decide about the seat. */
  due: number;
}

const isWaitedFor = ({ bot, connected, stand_in }: SeatView) => bot === null && !connected && stand_in === null;

/** Whether those who stay decide, and not the house. */
export const isLeftToPlayers = (view: TableView) => view.options.absence !== undefined;

export function absentOf(view: TableView): Absent[] {
  if (view.phase !== "playing" || !isLeftToPlayers(view)) return [];
  return view.seats.flatMap((there, seat) => (isWaitedFor(there) ? [{ seat, due: there.since + WAITED }] : []));
}

/** When the only one left can claim the win; null where others are there. */
export const claimableFrom = (view: TableView): number | null =>
  view.alone_since === null || !isLeftToPlayers(view) ? null : view.alone_since + WAITED;
