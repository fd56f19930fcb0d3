// Whether something that comes from outside the page is what the page takes it for.

export type Parts = Record<string, unknown>;
export type Check<Value> = (value: unknown) => value is Value;
export type Checks<Shape> = { [Member in keyof Shape]-?: Check<Exclude<Shape[Member], undefined>> };

export const isText = (value: unknown): value is string => typeof value === "string";
export const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
export const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
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

const isParts = (value: unknown): value is Parts => typeof value === "object" && value !== null && !Array.isArray(value);
/** An object whose members are as they should be, as far as they are looked at. */
export const isLike =
  (checks: Record<string, Check<unknown>>): Check<Parts> =>
  (value): value is Parts =>
    isParts(value) && Object.entries(checks).every(([member, is]) => is(value[member]));

/** The members of an object; of anything else none. */
export const partsOf = (value: unknown): Parts => (isParts(value) ? value : {});
