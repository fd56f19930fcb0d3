// A table as this page knows it: the newest view, the log, the chat, and what is wished of the house.

import type { NotMet } from "../house/asking";
import { chance } from "../house/chance";
import { Connection, isHope, type Hope, type Listener, type Status, type Wish } from "../house/connection";
import { endHope, hopedAt, keepHope } from "../house/hoped";
import { kept } from "../house/kept";
import { forget, keepName, myGame, myName, remember } from "../house/memory";
import { noticed, wordsFor, type Trouble } from "../house/trouble";
import { waysOn } from "../house/ways";
import { painted } from "../kit/painted";
import { GAPS, preferences } from "../kit/preferences.svelte";
import type { ClientMessage, GameAction, Happened, Line, ServerMessage, TableView, What } from "../protocol";
import { listed, say, t } from "../words/words.svelte";
import { Chronicle, marked, type LogLine } from "./chronicle";
import type { Game } from "./game";
import { identities, type Identity } from "./identity";
import { GAMES, isHere, loadGame } from "./games";
import { whilePaused } from "./leaving";
import { Paced } from "./paced";

const MOST_LINES = 500; // of the log; a long game has fewer
const NOTICE = 9000; // milliseconds
const MENTION = 4000;
const SLOW = 600; // milliseconds
const LAST_LOOK = 1600; // milliseconds, in which the last tower rises or the last report is held
/** Why one who came to sit down watches. */
const FULL = { open: "table_full", playing: "table_full", over: "not_open", closed: "table_closed" } as const;

export interface Notice {
  text: string;
  number: number;
  /** The section of the rules that says so. */
  section: string | null;
  trouble: Trouble | null;
  /** Nothing is wrong: it is good to know. */
  calm: boolean;
  /** Until one goes on; other notices fade. */
  stays: boolean;
}

/** The way to the house. */
export type Wire = Pick<Connection, "key" | "send" | "leave" | "connect" | "now">;

/** Nobody is at the other end: what was played cannot be changed, and a lesson needs no table. */
export const NOWHERE: Wire = { key: null, send: () => undefined, leave: () => undefined, connect: () => undefined, now: () => 0 };

const connected = (code: string, listener: Listener): Wire => new Connection(code, myGame(code)?.key, listener, hopedAt(code));

/** A house that was restored from a backup counts from there once more: what it said under these numbers before is gone. */
function following<Numbered extends { number: number }>(former: Numbered[], fresh: Numbered[]): Numbered[] {
  const first = fresh[0]?.number ?? Infinity;
  return [...former.filter(({ number }) => number < first), ...fresh];
}

/** The operator has deleted what was said: the line stays where it was, without its text. */
export const isDeleted = ({ text }: Line) => text === "";
const withoutText = (former: Line[], deleted: Line) => former.map((line) => (line.number === deleted.number ? deleted : line));

export class TableStore {
  view = $state.raw<TableView | null>(null);
  readonly seats = $derived(this.view?.seats ?? []);
  private readonly identities = $derived(identities(this.seats));
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<Line[]>([]);
  /** The number of the last line of the chat that was read, or was there before one came. */
  read = $state(0);
  status = $state.raw<Status>({ state: "connecting" });
  notice = $state.raw<Notice | null>(null);
  /** An action is under way: its answer has not come yet. `slow`: for so long that one may wonder. */
  busy = $state(false);
  slow = $state(false);
  /** The code for another device, and until when it holds. */
  moving = $state.raw<{ code: string; until: number } | null>(null);
  /** The tile that a line of the log points at. */
  pointed = $state<number | null>(null);
  /** The section of the rules that is open beside the board; "" is their beginning. */
  reading = $state<string | null>(null);
  /** A line for the chat that the house refused: it can be mended. */
  unsaid = $state("");
  /** For the ears: what happened last. */
  spoken = $state("");
  /** What the last entry told, for those who want to show what moved. */
  latest = $state.raw<Happened | null>(null);
  /** Is told of an entry before it changes the view: what moves is still where it was. */
  entering: ((entry: Happened) => void) | null = null;

  /** Whose board lies in front of those who watch: a player of the game. */
  front = $state(0);

