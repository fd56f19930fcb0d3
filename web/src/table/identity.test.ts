import { expect, it } from "vitest";
import { identities, shownName } from "./identity";

const seat = (name: string, wizard: number | null = null, bot: string | null = null) => ({ name, bot, look: { tower: null, wizard } });

it("gives every seat a wizard of its own, the chosen ones first", () => {
  const all = identities([seat("Ada"), seat("Bob", 1), seat("Cyd"), seat("Dan", 3)]);
  expect(all.map(({ wizard }) => wizard)).toEqual([2, 1, 4, 3]);
  expect(new Set(all.map(({ colour }) => colour)).size).toBe(4);
  expect(new Set(all.map(({ frame }) => frame)).size).toBe(4);
});

it("draws people as wizards and bots as their level", () => {
  const [person, bot] = identities([seat("Ada", 4), seat("level-3-1", null, "level-3")]);
  expect(person?.avatar).toEqual({ kind: "wizard", wizard: 4 });
  expect(bot?.avatar).toEqual({ kind: "bot", level: "level-3" });
});

it.each([
  ["Ada", null, "Ada"],
  ["greedy-1", "greedy", "Gazza"],
  ["level-3-2", "level-3", "Brio II"],
  ["Rex", "level-3", "Rex"], // named by whoever asked it to the table
  ["greedy-1", null, "greedy-1"], // a person may be called so
  ["mine-1", "mine", "mine-1"], // a level that this page does not know
])("calls %s (%s) %s", (name, bot, shown) => {
  expect(shownName({ name, bot })).toBe(shown);
});
