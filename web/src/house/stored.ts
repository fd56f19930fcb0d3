// Reading what this browser keeps. It may come from another version of the page, or from anybody who can write there: each
// member is checked, and a wrong one is what it usually is.

type Parts = Record<string, unknown>;
export type Check<Value> = (value: unknown) => value is Value;
export type Checks<Shape> = { [Member in keyof Shape]-?: Check<Exclude<Shape[Member], undefined>> };

export const isText = (value: unknown): value is string => typeof value === "string";
export const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
/** Something to count with, from 1. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
export const isShare = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;
/** Milliseconds since 1970 that a date can show. */
export const isMoment = (value: unknown): value is number => typeof value === "number" && !Number.isNaN(new Date(value).getTime());
export const isOneOf =
  <Value>(values: readonly Value[]): Check<Value> =>
  (value): value is Value =>
    values.includes(value as Value);
export const isListOf =
  <Value>(is: Check<Value>): Check<Value[]> =>
  (value): value is Value[] =>
    Array.isArray(value) && value.every(is);

/** The members of an object; of anything else none. */
export const partsOf = (value: unknown): Parts =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Parts) : {};

/** What is kept under a name, unchecked. */
export function stored(name: string): Parts {
  try {
    return partsOf(JSON.parse(localStorage.getItem(name) ?? "{}"));
  } catch {
    return {}; // the browser keeps nothing for this page, or what it kept is no JSON
  }
}

/** The members that pass their checks, and the usual ones for the others. */
export function checked<Shape extends object>(value: unknown, usual: Shape, checks: Checks<Shape>): Shape {
  const parts = partsOf(value);
  const sound = Object.entries<Check<unknown>>(checks).filter(([member, is]) => is(parts[member]));
  return { ...usual, ...Object.fromEntries(sound.map(([member]) => [member, parts[member]])) };
}