  private readonly connection: Wire;
  /** The game has just ended: how it came about is seen before the result. */
  private ending = $state(false);
  /** It ended by the rules while one was here: that is a finale. */
  endedHere = $state(false);
  private settling: ReturnType<typeof setTimeout> | undefined;
  private fetching: (() => void)[] | null = null;
  private readonly paced = new Paced(() => (document.hidden ? 0 : GAPS[preferences.pace]));
  private readonly chronicle = new Chronicle();
  private unwritten: Happened[] = [];
  private fading: ReturnType<typeof setTimeout> | undefined;
  private wondering: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly code: string,
    private sitting: boolean,
    private readonly goTo: (code: string) => void,
    connect = connected,
    /** A seat of somebody else at this device: what is remembered of the table is its owner's. */
    private readonly beside = false,
  ) {
    this.connection = connect(code, {
      hear: (message, asked, fresh) => this.withGame(message, () => this.paced.hear(message, () => this.hear(message, asked, fresh))),
      status: (status) => (this.status = status),
      unseated: (why) => {
        if (this.beside) return;
        const kept = myGame(code);
        forget(code);
        if (why === "moved") return;
        // A seat of a rematch that was kept for a while: whoever comes too late for it takes a free one.
        if (kept?.phase === "open" && !kept.nonce) this.sitting = true;
        else this.complain(noticed("unseated"));
      },
      dropped: (wish, why) => {
        if (isHope(wish)) endHope(wish);
        const byItself = wish.type === "contribute" || (wish.type === "start" && myGame(code)?.start); // and again on arriving
        if (!byItself) this.complain(noticed(why));
      },
    });
  }

  get game(): Game | undefined {
    return GAMES[this.view?.options.game ?? ""];
  }

  leave(): void {
    this.paced.stop();
    clearTimeout(this.settling);
    clearTimeout(this.fading);
    clearTimeout(this.wondering);
    this.connection.leave();
  }

  again(): void {
    this.connection.connect();
  }

  now(): number {
    return this.connection.now();
  }

  nameOf(seat: number): string {
    return this.identities[seat]?.name ?? "";
  }

  /** How a seat looks everywhere: name, colour, avatar and frame. */
  identity(seat: number): Identity | undefined {
    return this.identities[seat];
  }

  /** Lines of others that came since one looked at the chat. */
  get unread(): number {
    const own = this.view?.you ?? null;
    return this.chat.filter(({ number, name }) => number > this.read && (own === null || name !== this.nameOf(own))).length;
  }

  readChat(): void {
    this.read = this.chat.at(-1)?.number ?? this.read;
  }

  /** The name of a player of the game. */
  who(player: number): string {
    return this.nameOf(this.seatOf(player));
  }

  /** The seat of a player of the game. */
  seatOf(player: number): number {
    return this.seats.findIndex((seat) => seat.player === player);
  }

  get isOver(): boolean {
    return !this.ending && (this.view?.phase === "over" || this.view?.phase === "closed");
  }

  get yourTurn(): boolean {
    return this.view !== null && this.view.you !== null && this.view.turn === this.view.you;
  }

  // ---------------------------------------------------------------- wishes

  send(wish: Wish): void {
    this.connection.send(wish);
  }

  act(action: GameAction): void {
    if (this.busy) return; // one at a time
    this.wait();
    this.hush();
    this.send({ type: "act", action });
  }

  takeBack(to?: number): void {
    if (this.busy) return;
    this.wait();
    this.send({ type: "take_back", ...(to === undefined ? {} : { to }) });
  }

  private wait(): void {
    this.busy = true;
    this.wondering = setTimeout(() => (this.slow = true), SLOW);
  }

  private answered(): void {
    clearTimeout(this.wondering);
    this.busy = this.slow = false;
  }

  sit(name: string): void {
    keepName(name);
    this.hope({ type: "sit", name, key: chance(), nonce: chance() });
  }

  claim(code: string): void {
    this.hope({ type: "claim", code, key: chance() });
  }

  private hope(hope: Hope): void {
    keepHope(this.code, hope); // before it is sent: the house may do it, and its answer be lost
    this.send(hope);
  }

  playAgain(): void {
    remember(this.code, { again: true });
    this.send({ type: "rematch" });
  }

  /** Somebody else has asked to play once more: his name, where only one can have done so. */
  get wishedBy(): { name: string | null } | null {
    const view = this.view;
    if (!view || view.you === null || view.rematch === null || myGame(this.code)?.again) return null;
    const others = view.seats.filter(({ bot }, seat) => bot === null && seat !== view.you);
    return others.length ? { name: others.length === 1 ? (others[0]?.name ?? null) : null } : null;
  }

  tell(text: string, trouble: Trouble | null = null): void {
    clearTimeout(this.fading);
    const stays = trouble !== null && waysOn(trouble.code).some((way) => way !== "close");
    this.notice = { text, number: (this.notice?.number ?? 0) + 1, section: null, trouble, calm: false, stays: true };
    if (!stays) this.fade();
  }

  /** It can still be read for a while. */
  private fade(): void {
    if (this.notice) this.notice = { ...this.notice, stays: false };
    this.fading = setTimeout(() => (this.notice = null), NOTICE);
  }

  /** Something that went well, or is so: it goes soon. */
  mention(text: string): void {
    this.tell(text);
    clearTimeout(this.fading);
    if (this.notice) this.notice = { ...this.notice, calm: true };
    this.fading = setTimeout(() => (this.notice = null), MENTION);
  }

  complain(trouble: Trouble): void {
    this.tell(wordsFor(trouble), trouble);
  }

  /** Why the rules do not allow something, and in which section they say so: there is time to look, until the next move. */
  explain(text: string, section: string | undefined): void {
    this.tell(text);
    if (!this.notice || section === undefined) return;
    clearTimeout(this.fading);
    this.notice = { ...this.notice, section };
  }

  hush(): void {
    clearTimeout(this.fading);
    this.notice = null;
  }

  // ---------------------------------------------------------------- what the house says

  /** What the house says waits until the game that it is about was fetched. */
  private withGame(message: ServerMessage, deed: () => void): void {
    if (this.fetching) return void this.fetching.push(deed);
    const game = message.type === "welcome" ? message.view.options.game : "";
    if (isHere(game)) return deed();
    const waiting = (this.fetching = [deed]);
    loadGame(game).then(
      () => {
        this.fetching = null;
        for (const each of waiting) each();
      },
      ({ code, message: sentence, parameters }: NotMet) => (this.status = { state: "ended", code, sentence, parameters }),
    );
  }

  private hear(message: ServerMessage, asked: ClientMessage | undefined, fresh: boolean): void {
    if (asked && isHope(asked)) endHope(asked);
    if (asked?.type === "act" || asked?.type === "take_back") this.answered();
    switch (message.type) {
      case "welcome":
        this.writeDown();
        if (fresh) this.log = [];
        if (!message.missed) this.chronicle.begin(message.view);
        this.see(message.view);
        this.write(message.missed ?? [], false);
        this.chat = following(fresh ? [] : this.chat, message.lines ?? []);
        if (fresh) this.readChat();
        this.arrive(message.view);
        return;
      case "entry":
        this.entering?.(message.entry);
        if (this.notice?.stays === false && message.entry.what.kind === "acted") this.hush(); // it was about what was before
        this.heed(message.entry.what, message.view);
        this.see(message.view);
        this.latest = message.entry;
        this.unwritten.push(message.entry);
        if (this.unwritten.length === 1) void painted().then(() => this.writeDown());
        return;
      case "lines":
        if (message.lines.every(isDeleted)) {
          this.chat = message.lines.reduce(withoutText, this.chat);
          break;
        }
        this.chat = following(this.chat, message.lines);
        this.spoken = message.lines.map((line) => `${line.name}: ${line.text}`).join(" ");
        return;
      case "moving":
        this.moving = { code: message.code, until: message.until };
        return;
      case "done":
        return this.done(asked);
      case "refused":
        if (asked?.type === "contribute" && message.code === "already_so") return;
        if (asked?.type === "start" && this.view?.phase === "playing") return; // it has started all the same
        this.complain({ code: message.code, sentence: message.sentence, parameters: message.parameters ?? {} });
        if (asked?.type === "say") this.unsaid = asked.text;
    }
  }

  private see(view: TableView): void {
    const ends = this.view?.phase === "playing" && view.phase !== "playing" && view.result?.why === "rules";
    if (ends) this.endedHere = true;
    if (ends && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.ending = true;
      this.settling = setTimeout(() => (this.ending = false), LAST_LOOK);
    }
    this.view = kept(this.view, view);
    if (this.notice?.trouble?.code === "paused" && view.alone_since === null) this.hush();
    if (this.notice?.trouble?.code === "time_up" && this.notice.stays && view.legal.length > 0) this.fade(); // one's turn again
    const mine = this.beside ? undefined : myGame(this.code);
    if (!mine || view.you === null) return;
    if (mine.phase !== view.phase) remember(this.code, { phase: view.phase, at: Date.now() });
    if (view.rematch !== null && !myGame(view.rematch)) {
      const alone = view.seats.every((seat, number) => seat.bot !== null || number === view.you); // bots need no invitation
      remember(view.rematch, { ...mine, phase: "open", at: Date.now(), nonce: "", start: alone, again: false });
    }
  }

  /** What somebody else, or the clock, has done to this seat. */
  private heed(what: What, view: TableView): void {
    if (what.kind === "stood_in" && what.seat === view.you && what.why === "clock") this.complain(noticed("time_up"));
    if (what.kind === "asked" && what.seat === view.you) this.mention(t("request.sent"));
    if (what.kind === "answered" && !what.yes && this.view?.request?.seat === view.you) {
      this.mention(t("log.answered.no", { name: this.nameOf(what.seat) }));
    }
    if (what.kind !== "rose" || what.why === "left" || view.you !== null || this.view?.you !== what.seat) return;
    if (!this.beside) forget(this.code);
    this.complain(noticed(what.why));
  }

  /** The board comes first: words follow once it is painted. */
  private writeDown(): void {
    const happened = this.unwritten;
    this.unwritten = [];
    if (happened.length) this.write(happened, true);
  }

  private write(happened: Happened[], aloud: boolean): void {
    const own = this.view?.you ?? null;
    const lines = happened.map((entry) => this.chronicle.tell(entry, this.game, own)).filter((line) => line.parts.length);
    if (!lines.length) return;
    const written = lines.flatMap((line) => {
      const parts = line.parts.filter((part) => !part.minor);
      return parts.length ? [{ ...line, parts }] : [];
    });
    this.log = happened.reduce(marked, following(this.log, written)).slice(-MOST_LINES);
    if (aloud) this.spoken = [...lines.flatMap((line) => line.parts.map(say)), ...this.question()].join(" ");
  }

  /** What is asked of this seat, if anything; or until whom the game is paused. */
  private question(): string[] {
    const paused = this.view && whilePaused(this.view, this.view.options.patience.alone);
    if (paused) return [say(paused)];
    const asked = this.view && this.yourTurn ? this.game?.asked(this.view, true, "") : null;
    return asked ? [`${t("turn.yours")}:`, say(asked)] : [];
  }

  /** The commitment of the house is there: bring a nonce, then start if that was wished; or sit down. */
  private arrive(view: TableView): void {
    if (this.beside) return;
    const mine = myGame(this.code);
    const free = view.phase === "open" && view.seats.length < view.options.players;
    if (this.sitting && view.you === null && !free) this.complain(noticed(FULL[view.phase]));
    if (view.phase !== "open") return;
    if (view.you !== null && mine && !mine.nonce) this.send({ type: "contribute", nonce: chance() });
    if (view.you === view.host && mine?.start) this.send({ type: "start" });
    if (view.you === null && this.sitting && free) this.sit(myName());
    this.sitting = false;
  }

  private done(asked: ClientMessage | undefined): void {
    const view = this.view;
    if (!asked || !view) return;
    if (this.notice?.trouble && asked.type !== "contribute") this.hush(); // what was refused is done now, or was given up
    if (asked.type === "sit" || asked.type === "claim") {
      this.connection.key = asked.key;
      const name = view.you === null ? "" : this.nameOf(view.you);
      const kept = remember(this.code, {
        at: Date.now(),
        key: asked.key,
        name,
        game: view.options.game,
        phase: view.phase,
        ...(asked.type === "sit" && asked.nonce ? { nonce: asked.nonce } : {}),
      });
      if (!kept) this.complain(noticed("not_kept"));
    }
    if (asked.type === "contribute") remember(this.code, { nonce: asked.nonce });
    if (asked.type === "start") remember(this.code, { start: false });
    if (asked.type === "rematch" && view.rematch !== null) this.goTo(view.rematch);
  }

  /** Who won, by name. */
  winners(): string {
    return listed((this.view?.result?.winners ?? []).map((seat) => this.nameOf(seat)));
  }
}
