// A film of the house as moments: for each entry the whole view after it, and its line in the log.

import type { Film, GameView, Happened, TableView } from "../protocol";
import { Chronicle, marked, type LogLine } from "../table/chronicle";
import { GAMES } from "../table/games";

export interface Moment {
  happened: Happened;
  view: TableView;
  line: LogLine;
  /** A turn begins with it. */
  turn: boolean;
}

/** Views share all that did not change, so that a long game costs little and boards draw only what moved. */
export function develop(film: Film): Moment[] {
  const chronicle = new Chronicle();
  let members: Record<string, unknown> = {};
  let game: GameView | null = null;
  const moments = film.frames.map((frame): Moment => {
    members = { ...members, ...frame.view };
    game = changed(game, frame.game, frame.gone);
    const { number, time, what, events } = frame;
    const view = { ...members, number, time, game } as unknown as TableView;
    const happened: Happened = { number, time, what, events };
    const line = chronicle.tell(happened, GAMES[view.options.game]);
    const turn = what.kind === "started" || events.some((event) => event["event"] === "TurnStarted");
    return { happened, view, line, turn };
  });
  const lines = moments.reduce((told, { happened }) => marked(told, happened), moments.map(({ line }) => line));
  return moments.map((moment, at) => ({ ...moment, line: lines[at] ?? moment.line }));
}

/** Which game it is of. */
export function gameIn(film: Film): string {
  const options = film.frames.map(({ view }) => view["options"] as { game?: string } | undefined).find((each) => each !== undefined);
  return options?.game ?? "";
}

function changed(game: GameView | null, changes: GameView, gone: readonly string[]): GameView | null {
  if (!Object.keys(changes).length && !gone.length) return game;
  const after = { ...game, ...changes };
  for (const member of gone) delete after[member];
  return after;
}

/** The moment of an entry, or the nearest one that there is. */
export const nearest = (moments: readonly Moment[], number: number): number =>
  Math.min(Math.max(1, Math.round(number) || 1), Math.max(1, moments.length));

/** The beginning of the game: what was before it is not much to look at. */
export const beginning = (moments: readonly Moment[]): number =>
  moments.find(({ view }) => view.game !== null)?.happened.number ?? 1;

/** Where the turn before or after a moment begins; the first moment or the last where there is none. */
export function turnFrom(moments: readonly Moment[], at: number, way: 1 | -1): number {
  const turns = moments.filter(({ turn }) => turn).map(({ happened }) => happened.number);
  const found = way > 0 ? turns.find((number) => number > at) : turns.findLast((number) => number < at);
  return found ?? (way > 0 ? moments.length : 1);
}

/** The next moment that has something to show: that somebody came or went is passed over. */
export function nextToPlay(moments: readonly Moment[], at: number): number | null {
  const next = moments.find(({ happened, line }) => happened.number > at && line.parts.length > 0);
  return next?.happened.number ?? (at < moments.length ? moments.length : null);
}
