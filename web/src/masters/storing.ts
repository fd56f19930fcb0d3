// Moving what is stored: which layout comes of it, if it is one.

import { DEPOTS, kept, LEADER_DEPOT_SLOTS, shelf, type Depot, type Layout } from "./reading";
import { amount, RESOURCES, type Amounts, type Resource } from "./resources";

/** A shelf of the warehouse, or the depot of a leader by its resource. */
export type Place = Depot | Resource;

export const PLACES: readonly Place[] = [...DEPOTS, ...RESOURCES];

export const isShelf = (place: Place): place is Depot => typeof place === "number";

export const held = (layout: Layout, place: Place): Amounts =>
  isShelf(place) ? shelf(layout, place) : only(place, amount(layout.leader_depots, place));

const only = (resource: Resource | null, count: number): Amounts => (resource && count > 0 ? { [resource]: count } : {});

/**
 * The layout after everything that can go from one place to the other has gone: two shelves swap what they hold, to or
 * from the depot of a leader goes as much as fits. Null where nothing can.
 */
export function moved(layout: Layout, depots: readonly Resource[], from: Place, to: Place): Layout | null {
  if (from === to || kept(held(layout, from)) === null) return null;
  if (isShelf(from)) return isShelf(to) ? swapped(layout, from, to) : intoLeader(layout, depots, from, to);
  return isShelf(to) ? outOfLeader(layout, from, to) : null;
}

function swapped(layout: Layout, from: Depot, to: Depot): Layout | null {
  const [one, other] = [shelf(layout, from), shelf(layout, to)];
  if (size(one) > to || size(other) > from) return null;
  return { ...layout, warehouse: { ...layout.warehouse, [from]: other, [to]: one } };
}

function intoLeader(layout: Layout, depots: readonly Resource[], from: Depot, to: Resource): Layout | null {
  const there = amount(layout.leader_depots, to);
  const going = Math.min(amount(shelf(layout, from), to), LEADER_DEPOT_SLOTS - there);
  if (!depots.includes(to) || going <= 0) return null;
  return exchanged(layout, from, to, amount(shelf(layout, from), to) - going, there + going);
}

function outOfLeader(layout: Layout, from: Resource, to: Depot): Layout | null {
  const there = shelf(layout, to);
  const elsewhere = DEPOTS.some((depot) => depot !== to && amount(shelf(layout, depot), from) > 0);
  if (elsewhere || (kept(there) ?? from) !== from) return null;
  const going = Math.min(amount(layout.leader_depots, from), to - size(there));
  if (going <= 0) return null;
  return exchanged(layout, to, from, size(there) + going, amount(layout.leader_depots, from) - going);
}

function exchanged(layout: Layout, depot: Depot, resource: Resource, onShelf: number, atLeader: number): Layout {
  const leader_depots = { ...layout.leader_depots };
  delete leader_depots[resource];
  return {
    warehouse: { ...layout.warehouse, [depot]: only(resource, onShelf) },
    leader_depots: { ...leader_depots, ...only(resource, atLeader) },
  };
}

const size = (amounts: Amounts) => RESOURCES.reduce((sum, each) => sum + amount(amounts, each), 0);

/** As an action names it. */
export const layoutOf = ({ warehouse, leader_depots }: Layout) => ({ warehouse, leader_depots });
