// A step of a lesson: a table for the board, but what the house answers is one moment at a time, and nothing is kept there.

import { askLesson, NotMet, tryLesson } from "../house/asking";
import { myName } from "../house/memory";
import type { GameAction, Happened, LessonMoment, TableView } from "../protocol";
import { Chronicle } from "../table/chronicle";
import { NOWHERE, TableStore } from "../table/store.svelte";
import { refusal, say, t } from "../words/words.svelte";
import { stepWords } from "./texts.svelte";

const LEARNER = 0;

export class Lesson extends TableStore {
  /** What the step is about, in a word. */
  name = $state("");
  finished = $state(false);
  /** Something else was done than what is taught. */
  elsewhere = $state(false);
  /** Why the step cannot be shown. */
  trouble = $state("");
  private decided = $state.raw<GameAction[]>([]);
  private left = false;
  private readonly ownName = myName();

  constructor(
    private readonly gameName: string,
    private readonly step: number,
    private readonly finishedNow: () => void,
  ) {
    super("", false, () => undefined, () => NOWHERE);
    void this.begin();
  }

  /** What is to be done now, in words. */
  get asked(): string {
    return stepWords(this.gameName, this.name).do[this.decided.length] ?? "";
  }

  async begin(): Promise<void> {
    this.trouble = "";
    this.elsewhere = false;
    this.latest = null;
    this.decided = [];
    await this.hearOf(askLesson(this.gameName, this.step), (moment) => this.show(moment));
  }

  override leave(): void {
    this.left = true;
    super.leave();
  }

  override act(action: GameAction): void {
    if (this.busy || this.finished) return;
    this.hush();
    const tried = tryLesson(this.gameName, this.step, { action, done: this.decided });
    void this.hearOf(tried, (moment) => this.tried(action, moment));
  }

  override takeBack(): void {
    void this.begin(); // a step is short
  }

  private async hearOf(answer: Promise<LessonMoment>, then: (moment: LessonMoment) => void): Promise<void> {
    this.busy = true;
    try {
      const moment = await answer;
      if (!this.left) then(moment);
    } catch (error) {
      const { code, message, parameters } = error as NotMet;
      const words = refusal(code, message, parameters);
      if (this.view === null) this.trouble = words;
      else this.tell(code === "illegal_action" ? t("learn.not_allowed", { what: this.asked }) : words);
    } finally {
      this.busy = false;
    }
  }

  private show({ name, view, finished }: LessonMoment): void {
    const seats = view.seats.map((seat, number) => (number === LEARNER ? { ...seat, name: this.ownName } : seat));
    const done: Partial<TableView> = finished ? { turn: null, legal: [] } : {}; // then there is nothing more to do
    this.name = name;
    this.finished = finished;
    this.view = { ...view, seats, ...done };
  }

  private tried(action: GameAction, moment: LessonMoment): void {
    this.elsewhere = !moment.as_asked;
    if (!moment.as_asked) {
      this.spoken = t("learn.not_asked", { what: this.asked });
      return;
    }
    this.decided = [...this.decided, action];
    const happened: Happened = {
      number: this.decided.length,
      time: 0,
      what: { kind: "acted", seat: LEARNER, by: "player" },
      events: moment.events,
    };
    this.entering?.(happened);
    this.show(moment);
    this.latest = happened;
    const after = moment.finished ? stepWords(this.gameName, this.name).after : this.asked;
    this.spoken = [...this.told(happened), after].join(" ");
    if (moment.finished) this.finishedNow();
  }

  private told(happened: Happened): string[] {
    const chronicle = new Chronicle();
    chronicle.begin(this.view!);
    return chronicle.tell(happened, this.game).parts.map(say);
  }
}
