import { describe, expect, it } from "vitest";
import { cardsOf, STANDARD } from "./cards";
import { board, LEADERS, position } from "./positions";
import * as reading from "./reading";

const { discountServant, discountShield, whiteServant, whiteShield, depotStone, productionShield } = LEADERS;

describe("the market", () => {
  it("gives what lies in the line, and nothing for white marbles", () => {
    expect(reading.yieldOf(position(), "row 0", board(), STANDARD)).toEqual({ sure: { servant: 2, shield: 1 }, white: 0 });
    expect(reading.yieldOf(position(), "column 1", board(), STANDARD)).toEqual({
      sure: { stone: 1, shield: 1, faith: 1 },
      white: 0,
    });
  });

  it("gives the resource of the one white-marble leader", () => {
    const one = board({ played: [whiteServant] });
    expect(reading.yieldOf(position(), "row 1", one, STANDARD)).toEqual({ sure: { stone: 1, servant: 2, faith: 1 }, white: 0 });
  });

  it("leaves a choice to whoever has two of them", () => {
    const two = board({ played: [whiteServant, whiteShield] });
    expect(reading.yieldOf(position(), "row 1", two, STANDARD)).toEqual({ sure: { stone: 1, faith: 1 }, white: 2 });
  });
});

describe("cards", () => {
  it("cost less with discounts, and never less than nothing", () => {
    const card = STANDARD.development(5);
    const discounted = board({ played: [discountServant, discountShield] });
    expect(reading.price(board(), STANDARD, card)).toEqual({ stone: 1, servant: 1, shield: 1 });
    expect(reading.price(discounted, STANDARD, card)).toEqual({ stone: 1 });
  });

  it("lie on slots whose top is one level lower", () => {
    const some = board({ slots: [[1, 17], [5], []] });
    expect([1, 2, 3].map((level) => reading.slotsFor(some, level as 1 | 2 | 3))).toEqual([[3], [2], [1]]);
  });

  it("of a described set are read from the options of the table", () => {
    const shipped = { development_cards: [], leader_cards: [], faith_track: { vp_spaces: {}, vatican_sections: [] }, solo: { tokens: [] } };
    const view = (settings: object) => ({ options: { settings } }) as Parameters<typeof cardsOf>[0];
    expect(cardsOf(view({}))).toBe(STANDARD);
    const described = cardsOf(view({ cards: shipped }));
    expect(described).not.toBe(STANDARD);
    expect(cardsOf(view({ cards: shipped }))).toBe(described);
    expect(() => described.leader(49)).toThrow("There is no leader 49.");
  });
});

describe("leaders", () => {
  it("ask for an exact level where they name one", () => {
    const leader = STANDARD.leader(productionShield);
    expect(reading.missingFor(board({ slots: [[4], [], []] }), STANDARD, leader).cards).toHaveLength(1);
    expect(reading.missingFor(board({ slots: [[4, 20], [], []] }), STANDARD, leader).cards).toEqual([]);
  });

  it("ask for resources wherever they lie", () => {
    const rich = board({ warehouse: { "3": { coin: 2 } }, strongbox: { coin: 2 } });
    expect(reading.missingFor(rich, STANDARD, STANDARD.leader(depotStone)).resources).toEqual({ coin: 1 });
  });
});

describe("points", () => {
  it("are those of cards, track, tiles, leaders and resources", () => {
    const some = board({
      faith: 13,
      tiles: ["up", "gone", "down"],
      slots: [[1, 17], [], []],
      played: [discountServant],
      warehouse: { "3": { coin: 3 } },
      leader_depots: { stone: 1 },
      strongbox: { shield: 7 },
    });
    expect(reading.points(some, STANDARD)).toEqual({ cards: 6, faith: 6, tiles: 2, leaders: 2, resources: 2, total: 18 });
  });
});

describe("who decides", () => {
  it("is whoever chooses leaders, then whoever has resources to choose, then whose turn it is", () => {
    const first = position({ players: { A: board(), B: board({ dealt: 4, pending_resources: 1 }) } });
    const then = position({ players: { A: board(), B: board({ pending_resources: 1 }) } });
    expect([first, then, position()].map(reading.deciding)).toEqual(["B", "B", "A"]);
  });
});

describe("what waits to be stored", () => {
  it("is what the market gave, or the resource chosen at the beginning", () => {
    const taken = position({ unfinished: { action: { do: "take_market", line: "row 0", to_place: ["coin", "stone"] } } });
    const chosen = position({ unfinished: { action: { do: "initial_resources", resource: "shield" } } });
    const white = position({ unfinished: { action: { do: "take_market", line: "row 0", to_place: ["white"] } } });
    expect([taken, chosen, white, position()].map(reading.nextToPlace)).toEqual(["coin", "shield", null, null]);
  });
});
