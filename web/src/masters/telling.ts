// What happens in a game of Masters of Renaissance, in words. What a look at the board tells as well is left out.

import type { GameEvent } from "../protocol";
import { minor, told, type Told, type Who } from "../table/game";
import { counted, known, listed, type Said } from "../words/words.svelte";
import { STANDARD, type Token } from "./cards";
import type { Line, Tile } from "./reading";
import { gives, sum, type Amounts, type Marble, type Resource } from "./resources";
import * as saying from "./saying";

type Event =
  | { event: "SetUp" }
  | { event: "LeadersKept"; seat: number }
  | { event: "LeaderPlayed"; seat: number; leader: number }
  | { event: "LeaderDiscarded"; seat: number }
  | { event: "MarketPushed"; seat: number; line: Line; marbles: string; pushed: Marble }
  | { event: "MarbleConverted"; seat: number; resource: Resource }
  | { event: "ResourceStored"; seat: number; resource: Resource; depot: number | null }
  | { event: "ResourceDiscarded"; seat: number; resource: Resource }
  | { event: "DepotRearranged"; seat: number; depot: number | null; resource: Resource | null; held: number }
  | { event: "FaithGained"; seat: number | null; spaces: number; position: number; why: string }
  | { event: "VaticanReport"; section: number; tiles: Tile[] }
  | { event: "CardBought"; seat: number; card: number; slot: number }
  | { event: "Paid"; seat: number; resource: Resource; warehouse: number; leader_depots: number; strongbox: number }
  | { event: "Gained"; seat: number; resources: Amounts }
  | { event: "TokenDrawn"; token: number }
  | { event: "TokensShuffled" }
  | { event: "LastRound"; seat: number; why: string }
  | { event: "Scored"; seat: number; cards: number; faith: number; tiles: number; leaders: number; resources: number }
  | { event: "GameEnded"; why: string };

const one = (resource: Resource): Said => saying.some(resource, 1);

export function tell(event: GameEvent, who: Who): Told | null {
  const e = event as Event;
  switch (e.event) {
    case "SetUp":
      return told("masters.tell.set_up");
    case "LeadersKept":
      return told("masters.tell.kept", { name: who(e.seat) });
    case "LeaderPlayed":
      return told("masters.tell.played", { name: who(e.seat), ability: saying.ability(STANDARD.leader(e.leader)) });
    case "LeaderDiscarded":
      return told("masters.tell.discarded", { name: who(e.seat) });
    case "MarketPushed":
      return told("masters.tell.market", { name: who(e.seat), line: lineOf(e.line), what: taken(e.marbles) });
    case "MarbleConverted":
      return minor(told("masters.tell.converted", { what: one(e.resource) }));
    case "ResourceStored": {
      const fields = { name: who(e.seat), what: one(e.resource) };
      if (e.depot === null) return minor(told("masters.tell.stored.leader", fields));
      return minor(told("masters.tell.stored", { ...fields, number: e.depot }));
    }
    case "ResourceDiscarded":
      return told("masters.tell.thrown", { name: who(e.seat), what: one(e.resource) });
    case "DepotRearranged": {
      if (e.depot === null) return null; // what left the shelves is there
      const what = e.resource === null ? saying.NOTHING : saying.some(e.resource, e.held);
      return minor(told("masters.tell.rearranged", { name: who(e.seat), number: e.depot, what }));
    }
    case "FaithGained": {
      const fields = { count: e.spaces, position: e.position };
      if (e.seat === null) return told(counted("masters.tell.cross", e.spaces), fields);
      return told(counted("masters.tell.faith", e.spaces), { ...fields, name: who(e.seat) });
    }
    case "VaticanReport":
      return report(e.section, e.tiles, who);
    case "CardBought": {
      const card = saying.card(STANDARD.development(e.card));
      return told("masters.tell.bought", { name: who(e.seat), card, slot: e.slot });
    }
    case "Paid": {
      const count = e.warehouse + e.leader_depots + e.strongbox;
      return count === 0 ? null : told("masters.tell.paid", { name: who(e.seat), what: saying.some(e.resource, count) });
    }
    case "Gained":
      return told("masters.tell.gained", { name: who(e.seat), what: saying.amounts(e.resources) });
    case "TokenDrawn":
      return token(STANDARD.token(e.token));
    case "TokensShuffled":
      return told("masters.tell.shuffled");
    case "LastRound":
      return ending(`masters.tell.last_round.${e.why}`, { name: who(e.seat) });
    case "Scored": {
      const points = e.cards + e.faith + e.tiles + e.leaders + e.resources;
      return told("masters.tell.scored", { name: who(e.seat), points: saying.points(points) });
    }
    case "GameEnded":
      return ending(`masters.tell.ended.${e.why}`);
    default:
      return null;
  }
}

function lineOf(line: Line): Said {
  const number = Number(line.at(-1)) + 1;
  return { key: line.startsWith("row") ? "masters.tell.row" : "masters.tell.column", with: { number } };
}

/** What the marbles of a line give by themselves. */
function taken(marbles: string): Said {
  const given = (marbles.split(" ") as Marble[]).map(gives).filter((each) => each !== null);
  return saying.amounts(sum(...given.map((each): Amounts => ({ [each]: 1 }))));
}

/** How far the black cross goes is told by its own event. */
const token = (drawn: Token): Told | null =>
  drawn.kind === "discard" ? told("masters.tell.token", { token: saying.token(drawn) }) : null;

function report(section: number, tiles: readonly Tile[], who: Who): Told {
  const kept = tiles.flatMap((tile, seat) => (tile === "up" ? [who(seat)] : []));
  if (!kept.length) return told("masters.tell.report.nobody", { section });
  return told("masters.tell.report", { section, names: listed(kept) });
}

function ending(wished: string, fields = {}): Told | null {
  const key = known(wished);
  return key === null ? null : told(key, fields);
}
