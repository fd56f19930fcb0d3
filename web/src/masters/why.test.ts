import { describe, expect, it } from "vitest";
import { STANDARD } from "./cards";
import { choices } from "./choices";
import { board, LEADERS, position } from "./positions";
import type { Masters, PlayerBoard } from "./reading";
import * as why from "./why";

const choose = (what: string, value: unknown) => ({ do: "choose", what, value });
const LINE = choose("line", "row 0");

function moment(own: Partial<PlayerBoard>, legal: object[], game: Partial<Masters> = {}): why.Moment {
  return { game: position(game), board: board(own), cards: STANDARD, choices: choices(legal as Record<string, unknown>[]) };
}

describe("a card cannot be bought", () => {
  it("when no slot takes its level", () => {
    expect(why.notBuy(moment({}, [LINE]), 17)).toBe("A card of level 2 fits on none of your slots now.");
  });

  it("when something is lacking", () => {
    expect(why.notBuy(moment({ strongbox: { shield: 1 } }, [LINE]), 1)).toBe("You lack 1 shield.");
  });

  it("when there are seven", () => {
    const full = { slots: [[1, 17, 33], [5, 21, 37], [9]] };
    expect(why.notBuy(moment(full, [LINE]), 3)).toContain("seven cards");
  });

  it("when the main action is done, or another one is not finished", () => {
    expect(why.notBuy(moment({}, [{ do: "end_turn" }], { main_action_done: true }), 1)).toContain("main action");
    expect(why.notBuy(moment({}, [choose("place", "discard")]), 1)).toBe("Store or discard what you took first.");
    expect(why.notBuy(moment({}, [choose("keep", 49)]), 1)).toBe("Choose your leaders first.");
  });

  it("but else it can", () => {
    expect(why.notBuy(moment({}, [LINE, choose("card", 1)]), 1)).toBeNull();
  });
});

describe("a leader cannot be played", () => {
  const leader = STANDARD.leader(LEADERS.discountServant);

  it("without what it asks for", () => {
    expect(why.notPlay(moment({ slots: [[1], [], []] }, [LINE]), leader)).toBe("For that you still need 1 yellow card.");
  });

  it("in the middle of an action", () => {
    const ready = { slots: [[1], [4], []] };
    expect(why.notPlay(moment(ready, [choose("place", "discard")]), leader)).toBe("Store or discard what you took first.");
    expect(why.notPlay(moment(ready, [{ do: "play_leader", card: leader.id }]), leader)).toBeNull();
  });
});

describe("a resource does not go", () => {
  const waiting = { unfinished: { action: { do: "take_market", line: "row 0", to_place: ["coin"] } } } as const;
  const placing = (warehouse: PlayerBoard["warehouse"]) =>
    moment({ warehouse }, [choose("place", "discard")], waiting as unknown as Partial<Masters>);

  it("on a shelf that is full, holds another one, or while another shelf has it", () => {
    expect(why.notThere(placing({ "1": { coin: 1 } }), 1)).toBe("That shelf is full.");
    expect(why.notThere(placing({ "2": { stone: 1 } }), 2)).toBe("Another resource lies on that shelf.");
    expect(why.notThere(placing({ "3": { coin: 1 } }), 2)).toContain("Shelf 3 has that resource");
  });

  it("into the depot of a leader for another one", () => {
    expect(why.notThere(placing({}), "stone")).toContain("another resource");
  });

  it("anywhere when nothing waits", () => {
    expect(why.notThere(moment({}, [LINE]), 1)).toBe("That is not asked for now.");
  });
});
