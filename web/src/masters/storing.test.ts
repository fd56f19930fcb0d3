import { describe, expect, it } from "vitest";
import { board } from "./positions";
import { moved, type Place } from "./storing";

const store = board({
  warehouse: { "1": { coin: 1 }, "2": { stone: 1 }, "3": { shield: 3 } },
  leader_depots: { stone: 1 },
});
const move = (from: Place, to: Place) => moved(store, ["stone"], from, to);

describe("moving what is stored", () => {
  it("swaps two shelves where both contents fit", () => {
    expect(move(1, 2)).toEqual({ ...store, warehouse: { "1": { stone: 1 }, "2": { coin: 1 }, "3": { shield: 3 } } });
    expect(move(3, 2)).toBeNull();
    expect(move(1, 1)).toBeNull();
  });

  it("fills the depot of a leader with its resource only, up to two", () => {
    const filled = move(2, "stone");
    expect(filled?.warehouse["2"]).toEqual({});
    expect(filled?.leader_depots).toEqual({ stone: 2 });
    expect(move(1, "stone")).toBeNull();
    expect(moved(store, [], 2, "stone")).toBeNull();
    const full = board({ warehouse: { "2": { stone: 2 } }, leader_depots: { stone: 2 } });
    expect(moved(full, ["stone"], 2, "stone")).toBeNull();
  });

  it("takes from the depot of a leader what fits on the shelf that may hold it", () => {
    const out = move("stone", 2);
    expect(out?.warehouse["2"]).toEqual({ stone: 2 });
    expect(out?.leader_depots).toEqual({});
    expect(move("stone", 1)).toBeNull(); // a coin lies there
    const elsewhere = board({ warehouse: { "2": { stone: 1 }, "3": {} }, leader_depots: { stone: 1 } });
    expect(moved(elsewhere, ["stone"], "stone", 3)).toBeNull();
  });

  it("needs something to move", () => {
    expect(moved(board(), [], 1, 2)).toBeNull();
    expect(moved(board(), ["stone"], "stone", "coin")).toBeNull();
  });
});
