import { describe, expect, it } from "vitest";
import { choosable, payOf, planned, shifted } from "./paying";
import { board } from "./positions";

const store = board({
  warehouse: { "1": { coin: 1 }, "2": { stone: 2 }, "3": {} },
  leader_depots: { stone: 1 },
  strongbox: { coin: 2, stone: 1 },
});

describe("a payment", () => {
  it("comes from the warehouse first, then from leaders, then from the strongbox", () => {
    expect(planned(store, { coin: 2, stone: 3 })).toEqual({
      coin: { warehouse: 1, leader_depots: 0, strongbox: 1 },
      stone: { warehouse: 2, leader_depots: 1, strongbox: 0 },
    });
  });

  it("cannot be made of what is not there", () => {
    expect(planned(store, { shield: 1 })).toBeNull();
    expect(planned(store, {})).toEqual({});
  });

  it("is changed unit by unit", () => {
    const coin = { warehouse: 1, leader_depots: 0, strongbox: 0 };
    const changed = shifted(store, "coin", coin, "strongbox");
    expect(changed).toEqual({ warehouse: 0, leader_depots: 0, strongbox: 1 });
    expect(shifted(store, "coin", coin, "warehouse")).toBeNull();
    expect(shifted(store, "coin", coin, "leader_depots")).toBeNull();
    expect(planned(store, { coin: 1 }, { coin: changed! })?.coin).toEqual(changed);
  });

  it("forgets a wish that does not fit any more", () => {
    const wish = { coin: { warehouse: 0, leader_depots: 0, strongbox: 1 } };
    expect(planned(store, { coin: 2 }, wish)?.coin).toEqual({ warehouse: 1, leader_depots: 0, strongbox: 1 });
  });

  it("leaves a choice only where there is one", () => {
    expect(choosable(store, planned(store, { coin: 1, stone: 4 })!)).toEqual([
      { resource: "coin", sources: ["warehouse", "strongbox"] },
    ]);
  });

  it("names the shelf on which the resource lies", () => {
    expect(payOf(store, planned(store, { coin: 2, stone: 4 })!)).toEqual({
      warehouse: { "1": { coin: 1 }, "2": { stone: 2 } },
      leader_depots: { stone: 1 },
      strongbox: { coin: 1, stone: 1 },
    });
  });
});
