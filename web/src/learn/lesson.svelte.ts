// A step of a lesson as a board needs it: like a table, but what the house answers is one moment at a time.

import { askLesson, NotMet, tryLesson } from "../house/asking";
import { myName } from "../house/memory";
import type { GameAction, Happened, LessonMoment, TableView } from "../protocol";
import { Chronicle } from "../table/chronicle";
import type { Game } from "../table/game";
import { GAMES } from "../table/games";
import type { Notice, TableStore } from "../table/store.svelte";
import { refusal, say, t } from "../words/words.svelte";
import { stepWords } from "./texts.svelte";

/** What a board and what is around it read of a table. */
type Shown = Pick<
  TableStore,
  "view" | "reading" | "game" | "busy" | "notice" | "pointed" | "latest" | "spoken" | "yourTurn" | "nameOf" | "who" | "now" | "act" | "takeBack" | "tell" | "hush"
>;

const LEARNER = 0;
const NOTICE = 9000; // milliseconds

export class Lesson implements Shown {
  busy = $state(false);
  notice = $state.raw<Notice | null>(null);
  pointed = $state<number | null>(null);
  reading = $state<string | null>(null);
  latest = $state.raw<Happened | null>(null);
  spoken = $state("");
  /** Why the step cannot be shown. */
  trouble = $state("");
  /** Something else was done than what is taught. */
  elsewhere = $state(false);
  private moment = $state.raw<LessonMoment | null>(null);
  private done = $state.raw<GameAction[]>([]);
  private fading: ReturnType<typeof setTimeout> | undefined;
  private left = false;

  constructor(
    private readonly gameName: string,
    private readonly step: number,
    private readonly finishedNow: () => void,
  ) {
    void this.begin();
  }

  // ---------------------------------------------------------------- the step

  get name(): string {
    return this.moment?.name ?? "";
  }

  get finished(): boolean {
    return this.moment?.finished ?? false;
  }

  /** What is to be done now, in words. */
  get asked(): string {
    return stepWords(this.gameName, this.name).do[this.done.length] ?? "";
  }

  async begin(): Promise<void> {
    this.trouble = "";
    this.elsewhere = false;
    this.latest = null;
    this.done = [];
    await this.hear(askLesson(this.gameName, this.step), () => undefined);
  }

  leave(): void {
    this.left = true;
    clearTimeout(this.fading);
  }

  /** The view and what is to be shown of it must change at once: what moves is measured in between. */
  private async hear(answer: Promise<LessonMoment>, shown: (moment: LessonMoment) => void): Promise<void> {
    this.busy = true;
    try {
      const moment = await answer;
      if (this.left) return;
      this.moment = moment;
      shown(moment);
    } catch (error) {
      const { code, message, parameters } = error as NotMet;
      const words = refusal(code, message, parameters);
      if (this.moment === null) this.trouble = words;
      else this.tell(code === "illegal_action" ? t("learn.not_allowed", { what: this.asked }) : words);
    } finally {
      this.busy = false;
    }
  }

  // ---------------------------------------------------------------- as a table

  private readonly ownName = myName();
  readonly view = $derived.by((): TableView | null => {
    const view = this.moment?.view;
    if (!view) return null;
    const seats = view.seats.map((seat, number) => (number === LEARNER ? { ...seat, name: this.ownName } : seat));
    return this.finished ? { ...view, seats, turn: null, legal: [] } : { ...view, seats }; // then there is nothing more to do
  });

  get game(): Game | undefined {
    return GAMES[this.gameName];
  }

  get yourTurn(): boolean {
    return this.view?.turn === LEARNER;
  }

  nameOf(seat: number): string {
    return this.view?.seats[seat]?.name ?? "";
  }

  who(player: number): string {
    return this.nameOf(player); // everybody sits where they play
  }

  now(): number {
    return Date.now();
  }

  act(action: GameAction): void {
    if (this.busy || this.finished) return;
    this.hush();
    const tried = tryLesson(this.gameName, this.step, { action, done: this.done });
    void this.hear(tried, (moment) => this.tried(action, moment));
  }

  private tried(action: GameAction, moment: LessonMoment): void {
    this.elsewhere = !moment.as_asked;
    if (!moment.as_asked) {
      this.spoken = t("learn.not_asked", { what: this.asked });
      return;
    }
    this.done = [...this.done, action];
    this.latest = {
      number: this.done.length,
      time: 0,
      what: { kind: "acted", seat: LEARNER, by: "player" },
      events: moment.events,
    };
    const chronicle = new Chronicle();
    chronicle.begin(this.view!);
    const told = chronicle.tell(this.latest, this.game).parts.map(say);
    this.spoken = [...told, moment.finished ? stepWords(this.gameName, this.name).after : this.asked].join(" ");
    if (moment.finished) this.finishedNow();
  }

  takeBack(): void {
    void this.begin(); // a step is short
  }

  tell(text: string, section: string | null = null): void {
    clearTimeout(this.fading);
    this.notice = { text, number: (this.notice?.number ?? 0) + 1, section, trouble: null, stays: false };
    this.fading = setTimeout(() => (this.notice = null), NOTICE);
  }

  hush(): void {
    clearTimeout(this.fading);
    this.notice = null;
  }
}

/** The boards are written for a table; of it they use what a lesson has. */
export const asTable = (lesson: Lesson): TableStore => lesson as Shown as TableStore;
