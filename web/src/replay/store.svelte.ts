// A table that is looked back at: the boards of the live one, at any moment of its game.

import { askFilm, NotMet } from "../house/asking";
import { myGame } from "../house/memory";
import type { Film } from "../protocol";
import { loadGame } from "../table/games";
import { NOWHERE, TableStore } from "../table/store.svelte";
import { say } from "../words/words.svelte";
import { beginning, develop, gameIn, nearest, nextToPlay, turnFrom, type Moment } from "./film";

export const SPEEDS = [0.5, 1, 2, 4] as const;
const STEP = 1000; // milliseconds between two entries at speed 1
const QUIET = 400; // milliseconds for which nothing may move before it is read out

export class ReplayTable extends TableStore {
  moments = $state.raw<Moment[]>([]);
  finished = $state(false);
  /** The entry that is looked at. */
  at = $state(0);
  playing = $state(false);
  speed = $state<number>(1);
  trouble = $state.raw<NotMet | null>(null);
  /** Those who watch this table see it later, and nothing of it may be shown yet. */
  tooEarly = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private speaking: ReturnType<typeof setTimeout> | undefined;

  constructor(code: string) {
    super(code, false, () => undefined, () => NOWHERE);
  }

  async load(at: number | null): Promise<void> {
    try {
      const film = await askFilm(this.code);
      await loadGame(gameIn(film));
      this.show(film, at);
      this.trouble = null;
    } catch (error) {
      this.trouble = error as NotMet;
    }
  }

  /** Without a moment to begin with: the beginning of a game that is over, the present of one that is not. */
  show(film: Film, at: number | null): void {
    this.moments = develop(film);
    this.finished = film.finished;
    this.tooEarly = this.moments.length === 0;
    this.faceOwn();
    this.go(at ?? (film.finished ? beginning(this.moments) : this.moments.length));
  }

  /** At first one's own board lies in front, as it did at the table. */
  private faceOwn(): void {
    const own = myGame(this.code)?.name;
    const seats = this.moments.at(-1)?.view.seats ?? [];
    if (this.view === null) this.front = seats.find(({ name }) => name === own)?.player ?? this.front;
  }

  get last(): number {
    return this.moments.length;
  }

  get moment(): Moment | undefined {
    return this.moments[this.at - 1];
  }

  /** Whether one can go on from here: the game has begun and is not over. */
  get playable(): boolean {
    return this.moment?.view.phase === "playing" && this.moment.view.turn !== null;
  }

  override now(): number {
    return this.view?.time ?? 0; // clocks stand as they stood
  }

  override leave(): void {
    this.pause();
    clearTimeout(this.speaking);
    super.leave();
  }

  // ---------------------------------------------------------------- moving about

  /** To an entry. `moving`: what it moved moves, as it did at the table. */
  go(number: number, moving = false): void {
    const next = nearest(this.moments, number);
    const moment = this.moments[next - 1];
    if (!moment) return;
    const on = moving && next > this.at;
    if (on) this.entering?.(moment.happened);
    this.at = next;
    this.view = moment.view;
    this.latest = on ? moment.happened : null;
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => (this.spoken = moment.line.parts.map(say).join(" ")), QUIET);
  }

  step(way: 1 | -1): void {
    this.pause();
    this.go(this.at + way, true);
  }

  turn(way: 1 | -1): void {
    this.pause();
    this.go(turnFrom(this.moments, this.at, way));
  }

  jump(number: number): void {
    this.pause();
    this.go(number);
  }

  // ---------------------------------------------------------------- by itself

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.at >= this.last) this.go(beginning(this.moments));
    this.playing = true;
    this.schedule();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private schedule(): void {
    this.timer = setTimeout(() => {
      const next = nextToPlay(this.moments, this.at);
      if (next === null) return this.pause();
      this.go(next, true);
      this.schedule();
    }, STEP / this.speed);
  }
}
