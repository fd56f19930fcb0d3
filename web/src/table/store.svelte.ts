// A table as this page knows it: the newest view, the log, the chat, and what is wished of the house.

import { chance } from "../house/chance";
import { Connection, type Listener, type Status } from "../house/connection";
import { forget, keepName, myGame, myName, remember } from "../house/memory";
import type { ClientMessage, GameAction, Happened, Line, ServerMessage, TableView } from "../protocol";
import { listed, refusal, say, t } from "../words/words.svelte";
import { Chronicle, type LogLine } from "./chronicle";
import type { Game } from "./game";
import { GAMES } from "./games";

const MOST_LINES = 500; // of the log; a long game has fewer
const NOTICE = 9000; // milliseconds

export interface Notice {
  text: string;
  number: number;
  /** The section of the rules that says so. */
  section?: string;
}

/** The way to the house. */
export type Wire = Pick<Connection, "key" | "send" | "leave" | "connect" | "now">;

/** Nobody is at the other end: what was played cannot be changed, and a lesson needs no table. */
export const NOWHERE: Wire = { key: null, send: () => undefined, leave: () => undefined, connect: () => undefined, now: () => 0 };

const connected = (code: string, listener: Listener): Wire => new Connection(code, myGame(code)?.key, listener);

export class TableStore {
  view = $state.raw<TableView | null>(null);
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<Line[]>([]);
  status = $state.raw<Status>({ state: "connecting" });
  notice = $state.raw<Notice | null>(null);
  /** An action is under way: its answer has not come yet. */
  busy = $state(false);
  /** The code for another device, and until when it holds. */
  moving = $state.raw<{ code: string; until: number } | null>(null);
  /** The tile that a line of the log points at. */
  pointed = $state<number | null>(null);
  /** The section of the rules that is open beside the board; "" is their beginning. */
  reading = $state<string | null>(null);
  /** For the ears: what happened last. */
  spoken = $state("");
  /** What the last entry told, for those who want to show what moved. */
  latest = $state.raw<Happened | null>(null);

  /** Whose board lies in front of those who watch: a player of the game. */
  front = $state(0);

  private readonly connection: Wire;
  private readonly chronicle = new Chronicle();
  private fading: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly code: string,
    private sitting: boolean,
    private readonly goTo: (code: string) => void,
    connect = connected,
  ) {
    this.connection = connect(code, {
      hear: (message, asked, fresh) => this.hear(message, asked, fresh),
      status: (status) => (this.status = status),
      unseated: (why) => {
        forget(code);
        this.tell(t(why === "moved" ? "table.unseated.moved" : "table.unseated.wrong_token"));
      },
    });
  }

  get game(): Game | undefined {
    return GAMES[this.view?.options.game ?? ""];
  }

  leave(): void {
    clearTimeout(this.fading);
    this.connection.leave();
  }

  again(): void {
    this.connection.connect();
  }

  now(): number {
    return this.connection.now();
  }

  nameOf(seat: number): string {
    return this.view?.seats[seat]?.name ?? "";
  }

  /** The name of a player of the game. */
  who(player: number): string {
    return this.view?.seats.find((seat) => seat.player === player)?.name ?? "";
  }

  get yourTurn(): boolean {
    return this.view !== null && this.view.you !== null && this.view.turn === this.view.you;
  }

  // ---------------------------------------------------------------- wishes

  send(wish: Parameters<Connection["send"]>[0]): void {
    this.connection.send(wish);
  }

  act(action: GameAction): void {
    if (this.busy) return; // one at a time
    this.busy = true;
    this.hush();
    this.send({ type: "act", action });
  }

  takeBack(to?: number): void {
    if (this.busy) return;
    this.busy = true;
    this.send({ type: "take_back", ...(to === undefined ? {} : { to }) });
  }

  sit(name: string): void {
    keepName(name);
    this.send({ type: "sit", name, key: chance(), nonce: chance() });
  }

  claim(code: string): void {
    this.send({ type: "claim", code, key: chance() });
  }

  tell(text: string): void {
    clearTimeout(this.fading);
    this.notice = { text, number: (this.notice?.number ?? 0) + 1 };
    this.fading = setTimeout(() => (this.notice = null), NOTICE);
  }

  /** Why the rules do not allow something, and in which section they say so. */
  explain(text: string, section: string | undefined): void {
    this.tell(text);
    if (this.notice && section !== undefined) this.notice = { ...this.notice, section };
  }

  hush(): void {
    clearTimeout(this.fading);
    this.notice = null;
  }

  // ---------------------------------------------------------------- what the house says

  private hear(message: ServerMessage, asked: ClientMessage | undefined, fresh: boolean): void {
    switch (message.type) {
      case "welcome":
        if (fresh) this.log = [];
        if (!message.missed) this.chronicle.begin(message.view);
        this.see(message.view);
        this.write(message.missed ?? [], false);
        this.chat = [...(fresh ? [] : this.chat), ...(message.lines ?? [])];
        if (message.view.phase === "open") this.arrive(message.view);
        return;
      case "entry":
        this.see(message.view);
        this.latest = message.entry;
        this.write([message.entry], true);
        return;
      case "lines":
        this.chat = [...this.chat, ...message.lines];
        this.spoken = message.lines.map((line) => `${line.name}: ${line.text}`).join(" ");
        return;
      case "moving":
        this.moving = { code: message.code, until: message.until };
        return;
      case "done":
        this.busy = false;
        return this.done(asked);
      case "refused":
        this.busy = false;
        if (asked?.type === "contribute" && message.code === "already_so") return;
        this.tell(refusal(message.code, message.sentence, message.parameters));
    }
  }

  private see(view: TableView): void {
    this.view = view;
    const mine = myGame(this.code);
    if (!mine || view.you === null) return;
    if (mine.phase !== view.phase) remember(this.code, { phase: view.phase, at: Date.now() });
    if (view.rematch !== null && !myGame(view.rematch)) {
      const alone = view.seats.every((seat, number) => seat.bot !== null || number === view.you); // bots need no invitation
      remember(view.rematch, { ...mine, phase: "open", at: Date.now(), nonce: "", start: alone });
    }
  }

  private write(happened: Happened[], aloud: boolean): void {
    const lines = happened.map((entry) => this.chronicle.tell(entry, this.game)).filter((line) => line.parts.length);
    if (!lines.length) return;
    this.log = [...this.log, ...lines].slice(-MOST_LINES);
    if (aloud) this.spoken = [...lines.flatMap((line) => line.parts.map(say)), ...this.question()].join(" ");
  }

  /** What is asked of this seat, if anything. */
  private question(): string[] {
    const asked = this.view && this.yourTurn ? this.game?.asked(this.view, true, "") : null;
    return asked ? [`${t("turn.yours")}:`, say(asked)] : [];
  }

  /** The commitment of the house is there: bring a nonce, then start if that was wished; or sit down. */
  private arrive(view: TableView): void {
    const mine = myGame(this.code);
    if (view.you !== null && mine && !mine.nonce) this.send({ type: "contribute", nonce: chance() });
    if (view.you === view.host && mine?.start) this.send({ type: "start" });
    if (view.you === null && this.sitting && view.seats.length < view.options.players) this.sit(myName());
    this.sitting = false;
  }

  private done(asked: ClientMessage | undefined): void {
    const view = this.view;
    if (!asked || !view) return;
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
      if (!kept) this.tell(t("page.not_kept"));
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
