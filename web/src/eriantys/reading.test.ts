import { describe, expect, it } from "vitest";
import { position } from "./positions";
import * as reading from "./reading";

const school = (professors: reading.School["professors"]) => ({ entrance: {}, dining: {}, professors });

describe("groups", () => {
  it("are single tiles and joined ones, clockwise", () => {
    const game = position({ groups: [[11, 12, 1], [4, 5]] });
    expect(reading.groups(game)).toEqual([[2], [3], [4, 5], [6], [7], [8], [9], [10], [11, 12, 1]]);
    expect(reading.groupOf(game, 12)).toEqual([11, 12, 1]);
  });

  it("count as one step of mother nature", () => {
    const game = position({ groups: [[2, 3]], mother_nature: 1 });
    expect(reading.destination(game, 1)).toEqual([2, 3]);
    expect(reading.destination(game, 2)).toEqual([4]);
    expect(reading.destination(game, 11)).toEqual([1]);
  });
});

describe("influence", () => {
  const influence = (game: reading.Eriantys, group: reading.Group) =>
    reading.influence(reading.swayOf(game), reading.island(game, group), group.length);

  it("is students of one's professors and a tower for each tile", () => {
    const game = position({
      groups: [[3, 4]],
      islands: { "3": { students: { red: 2, blue: 1, pink: 4 }, tower: "black" } },
      boards: { A: school(["red"]), B: school(["blue"]) },
    });
    expect([...influence(game, [3, 4])]).toEqual([["white", 2], ["black", 3]]);
  });

  it("is added up for a team", () => {
    const game = position({
      players: 4,
      islands: { "3": { students: { red: 1, blue: 2 } } },
      boards: { A: school(["red"]), B: school([]), C: school(["blue"]), D: school([]) },
    });
    expect([...influence(game, [3])]).toEqual([["white", 3], ["black", 0]]);
  });

  it.each([
    ["centaur: towers count nothing", { number: 6 }, [2, 1]],
    ["knight: two more for who used it", { number: 8 }, [4, 2]],
    ["mushroom hunter: a colour counts nothing", { number: 9, colour: "red" as const }, [0, 2]],
  ])("%s", (_, active_character, counts) => {
    const game = position({
      active_character,
      islands: { "3": { students: { red: 2, blue: 1 }, tower: "black" } },
      boards: { A: school(["red"]), B: school(["blue"]) },
    });
    expect([...influence(game, [3]).values()]).toEqual(counts);
  });

  it("is strongest for one side or for none", () => {
    expect(reading.strongest(new Map([["white", 2], ["black", 1]]))).toBe("white");
    expect(reading.strongest(new Map([["white", 2], ["black", 2]]))).toBeNull();
    expect(reading.strongest(new Map([["white", 0], ["black", 0]]))).toBeNull();
  });
});

it("towers that are built are not left", () => {
  const game = position({ groups: [[3, 4]], islands: { "3": { students: {}, tower: "white" }, "7": { students: {}, tower: "black" } } });
  expect([reading.towersLeft(game, "white"), reading.towersLeft(game, "black")]).toEqual([6, 7]);
});

it("the round is what the hand of its opener says", () => {
  const hands = { A: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] };
  expect(reading.round(position({ hands, phase: "planning", assistants: {} }))).toBe(1);
  expect(reading.round(position({ hands: { A: [1, 2, 3] } }))).toBe(7);
});

it("prices rise once", () => {
  expect([1, 2, 3, 4, 12].map((number) => reading.price(number, { used: false }))).toEqual([1, 2, 3, 1, 3]);
  expect(reading.price(12, { used: true })).toBe(4);
});

it("an assistant goes half its value, rounded up", () => {
  expect([1, 2, 3, 9, 10].map(reading.stepsOf)).toEqual([1, 1, 2, 5, 5]);
});
