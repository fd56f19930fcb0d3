// A production before it is confirmed: which powers, what they take and give together.

import type { GameAction } from "../protocol";
import type { CardSet } from "./cards";
import { payOf, planned, type Payment } from "./paying";
import { inPlay, stored, type PlayerBoard } from "./reading";
import { amount, lacking, RESOURCES, sum, total, type Amounts, type Resource } from "./resources";

export interface Power {
  /** As the notation names it: `basic`, `dev:<card>`, `leader:<card>`. */
  name: string;
  card: number | null;
  takes: Amounts;
  gives: Amounts;
  /** Resources of choice that it takes and gives besides. */
  anyIn: number;
  anyOut: number;
}

export const BASIC = "basic";

/** All powers of a player: the basic one, the card on top of each slot, leaders in play. */
export function powersOf(board: PlayerBoard, cards: CardSet): Power[] {
  const basic: Power = { name: BASIC, card: null, takes: {}, gives: {}, anyIn: 2, anyOut: 1 };
  const tops = board.slots.flatMap((slot) => slot.slice(-1)).map(cards.development);
  const developments = tops.map(({ id, production }): Power => {
    return { name: `dev:${id}`, card: id, takes: production.in, gives: production.out, anyIn: 0, anyOut: 0 };
  });
  const leaders = inPlay(board, cards, "production").map(({ id, effect }): Power => {
    const { any = 0, ...given } = effect.out ?? {};
    return { name: `leader:${id}`, card: id, takes: effect.in ?? {}, gives: given, anyIn: 0, anyOut: any };
  });
  return [basic, ...developments, ...leaders];
}

export interface Draft {
  /** Names of powers. */
  powers: readonly string[];
  basicIn: readonly [Resource, Resource];
  basicOut: Resource;
  leaderOut: Readonly<Record<string, Resource>>;
  wished: Payment;
}

export const EMPTY: Draft = { powers: [], basicIn: ["coin", "coin"], basicOut: "coin", leaderOut: {}, wished: {} };

const one = (resource: Resource): Amounts => ({ [resource]: 1 });
const outOf = (draft: Draft, power: Power): Resource => draft.leaderOut[String(power.card)] ?? "coin";
const chosen = (powers: readonly Power[], draft: Draft) => powers.filter(({ name }) => draft.powers.includes(name));

/** What all powers of the draft take and give together. */
export function balance(powers: readonly Power[], draft: Draft): { takes: Amounts; gives: Amounts } {
  const taking: Amounts[] = [];
  const giving: Amounts[] = [];
  for (const power of chosen(powers, draft)) {
    taking.push(power.takes);
    giving.push(power.gives);
    if (power.name === BASIC) {
      taking.push(...draft.basicIn.map(one));
      giving.push(one(draft.basicOut));
    } else if (power.anyOut > 0) giving.push(one(outOf(draft, power)));
  }
  return { takes: sum(...taking), gives: sum(...giving) };
}

/** With a power more or less. What the basic one takes is then whatever there is most of. */
export function toggled(board: PlayerBoard, powers: readonly Power[], draft: Draft, name: string): Draft {
  if (draft.powers.includes(name)) return { ...draft, powers: draft.powers.filter((each) => each !== name) };
  const more = { ...draft, powers: [...draft.powers, name] };
  if (name !== BASIC) return more;
  const others = balance(powers, draft).takes;
  const first = plentiful(stored(board), others);
  const second = plentiful(stored(board), sum(others, one(first)));
  return { ...more, basicIn: [first, second], basicOut: scarce(stored(board)) };
}

const left = (there: Amounts, taken: Amounts, each: Resource) => amount(there, each) - amount(taken, each);

const plentiful = (there: Amounts, taken: Amounts): Resource =>
  RESOURCES.reduce((most, each) => (left(there, taken, each) > left(there, taken, most) ? each : most));

const scarce = (there: Amounts): Resource =>
  RESOURCES.reduce((least, each) => (amount(there, each) < amount(there, least) ? each : least));

/** What is lacking for the draft; nothing where it can be paid. */
export const short = (board: PlayerBoard, powers: readonly Power[], draft: Draft): Amounts =>
  lacking(balance(powers, draft).takes, stored(board));

/** Whether a power can be added to the draft. */
export function addable(board: PlayerBoard, powers: readonly Power[], draft: Draft, name: string): boolean {
  return draft.powers.includes(name) || total(short(board, powers, toggled(board, powers, draft, name))) === 0;
}

export const payment = (board: PlayerBoard, powers: readonly Power[], draft: Draft): Payment | null =>
  planned(board, balance(powers, draft).takes, draft.wished);

/** The whole action; null as long as it is none. */
export function action(board: PlayerBoard, powers: readonly Power[], draft: Draft): GameAction | null {
  const paid = payment(board, powers, draft);
  const using = chosen(powers, draft);
  if (paid === null || using.length === 0) return null;
  const leaders = using.filter((power) => power.name !== BASIC && power.anyOut > 0);
  return {
    do: "produce",
    powers: using.map(({ name }) => name),
    ...(draft.powers.includes(BASIC) ? { basic: { in: sum(...draft.basicIn.map(one)), out: draft.basicOut } } : {}),
    ...(leaders.length ? { leader_out: Object.fromEntries(leaders.map((power) => [power.card, outOf(draft, power)])) } : {}),
    pay: payOf(board, paid),
  };
}
