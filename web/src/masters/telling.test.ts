import { describe, expect, it } from "vitest";
import type { GameEvent } from "../protocol";
import { say } from "../words/words.svelte";
import { tell } from "./telling";

const who = (player: number) => ["Ada", "Bea"][player] ?? "";
function told(event: string, fields: object): string | null {
  const said = tell({ event, ...fields } as GameEvent, who);
  return said && say(said);
}

describe("the log", () => {
  it("tells what the market gave", () => {
    const fields = { seat: 0, line: "column 2", marbles: "Y W R", pushed: "B" };
    expect(told("MarketPushed", fields)).toBe("Ada takes column 3 of the market: 1 coin and 1 faith.");
    expect(told("MarketPushed", { ...fields, marbles: "W W W" })).toBe("Ada takes column 3 of the market: nothing.");
  });

  it("tells where things go", () => {
    expect(told("ResourceStored", { seat: 1, resource: "stone", depot: 2, held: 1 })).toBe("Bea puts 1 stone on shelf 2.");
    expect(told("ResourceStored", { seat: 1, resource: "stone", depot: null, held: 1 })).toBe(
      "Bea puts 1 stone into the depot of a leader.",
    );
    expect(told("DepotRearranged", { seat: 0, depot: 1, resource: null, held: 0 })).toBe("Shelf 1 of Ada: nothing.");
    expect(told("DepotRearranged", { seat: 0, depot: null, resource: "coin", held: 1 })).toBeNull();
  });

  it("tells of faith, of the black cross and of reports", () => {
    const fields = { spaces: 2, position: 5, why: "market" };
    expect(told("FaithGained", { seat: 0, ...fields })).toBe("Ada goes 2 spaces on, to 5.");
    expect(told("FaithGained", { seat: null, ...fields, spaces: 1 })).toBe("The black cross goes 1 space on, to 5.");
    expect(told("VaticanReport", { section: 1, tiles: ["up", "up"] })).toBe("Vatican report 1: a tile for Ada and Bea.");
    expect(told("VaticanReport", { section: 2, tiles: ["gone"] })).toBe("Vatican report 2: nobody keeps the tile.");
  });

  it("tells what is bought, paid and produced", () => {
    expect(told("CardBought", { seat: 0, card: 17, slot: 2 })).toBe("Ada buys a green card of level 2, for slot 2.");
    const paid = { seat: 0, resource: "coin", depot: 1, warehouse: 1, leader_depots: 0, strongbox: 2 };
    expect(told("Paid", paid)).toBe("Ada pays 3 coins.");
    expect(told("Gained", { seat: 0, resources: { coin: 1, stone: 2, shield: 1 } })).toBe(
      "Ada produces 1 coin, 2 stones and 1 shield.",
    );
  });

  it("tells of leaders only what everybody may know", () => {
    expect(told("LeadersKept", { seat: 1, kept: 2, gone: 2 })).toBe("Bea keeps two leaders.");
    expect(told("LeaderDiscarded", { seat: 0, leader: 49 })).toBe("Ada discards a leader.");
    expect(told("LeaderPlayed", { seat: 0, leader: 49 })).toBe("Ada plays a leader: cards cost 1 servant less.");
    expect(told("LeadersDealt", { seat: 0, leaders: [49, 50, 51, 52] })).toBeNull();
  });

  it("tells what Lorenzo does, once", () => {
    expect(told("TokenDrawn", { token: 66, left: 5 })).toBe("Lorenzo: 2 green cards leave the grid.");
    expect(told("TokenDrawn", { token: 69, left: 4 })).toBeNull(); // the cross has its own line
    expect(told("TokensShuffled", {})).toBe("Lorenzo shuffles the tokens.");
  });

  it("tells how it ends, and nothing of reasons that it does not know", () => {
    expect(told("LastRound", { seat: 1, why: "seventh_card" })).toBe("Bea has the seventh card: this is the last round.");
    expect(told("GameEnded", { why: "colour_gone", winners: [] })).toBe("Lorenzo wins: a colour has left the grid.");
    expect(told("GameEnded", { why: "something", winners: [] })).toBeNull();
    expect(told("Scored", { seat: 0, cards: 1, faith: 2, tiles: 3, leaders: 4, resources: 5 })).toBe("Ada: 15 points.");
  });
});
