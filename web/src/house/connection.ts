// The WebSocket of a table. It comes back by itself, says what it has seen, and repeats what was not answered.

import { askTable, NotMet } from "./asking";
import { chance } from "./chance";
import { isText, partsOf } from "./checks";
import type { Claim, ClientMessage, Goodbye, Refused, ServerMessage, Sit, Welcome } from "../protocol";

/** A seat that was asked for. If the answer is lost, its key tells whether the house has given it. */
export type Hope = Sit | Claim;

export const isHope = (message: { type: string }): message is Hope => message.type === "sit" || message.type === "claim";

/** How things are. `ended`: there is no use in trying again unasked. */
export type Status =
  | { state: "connecting" }
  | { state: "well" }
  | { state: "lost"; seconds: number; code: "away" | "no_line" | "restart" }
  | { state: "ended"; code: string; sentence: string; parameters: Record<string, unknown> };

export interface Listener {
  /** Every message of the house, and what it answers. `fresh`: a welcome that tells the log from its beginning. */
  hear(message: ServerMessage, asked: ClientMessage | undefined, fresh: boolean): void;
  status(status: Status): void;
  /** The key opens no seat (any more). */
  unseated(code: string): void;
  /** The house does not know of it (`unheard`), or it is not known whether it does (`unanswered`). It is not sent again. */
  dropped(wish: Wish, code: "unheard" | "unanswered"): void;
}

export type Wish = ClientMessage extends infer Message ? (Message extends { id?: string } ? Omit<Message, "id"> : never) : never;

const PATIENCE = [0.3, 1, 2, 4, 8, 10]; // seconds before each try
const PING = 15_000; // milliseconds
const SILENCE = 10_000; // after a ping; then the connection is taken for lost
const REPEATED = ["act", "take_back", "say"]; // the house does these once, however often it hears them
const HOPELESS = ["no_such_table", "damaged", "refused_address", "no_watching"];
const NO_KEYS = ["wrong_token", "bad_token"]; // they open no seat
const PASSING = ["too_fast", "too_many_guesses", "read_only"]; // a greeting that is refused so is worth another try

/** Null where no house has said it. */
function readMessage(said: string): ServerMessage | null {
  try {
    const message: unknown = JSON.parse(said);
    return isText(partsOf(message)["type"]) ? (message as ServerMessage) : null;
  } catch {
    return null;
  }
}

export class Connection {
  key: string | null;
  /** Milliseconds by which the clock of the house is ahead of ours. */
  offset = 0;
  private socket: WebSocket | null = null;
  private seen = 0;
  private heard = 0;
  private tries = 0;
  private last = 0;
  private pinged = 0;
  private welcome = false;
  private ended = false;
  private farewell: Goodbye | null = null;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private readonly beating: ReturnType<typeof setInterval>;
  private readonly prefix = chance(6);
  private count = 0;
  private readonly unanswered = new Map<string, ClientMessage>();
  private readonly hurried = () => this.hurry();
  private readonly cut = () => this.offline();

