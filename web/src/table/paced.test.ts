import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ServerMessage } from "../protocol";
import { Paced } from "./paced";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const entry = (number: number, by: string) =>
  ({ type: "entry", entry: { number, what: { kind: "acted", by } } }) as unknown as ServerMessage;
const heard = (gap: number) => {
  const numbers: number[] = [];
  const paced = new Paced(() => gap, () => Date.now());
  const hear = (number: number, by: string) => paced.hear(entry(number, by), () => numbers.push(number));
  return { numbers, paced, hear };
};

it("shows decisions of bots one after the other", () => {
  const { numbers, hear } = heard(600);
  for (const number of [1, 2, 3]) hear(number, "bot");
  expect(numbers).toEqual([1]);
  vi.advanceTimersByTime(599);
  expect(numbers).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(numbers).toEqual([1, 2]);
  vi.advanceTimersByTime(600);
  expect(numbers).toEqual([1, 2, 3]);
});

it("keeps the order: what people do waits for what bots did before", () => {
  const { numbers, hear } = heard(600);
  hear(1, "bot");
  hear(2, "bot");
  hear(3, "player");
  expect(numbers).toEqual([1]);
  vi.advanceTimersByTime(600);
  expect(numbers).toEqual([1, 2, 3]);
});

it("does not hold people up", () => {
  const { numbers, hear } = heard(600);
  for (const number of [1, 2, 3]) hear(number, "player");
  expect(numbers).toEqual([1, 2, 3]);
});

it("shows everything at once to whoever likes that", () => {
  const { numbers, hear } = heard(0);
  for (const number of [1, 2, 3]) hear(number, "bot");
  expect(numbers).toEqual([1, 2, 3]);
});

it("does what waits before a welcome", () => {
  const { numbers, paced, hear } = heard(600);
  for (const number of [1, 2, 3]) hear(number, "bot");
  paced.hear({ type: "welcome" } as unknown as ServerMessage, () => numbers.push(9));
  expect(numbers).toEqual([1, 2, 3, 9]);
});
