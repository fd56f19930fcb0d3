// SHA-256 and HMAC. Browsers have them too, but only for pages that came over HTTPS: a house at home has none.

const WORDS = 64;
const BLOCK = 64; // bytes

/** The first 32 bits of the fractional part of a root of each of the first primes, as FIPS 180-4 defines them. */
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
const PRIMES: number[] = [];
for (let number = 2; PRIMES.length < WORDS; number += 1) if (PRIMES.every((prime) => number % prime !== 0)) PRIMES.push(number);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const length = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const input = new DataView(padded.buffer);
  input.setUint32(length - 8, Math.floor(message.length / 2 ** 29));
  input.setUint32(length - 4, (message.length * 8) >>> 0);
  const hash = Int32Array.from(START);
  const w = new Int32Array(WORDS);
  for (let block = 0; block < length; block += BLOCK) {
    for (let i = 0; i < 16; i += 1) w[i] = input.getInt32(block + 4 * i);
    for (let i = 16; i < WORDS; i += 1) {
      const [early, late] = [w[i - 15]!, w[i - 2]!];
      const low = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const high = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      w[i] = w[i - 16]! + low + w[i - 7]! + high;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < WORDS; i += 1) {
      const chosen = (e & f) ^ (~e & g);
      const first = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + chosen + ROUND[i]! + w[i]!) | 0;
      const most = (a & b) ^ (a & c) ^ (b & c);
      const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + most) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (hash[at] = hash[at]! + word));
  }
  const digest = new Uint8Array(32);
  const output = new DataView(digest.buffer);
  hash.forEach((word, at) => output.setInt32(4 * at, word));
  return digest;
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const padded = (with_: number) => block.map((byte) => byte ^ with_);
  return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), message))));
}

export function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((all, part) => all + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

export const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const fromHex = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
