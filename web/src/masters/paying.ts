// Where a payment comes from: chosen by itself, and changed unit by unit.

import { DEPOTS, shelf, warehouse, type PlayerBoard } from "./reading";
import { amount, RESOURCES, type Amounts, type Resource } from "./resources";

/** In the order in which they are taken where nothing else is wished. */
export const SOURCES = ["warehouse", "leader_depots", "strongbox"] as const;
export type Source = (typeof SOURCES)[number];
export type Split = Record<Source, number>;
export type Payment = Partial<Record<Resource, Split>>;

export function available(board: PlayerBoard, resource: Resource): Split {
  return {
    warehouse: amount(warehouse(board), resource),
    leader_depots: amount(board.leader_depots, resource),
    strongbox: amount(board.strongbox, resource),
  };
}

const size = (split: Split) => SOURCES.reduce((sum, source) => sum + split[source], 0);

/** What is paid from where. A wish holds as long as it pays exactly what is owed; null where it cannot be paid. */
export function planned(board: PlayerBoard, owed: Amounts, wished: Payment = {}): Payment | null {
  const payment: Payment = {};
  for (const resource of RESOURCES) {
    const count = amount(owed, resource);
    if (count === 0) continue;
    const there = available(board, resource);
    if (size(there) < count) return null;
    const wish = wished[resource];
    const fits = wish && size(wish) === count && SOURCES.every((source) => wish[source] <= there[source]);
    payment[resource] = fits ? wish : usual(there, count);
  }
  return payment;
}

function usual(there: Split, owed: number): Split {
  const split: Split = { warehouse: 0, leader_depots: 0, strongbox: 0 };
  for (const source of SOURCES) {
    split[source] = Math.min(owed, there[source]);
    owed -= split[source];
  }
  return split;
}

/** One more from a source, one less from another; null where that source has no more, or nothing else pays. */
export function shifted(board: PlayerBoard, resource: Resource, split: Split, to: Source): Split | null {
  const from = SOURCES.findLast((source) => source !== to && split[source] > 0);
  if (from === undefined || split[to] >= available(board, resource)[to]) return null;
  return { ...split, [from]: split[from] - 1, [to]: split[to] + 1 };
}

/** Resources for which there is a choice, and the sources that there are. */
export function choosable(board: PlayerBoard, payment: Payment): { resource: Resource; sources: Source[] }[] {
  return RESOURCES.flatMap((resource) => {
    const split = payment[resource];
    if (!split) return [];
    const there = available(board, resource);
    const sources = SOURCES.filter((source) => there[source] > 0);
    return sources.length > 1 && size(there) > size(split) ? [{ resource, sources }] : [];
  });
}

/** As an action names it. A resource lies on one shelf only. */
export function payOf(board: PlayerBoard, payment: Payment) {
  const pay = {
    warehouse: {} as Record<string, Amounts>,
    leader_depots: {} as Amounts,
    strongbox: {} as Amounts,
  };
  for (const resource of RESOURCES) {
    const split = payment[resource];
    if (!split) continue;
    const depot = DEPOTS.find((each) => amount(shelf(board, each), resource) > 0);
    if (depot !== undefined && split.warehouse > 0) pay.warehouse[String(depot)] = { [resource]: split.warehouse };
    if (split.leader_depots > 0) pay.leader_depots[resource] = split.leader_depots;
    if (split.strongbox > 0) pay.strongbox[resource] = split.strongbox;
  }
  return pay;
}
