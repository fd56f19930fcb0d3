// The draws of a finished game made again in this browser, by the formulas that the house publishes.

import type { FullEntry, Replay } from "../protocol";
import { fromHex, hex, hmac, joined, sha256 } from "./sha256";

const KEY_LABEL = "ludoteca/key/1";
const STREAM_LABEL = "ludoteca/draws/1";
const WORDS_PER_BLOCK = 8;

export interface Drawn {
  entry: number;
  label: string;
  bound: number;
  result: number;
  /** What the formulas give. */
  again: number;
  holds: boolean;
}

export interface Checked {
  commitment: boolean;
  draws: Drawn[];
}

const ascii = (text: string) => new TextEncoder().encode(text);

function wide(number: number, bytes: 4 | 8): Uint8Array {
  const written = new DataView(new ArrayBuffer(bytes));
  written.setUint32(bytes - 4, number);
  return new Uint8Array(written.buffer);
}

/** Nothing where the game has not shown its secret. */
export function checked(replay: Replay): Checked | null {
  const opened = replay.entries[0]?.what;
  const secret = secretOf(replay.entries);
  if (opened?.kind !== "opened" || secret === null) return null;
  return { commitment: hex(sha256(secret)) === opened.commitment, draws: drawsOf(replay.entries, secret) };
}

function secretOf(entries: readonly FullEntry[]): Uint8Array | null {
  for (const { what } of entries) {
    if ((what.kind === "ended" || what.kind === "closed") && what.secret) return fromHex(what.secret);
  }
  return null;
}

/** Nonces of those who sit there when the game starts, in that order. */
function noncesOf(entries: readonly FullEntry[]): string[] {
  const nonces: string[] = [];
  for (const { what } of entries) {
    if (what.kind === "sat") nonces.push(what.nonce);
    else if (what.kind === "contributed") nonces[what.seat] = what.nonce;
    else if (what.kind === "rose") nonces.splice(what.seat, 1);
    else if (what.kind === "arranged") nonces.splice(what.players);
    else if (what.kind === "started") break;
  }
  return nonces;
}

export const keyOf = (secret: Uint8Array, nonces: readonly string[]): Uint8Array =>
  hmac(secret, joined(ascii(KEY_LABEL), ...nonces.map((nonce) => joined(wide(ascii(nonce).length, 4), ascii(nonce)))));

/** The numbers of a key, word by word. */
export class Stream {
  private block = -1;
  private words: DataView = new DataView(new ArrayBuffer(0));
  position = 0;

  constructor(private readonly key: Uint8Array) {}

  private next(): number {
    const block = Math.floor(this.position / WORDS_PER_BLOCK);
    if (block !== this.block) {
      this.block = block;
      this.words = new DataView(hmac(this.key, joined(ascii(STREAM_LABEL), wide(block, 8))).buffer);
    }
    const word = this.words.getUint32(4 * (this.position % WORDS_PER_BLOCK));
    this.position += 1;
    return word;
  }

  /** The high half of word x bound; words that would favour some results are passed over. */
  below(bound: number): number {
    const unfair = BigInt(2 ** 32 % bound);
    for (;;) {
      const product = BigInt(this.next()) * BigInt(bound);
      if ((product & 0xffffffffn) >= unfair) return Number(product >> 32n);
    }
  }
}

function drawsOf(entries: readonly FullEntry[], secret: Uint8Array): Drawn[] {
  const stream = new Stream(keyOf(secret, noncesOf(entries)));
  return entries.flatMap(({ number, what }) => {
    if (what.kind !== "started" && what.kind !== "acted") return [];
    return what.draws.map(([label, counter, bound, result]): Drawn => {
      const again = stream.below(Math.max(1, bound)); // below nothing nobody draws
      return { entry: number, label, bound, result, again, holds: again === result && counter === stream.position - 1 };
    });
  });
}
