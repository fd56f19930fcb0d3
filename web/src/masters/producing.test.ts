import { describe, expect, it } from "vitest";
import { STANDARD } from "./cards";
import { board, LEADERS } from "./positions";
import * as producing from "./producing";
import { BASIC, EMPTY, powersOf } from "./producing";

const leader = `leader:${LEADERS.productionShield}`;
const store = board({
  warehouse: { "1": { coin: 1 }, "2": { shield: 2 }, "3": { stone: 1 } },
  slots: [[1], [5, 17], []],
  played: [LEADERS.productionShield],
});
const powers = powersOf(store, STANDARD);

describe("powers", () => {
  it("are the basic one, the tops of the slots and leaders in play", () => {
    expect(powers.map(({ name }) => name)).toEqual([BASIC, "dev:1", "dev:17", leader]);
  });
});

describe("a production", () => {
  const draft = { ...EMPTY, powers: ["dev:1", leader], leaderOut: { [LEADERS.productionShield]: "stone" as const } };

  it("adds up what its powers take and give", () => {
    expect(producing.balance(powers, draft)).toEqual({ takes: { coin: 1, shield: 1 }, gives: { stone: 1, faith: 2 } });
  });

  it("takes for the basic power what there is most of, and gives what there is least of", () => {
    const more = producing.toggled(store, powers, EMPTY, BASIC);
    expect(more).toMatchObject({ powers: [BASIC], basicIn: ["shield", "coin"], basicOut: "servant" });
    expect(producing.toggled(store, powers, more, BASIC).powers).toEqual([]);
  });

  it("takes no power that could not be paid as well", () => {
    const poor = board({ warehouse: { "1": { coin: 1 } }, slots: [[1], [5], []] });
    const own = powersOf(poor, STANDARD);
    expect(producing.addable(poor, own, EMPTY, "dev:1")).toBe(true);
    expect(producing.addable(poor, own, EMPTY, "dev:5")).toBe(false);
    expect(producing.addable(poor, own, { ...EMPTY, powers: ["dev:1"] }, BASIC)).toBe(false);
    expect(producing.short(poor, own, { ...EMPTY, powers: ["dev:5"] })).toEqual({ stone: 1 });
  });

  it("is one whole action", () => {
    const all = { ...draft, powers: [BASIC, ...draft.powers], basicIn: ["shield", "stone"] as const, basicOut: "servant" as const };
    expect(producing.action(store, powers, all)).toEqual({
      do: "produce",
      powers: [BASIC, "dev:1", leader],
      basic: { in: { stone: 1, shield: 1 }, out: "servant" },
      leader_out: { [LEADERS.productionShield]: "stone" },
      pay: { warehouse: { "1": { coin: 1 }, "2": { shield: 2 }, "3": { stone: 1 } }, leader_depots: {}, strongbox: {} },
    });
  });

  it("is none without a power, or without the means", () => {
    expect(producing.action(store, powers, EMPTY)).toBeNull();
    expect(producing.action(board(), powersOf(board(), STANDARD), { ...EMPTY, powers: [BASIC] })).toBeNull();
  });
});
