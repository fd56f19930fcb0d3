// What going away, or giving up, means for a game that is being played.

import type { ResultView, SeatView, TableView } from "../protocol";
import { counted, listed, type Said } from "../words/words.svelte";
import { shownName } from "./identity";

const MINUTE = 60;

/** Somebody who has not resigned. */
const plays = ({ bot, stand_in }: SeatView) => bot === null && stand_in !== "resigned";

/** Seats of the people who have not resigned, without one's own. */
const otherPeople = ({ seats, you }: TableView) => seats.filter((seat, number) => number !== you && plays(seat));

/** A side shares a tower colour. */
const sameSide = (one: SeatView, other: SeatView) =>
  one === other || (one.look.tower !== null && one.look.tower === other.look.tower);

const named = (seats: readonly SeatView[]) => listed(seats.map(shownName));

/** What one loses who leaves now and does not come back; null where nothing is lost. */
export function lostByLeaving(view: TableView): Said | null {
  if (view.phase !== "playing" || view.you === null || view.seats[view.you]?.stand_in === "resigned") return null;
  const others = otherPeople(view);
  if (!others.length) return null; // bots wait
  const here = others.filter(({ connected }) => connected);
  const [last] = here;
  const { alone, turn } = view.options.patience;
  const { absence } = view.options;
  if (absence === "stand_in" || (absence === "minute" && here.length > 1)) {
    return { key: "leave.stand_in", with: { seconds: absence === "minute" ? MINUTE : turn } };
  }
  if (absence !== undefined) return { key: here.length ? "leave.waited_for" : "leave.nobody_waits" };
  if (!last) return { key: "leave.nobody", with: { seconds: alone } };
  if (here.length > 1) return { key: "leave.stand_in", with: { seconds: turn } };
  const winners = view.seats.filter((seat) => sameSide(seat, last));
  return { key: winners.length > 1 ? "leave.alone.team" : "leave.alone", with: { winners: named(winners), seconds: alone } };
}

/** Until whom a game is paused, and who wins so many seconds later; null where it is not. */
export function whilePaused(view: TableView, seconds: number): Said | null {
  if (view.alone_since === null) return null;
  const people = view.seats.filter(plays);
  const names = listed(people.filter(({ connected }) => !connected).map(shownName), "or");
  if (view.options.absence !== undefined) return { key: "turn.paused.waiting", with: { names } };
  const here = people.find(({ connected }) => connected);
  const winners = here ? view.seats.filter((seat) => sameSide(seat, here)) : [];
  const own = view.you === null ? undefined : view.seats[view.you];
  const yours = own !== undefined && winners.includes(own);
  const more = winners.length > 1;
  const key = yours ? (more ? "turn.paused.your_team" : "turn.paused.you") : more ? "turn.paused.won_more" : "turn.paused.won";
  return { key, with: { names, seconds, winners: named(winners) } };
}

/** Why a game is over, to those who won, those who were away, and all others. */
export function whyOver({ seats, you }: TableView, { why, winners }: ResultView): Said {
  if (why !== "alone") return { key: `over.why.${why}` };
  if (you !== null && !winners.includes(you) && seats[you]?.stand_in !== "resigned") return { key: "over.why.alone.you" };
  const away = seats.filter((seat, number) => plays(seat) && !winners.includes(number));
  return { key: counted("over.why.alone", away.length), with: { names: named(away) } };
}

/** What follows when one resigns: others go on, or somebody wins, or nobody does. */
export function afterResigning(view: TableView): Said {
  const own = view.you === null ? undefined : view.seats[view.you];
  const going = view.seats.filter((seat) => seat !== own && seat.stand_in !== "resigned");
  const [first] = going;
  const oneSide = first !== undefined && going.every((seat) => sameSide(seat, first));
  if (oneSide) {
    const winners = view.seats.filter((seat) => sameSide(seat, first));
    return { key: winners.length > 1 ? "deed.resign.won_more" : "deed.resign.won", with: { winners: named(winners) } };
  }
  return { key: otherPeople(view).length ? "deed.resign.goes_on" : "deed.resign.nobody" };
}
