// What travels over the board of Masters of Renaissance when something happens. The markers on the track and the
// marbles of the market move by themselves.

import type { Travel } from "../kit/flights.svelte";
import type { GameEvent } from "../protocol";
import { STANDARD, type Development } from "./cards";
import { LETTERS, type Letter } from "./reading";
import { amount, RESOURCES, type Amounts, type Resource } from "./resources";

export type Flying = { kind: "resource"; resource: Resource } | { kind: "card"; card: Development };

const MOST = 4; // of a kind: more than that is only a crowd
const at = (place: string) => `[data-place="${place}"]`;
const part = (name: string) => `[data-part="${name}"]`;

/** The travels that an event asks for. What others do goes to and from the strips above. */
export function travels(event: GameEvent, you: Letter): Travel<Flying>[] {
  const letter = LETTERS[Number(event["seat"])] ?? "A";
  const strip = at(`strip:${letter}`);
  const own = letter === you;
  const resource = event["resource"] as Resource;
  const piece: Flying = { kind: "resource", resource };
  switch (event["event"]) {
    case "ResourceStored": {
      const place = event["depot"] === null ? resource : String(event["depot"]);
      return [{ piece, from: own ? [".tray .piece", part("market")] : [part("market")], to: [own ? at(`shelf:${place}`) : strip] }];
    }
    case "ResourceDiscarded":
      return own ? [{ piece, from: [".tray .piece"], to: [part("market")] }] : [];
    case "Paid": {
      if (!own) return [];
      const chest = several(resource, Number(event["strongbox"]), at(`strongbox:${resource}`), part("slots"));
      const shelves = Number(event["warehouse"]) + Number(event["leader_depots"]);
      const from = event["depot"] === null || event["depot"] === undefined ? resource : String(event["depot"]);
      return [...chest, ...several(resource, shelves, at(`shelf:${from}`), part("slots"))];
    }
    case "Gained": {
      const gained = event["resources"] as Amounts;
      if (!own) return [];
      return RESOURCES.flatMap((each) => several(each, amount(gained, each), part("slots"), at(`strongbox:${each}`)));
    }
    case "CardBought": {
      const card = STANDARD.development(Number(event["card"]));
      return [{ piece: { kind: "card", card }, from: [at(`card:${card.id}`)], to: [own ? at(`power:dev:${card.id}`) : strip] }];
    }
    default:
      return [];
  }
}

const several = (resource: Resource, count: number, from: string, to: string): Travel<Flying>[] =>
  Array.from({ length: Math.min(count || 0, MOST) }, () => ({ piece: { kind: "resource", resource }, from: [from], to: [to] }));