  constructor(
    private readonly code: string,
    key: string | undefined,
    private readonly listener: Listener,
    private hope: Hope | null = null,
  ) {
    this.key = key ?? null;
    addEventListener("online", this.hurried);
    addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.hurried);
    this.beating = setInterval(() => this.beat(), PING);
    this.connect();
  }

  /** Milliseconds since 1970 by the clock of the house. */
  now(): number {
    return Date.now() + this.offset;
  }

  connect(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.ended = false;
    if (this.tries === 0) this.listener.status({ state: "connecting" });
    const address = `/api/tables/${encodeURIComponent(this.code)}/socket`;
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + address);
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.greet();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.read(event.data);
    };
    socket.onclose = () => {
      if (socket === this.socket) void this.lost(opened);
    };
    const former = this.socket;
    this.socket = socket;
    former?.close();
  }

  /** Leave for good: the page shows something else. */
  leave(): void {
    this.ended = true;
    clearTimeout(this.waiting);
    clearInterval(this.beating);
    removeEventListener("online", this.hurried);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.hurried);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** Ask the house for something. While it is away only what it does once is kept for later: the rest is another wish by then. */
  send(wish: Wish): void {
    const away = !this.welcome && (this.tries > 0 || this.ended);
    if (away && !REPEATED.includes(wish.type)) return this.listener.dropped(wish, "unheard");
    const sent = { ...wish, id: `${this.prefix}-${++this.count}` } as ClientMessage & { id: string };
    this.unanswered.set(sent.id, sent);
    if (this.welcome) this.write(sent);
  }

  private write(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }

  /** The key to greet with. */
  private get offered(): string | null {
    return this.hope?.key ?? this.key;
  }

  private greet(): void {
    this.write({ type: "hello", id: "hello", key: this.offered, seen: this.seen, heard: this.heard });
  }

  private read(said: string): void {
    const message = readMessage(said);
    if (message === null) this.stop("strange_answer", "");
    else this.receive(message);
  }

  private receive(message: ServerMessage): void {
    this.last = Date.now();
    if (message.type === "goodbye") return this.dismissed(message);
    if (message.type === "refused" && message.id === "hello") return this.notWelcome(message);
    if (message.type === "welcome" && message.view.number < this.seen) return this.beginAnew();
    if (message.type === "pong") this.offset = (message.time ?? 0) - Date.now();
    let fresh = false;
    if (message.type === "welcome") fresh = this.welcomed(message);
    if (message.type === "entry") this.seen = message.entry.number;
    if (message.type === "lines" || message.type === "welcome") {
      const last = message.lines?.at(-1);
      // What the operator has deleted was heard before, whatever came since.
      if (last && !(message.type === "lines" && last.text === "")) this.heard = last.number;
    }
    const id = "id" in message ? message.id : undefined;
    const asked = id === undefined ? undefined : this.unanswered.get(id);
    if (id !== undefined) this.unanswered.delete(id);
    this.listener.hear(message, asked, fresh);
    if (message.type === "welcome") this.fulfil();
  }

  /** The key has opened the seat: the answer that was lost would have been `done`. */
  private fulfil(): void {
    const hope = this.hope;
    if (hope === null) return;
    this.hope = null;
    this.key = hope.key;
    this.listener.hear({ type: "done", id: hope.id ?? "" }, hope, false);
  }

  /** The table is not what it was, as after an older backup: what was seen and heard of it counts no more. */
  private beginAnew(): void {
    this.seen = this.heard = 0;
    this.connect();
  }

  private welcomed(message: Welcome): boolean {
    const fresh = this.seen === 0;
    this.seen = message.view.number;
    if (this.welcome) return fresh; // a seat was claimed over this connection
    this.welcome = true;
    this.tries = 0;
    this.listener.status({ state: "well" });
    this.ping();
    for (const sent of this.unanswered.values()) this.write(sent);
    return fresh;
  }

  private notWelcome(refused: Refused): void {
    const hope = this.hope;
    if (NO_KEYS.includes(refused.code) && hope !== null) {
      this.hope = null;
      this.listener.dropped(hope, "unheard");
      this.greet();
    } else if (NO_KEYS.includes(refused.code) && this.key !== null) {
      this.key = null; // watch, and perhaps sit down again
      this.seen = this.heard = 0;
      this.listener.unseated(refused.code);
      this.greet();
    } else if (PASSING.includes(refused.code)) {
      this.socket?.close();
    } else {
      this.stop(refused.code, refused.sentence, refused.parameters);
    }
  }

  private dismissed(goodbye: Goodbye): void {
    this.farewell = goodbye;
    if (goodbye.again === undefined || goodbye.again === null) this.stop(goodbye.code, goodbye.sentence);
    if (goodbye.code === "moved") {
      this.key = null;
      this.listener.unseated(goodbye.code);
    }
  }

  private async lost(opened: boolean): Promise<void> {
    this.welcome = false;
    for (const [id, sent] of this.unanswered) {
      if (REPEATED.includes(sent.type)) continue;
      this.unanswered.delete(id);
      if (isHope(sent)) this.hope = sent;
      else this.listener.dropped(sent as Wish, "unanswered");
    }
    if (this.ended) return;
    const socket = this.socket;
    const farewell = this.farewell;
    this.farewell = null;
    let reached = false;
    if (!opened) {
      const trouble = await askTable(this.code).then(() => null, (error: NotMet) => error);
      if (this.ended || this.waiting !== undefined || this.socket !== socket) return; // it was tried again meanwhile
      if (trouble && HOPELESS.includes(trouble.code) && !(trouble.code === "no_watching" && this.offered !== null)) {
        return this.stop(trouble.code, trouble.message, trouble.parameters);
      }
      reached = trouble === null || trouble.code === "connections";
    }
    const usual = PATIENCE[Math.min(this.tries, PATIENCE.length - 1)] ?? 1;
    const seconds = (farewell?.again ?? usual) * (1 + Math.random() / 2); // not everybody at once
    this.tries += 1;
    // Once may be chance: the house was away when the line broke, and answers now.
    const turnedAway = reached && this.tries > 1;
    this.waiting = setTimeout(() => this.connect(), seconds * 1000); // first: who hears of it may leave
    this.listener.status({ state: "lost", seconds, code: farewell?.code === "restart" ? "restart" : turnedAway ? "no_line" : "away" });
  }

  private stop(code: string, sentence: string, parameters: Record<string, unknown> = {}): void {
    this.ended = true;
    this.welcome = false;
    this.listener.status({ state: "ended", code, sentence, parameters });
    this.socket?.close();
  }

  /** The network, or the person, is back. */
  private hurry(): void {
    if (this.waiting !== undefined && document.visibilityState === "visible") this.connect();
    else this.beat();
  }

  /** The browser has lost the network. A house on this machine may be there all the same: try at once. */
  private offline(): void {
    if (!this.welcome) return;
    this.drop();
    if (this.waiting !== undefined) this.connect();
  }

  private beat(): void {
    if (!this.welcome || Date.now() - this.pinged < SILENCE) return;
    if (this.last >= this.pinged) this.ping();
    else this.drop();
  }

  /** Do not wait for the end of a connection that says nothing any more: that may take minutes. */
  private drop(): void {
    const silent = this.socket;
    this.socket = null;
    silent?.close();
    void this.lost(true);
  }

  private ping(): void {
    this.pinged = Date.now();
    this.write({ type: "ping" });
  }
}
