// Resources, marbles and amounts of them, as the notation names them.

export const RESOURCES = ["coin", "stone", "servant", "shield"] as const;
export const YIELDS = [...RESOURCES, "faith"] as const;
export type Resource = (typeof RESOURCES)[number];
export type Yield = (typeof YIELDS)[number];
export type Amounts = Partial<Record<Yield, number>>;
/** What a place in a row of signs shows. `any` is a resource of choice. */
export type Shown = Yield | "any";

export const MARBLES = ["W", "Y", "G", "P", "B", "R"] as const;
export type Marble = (typeof MARBLES)[number];

const GIVES: Record<Marble, Yield | null> = {
  W: null,
  Y: "coin",
  G: "stone",
  P: "servant",
  B: "shield",
  R: "faith",
};

/** What a marble gives; a white one gives nothing by itself. */
export const gives = (marble: Marble): Yield | null => GIVES[marble];

export const amount = (amounts: Amounts, what: Yield) => amounts[what] ?? 0;
export const present = (amounts: Amounts): Yield[] => YIELDS.filter((each) => amount(amounts, each) > 0);
export const total = (amounts: Amounts) => YIELDS.reduce((sum, each) => sum + amount(amounts, each), 0);

export function sum(...all: readonly Amounts[]): Amounts {
  const added: Amounts = {};
  for (const each of YIELDS) {
    const count = all.reduce((before, amounts) => before + amount(amounts, each), 0);
    if (count > 0) added[each] = count;
  }
  return added;
}

/** What is left of one after the other is taken from it, never less than nothing. */
export function less(from: Amounts, taken: Amounts): Amounts {
  const left: Amounts = {};
  for (const each of YIELDS) {
    const count = amount(from, each) - amount(taken, each);
    if (count > 0) left[each] = count;
  }
  return left;
}

/** What is wanted and not there. */
export const lacking = (wanted: Amounts, there: Amounts): Amounts => less(wanted, there);

/** One after the other, as they lie in a row. */
export const row = (amounts: Amounts): Yield[] =>
  present(amounts).flatMap((each) => Array.from({ length: amount(amounts, each) }, () => each));
