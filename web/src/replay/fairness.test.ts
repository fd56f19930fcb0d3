import { expect, it } from "vitest";
import type { FullEntry, Replay } from "../protocol";
import { checked, keyOf, Stream } from "./fairness";
import { fromHex, hex, hmac, sha256 } from "./sha256";

// The vectors of the page about fair draws.
const SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const KEY = "fbecb8aee343427e4ac7e21ed35f0d6907a3a62695061fd00fd7d0d44938c578";
const NONCES = ["anna-1", "", "carl-3"];
const DRAWS: [bound: number, word: number, result: number][] = [
  [12, 0, 9],
  [10, 1, 6],
  [9, 2, 3],
  [2147483648, 3, 1485944798],
  [1431668111, 5, 263314241],
];

const bytes = (text: string) => new TextEncoder().encode(text);

it("hashes as everybody does", () => {
  expect(hex(sha256(bytes("")))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(hex(sha256(bytes("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hex(sha256(bytes("a".repeat(1000))))).toBe("41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
  const digest = "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8";
  expect(hex(hmac(bytes("key"), bytes("The quick brown fox jumps over the lazy dog")))).toBe(digest);
  expect(hex(hmac(bytes("k".repeat(65)), bytes("x")))).toBe(hex(hmac(sha256(bytes("k".repeat(65))), bytes("x"))));
});

it("makes the key and the draws of the vectors", () => {
  expect(hex(keyOf(fromHex(SECRET), NONCES))).toBe(KEY);
  const stream = new Stream(fromHex(KEY));
  for (const [bound, word, result] of DRAWS) {
    expect([stream.below(bound), stream.position - 1]).toEqual([result, word]);
  }
});

function replay(wrong: Partial<{ result: number; commitment: string; secret: string }> = {}): Replay {
  const draws = DRAWS.map(([bound, word, result]) => ["bag", word, bound, result]);
  if (wrong.result !== undefined) draws[2]![3] = wrong.result;
  const whats: object[] = [
    { kind: "opened", commitment: wrong.commitment ?? COMMITMENT },
    { kind: "sat", seat: 0, nonce: "gone" },
    { kind: "sat", seat: 1, nonce: "anna-1" },
    { kind: "rose", seat: 0 },
    { kind: "sat", seat: 1, nonce: "" },
    { kind: "sat", seat: 2, nonce: "" },
    { kind: "sat", seat: 3, nonce: "too many" },
    { kind: "arranged", players: 3 },
    { kind: "contributed", seat: 2, nonce: "carl-3" },
    { kind: "started", draws: draws.slice(0, 2) },
    { kind: "arrived", seat: 0 },
    { kind: "acted", draws: draws.slice(2) },
    { kind: "ended", secret: wrong.secret ?? SECRET },
  ];
  const entries = whats.map((what, at) => ({ number: at + 1, time: 0, previous: "", what }) as FullEntry);
  return { format: "ludoteca/replay/1", code: "QQQQQQ", rules_version: "1", log: [], entries };
}

it("makes every draw of a game again", () => {
  const found = checked(replay());
  expect(found?.commitment).toBe(true);
  expect(found?.draws.map(({ entry, result, again, holds }) => [entry, result === again, holds])).toEqual([
    [10, true, true],
    [10, true, true],
    [12, true, true],
    [12, true, true],
    [12, true, true],
  ]);
});

it("notices a draw that was made up, and a secret that is another one", () => {
  expect(checked(replay({ result: 4 }))?.draws.map(({ holds }) => holds)).toEqual([true, true, false, true, true]);
  expect(checked(replay({ commitment: "00" }))?.commitment).toBe(false);
});

it("has nothing to check before the end", () => {
  expect(checked(replay({ secret: "" }))).toBe(null);
  expect(checked({ ...replay(), entries: [] })).toBe(null);
});
