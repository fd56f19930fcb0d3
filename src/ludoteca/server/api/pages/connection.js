// The WebSocket of a table. It comes back by itself, says what it has seen, and repeats what was not answered.

import { ask, chance } from "./dom.js";

const PATIENCE = [0.5, 1, 2, 4, 8, 10]; // seconds before each try
const PING = 15_000; // milliseconds
const SILENCE = 10_000; // after a ping; then the connection is taken for lost
const REPEATED = ["act", "take_back"]; // the house does these once, however often it hears them

export class Connection {
  /** `hear` gets every message of the house and what it answers, `status` a sentence and how things are. */
  constructor(code, key, hear, status) {
    Object.assign(this, { code, key, hear, status, seen: 0, heard: 0, tries: 0, offset: 0, last: 0, pinged: 0 });
    this.address = `/api/tables/${encodeURIComponent(code)}`;
    this.welcome = this.ended = false;
    this.prefix = chance(6);
    this.count = 0;
    this.unanswered = new Map(); // messages by id
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => this.hurry());
    setInterval(() => this.beat(), PING);
    this.connect();
  }

  /** Milliseconds since 1970 by the clock of the house. */
  now() {
    return Date.now() + this.offset;
  }

  connect() {
    clearTimeout(this.waiting);
    this.waiting = null;
    this.ended = false;
    this.status("Connecting…", "ill");
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + this.address + "/socket");
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.greet();
    };
    socket.onmessage = (event) => socket === this.socket && this.receive(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.lost(opened);
    this.socket = socket;
  }

  write(message) {
    this.socket.send(JSON.stringify(message));
  }

  greet() {
    this.write({ type: "hello", id: "hello", key: this.key ?? null, seen: this.seen, heard: this.heard });
  }

  /** Ask the house for something: now, or as soon as there is a connection. */
  send(message) {
    const sent = { ...message, id: `${this.prefix}-${++this.count}` };
    this.unanswered.set(sent.id, sent);
    if (this.welcome) this.write(sent);
  }

  receive(message) {
    this.last = Date.now();
    if (message.type === "goodbye") return this.dismissed(message);
    if (message.type === "refused" && message.id === "hello") return this.notWelcome(message);
    if (message.type === "pong") this.offset = message.time - Date.now();
    if (message.type === "welcome") this.welcomed(message);
    if (message.type === "entry") this.seen = message.entry.number;
    for (const line of message.lines ?? []) this.heard = line.number;
    const asked = this.unanswered.get(message.id);
    this.unanswered.delete(message.id);
    this.hear(message, asked);
  }

  welcomed(message) {
    message.fresh = this.seen === 0;
    this.seen = message.view.number;
    if (this.welcome) return; // a seat was claimed over this connection
    this.welcome = true;
    this.tries = 0;
    this.status("Connected", "well");
    this.ping();
    for (const sent of this.unanswered.values()) this.write(sent);
  }

  notWelcome(refused) {
    if (refused.code === "wrong_token" && this.key) {
      this.key = null; // watch, and perhaps sit down again
      this.seen = 0;
      this.hear({ type: "unseated", sentence: "Your seat was given up, or you went on at another device." });
      this.greet();
    } else if (refused.code === "too_fast" || refused.code === "read_only") {
      this.socket.close();
    } else {
      this.stop(refused.sentence);
    }
  }

  dismissed(goodbye) {
    this.farewell = goodbye;
    if (goodbye.again === undefined) this.stop(goodbye.sentence);
    if (goodbye.code === "moved") {
      this.key = null;
      this.hear({ type: "unseated", sentence: goodbye.sentence });
    }
  }

  async lost(opened) {
    this.welcome = false;
    for (const [id, sent] of this.unanswered) if (!REPEATED.includes(sent.type)) this.unanswered.delete(id);
    if (this.ended) return;
    const trouble = opened ? null : await ask(this.address).then(() => null, (error) => error);
    if (["no_such_table", "refused_address"].includes(trouble?.code)) return this.stop(trouble.message);
    const usual = { again: PATIENCE[this.tries] ?? PATIENCE.at(-1), sentence: "The connection is lost." };
    const { again, sentence } = this.farewell ?? usual;
    this.farewell = null;
    this.tries += 1;
    const seconds = again * (1 + Math.random() / 2); // not everybody at once
    this.status(`${sentence} Trying again in ${Math.ceil(seconds)} s.`, "ill");
    this.waiting = setTimeout(() => this.connect(), seconds * 1000);
  }

  /** There is no use in trying again unasked. */
  stop(sentence) {
    this.ended = true;
    this.welcome = false;
    this.status(sentence, "ended");
    this.socket.close();
  }

  /** The network, or the person, is back. */
  hurry() {
    if (this.waiting && document.visibilityState === "visible") this.connect();
    else this.beat();
  }

  beat() {
    if (!this.welcome || Date.now() - this.pinged < SILENCE) return;
    if (this.last >= this.pinged) return this.ping();
    const silent = this.socket;
    this.socket = null; // it may take minutes to close
    silent.close();
    this.lost(true);
  }

  ping() {
    this.pinged = Date.now();
    this.write({ type: "ping" });
  }
}
