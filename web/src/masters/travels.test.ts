import { expect, it } from "vitest";
import { travels } from "./travels";

const route = (event: Record<string, unknown>) => travels(event, "A").map(({ from, to }) => [from[0], to[0]]);

it("what was taken goes from the tray to its shelf, what others take to their strip", () => {
  const stored = { event: "ResourceStored", resource: "stone", depot: 2, held: 1 };
  expect(route({ ...stored, seat: 0 })).toEqual([[".tray .piece", '[data-place="shelf:2"]']]);
  expect(route({ ...stored, seat: 1 })).toEqual([['[data-part="market"]', '[data-place="strip:B"]']]);
  expect(route({ ...stored, seat: 0, depot: null })[0]?.[1]).toBe('[data-place="shelf:stone"]');
});

it("what is paid leaves its place, what is produced comes to the strongbox", () => {
  const paid = { event: "Paid", seat: 0, resource: "coin", depot: 1, warehouse: 1, leader_depots: 0, strongbox: 2 };
  expect(route(paid).map(([from]) => from)).toEqual([
    '[data-place="strongbox:coin"]',
    '[data-place="strongbox:coin"]',
    '[data-place="shelf:1"]',
  ]);
  const gained = { event: "Gained", seat: 0, resources: { shield: 9, stone: 1 } };
  expect(route(gained).filter(([, to]) => to === '[data-place="strongbox:shield"]')).toHaveLength(4);
  expect(route({ ...gained, seat: 1 })).toEqual([]);
});

it("a card goes from the grid to its slot", () => {
  expect(route({ event: "CardBought", seat: 0, card: 17, slot: 2 })).toEqual([
    ['[data-place="card:17"]', '[data-place="power:dev:17"]'],
  ]);
  expect(route({ event: "TurnEnded", seat: 0 })).toEqual([]);
});
