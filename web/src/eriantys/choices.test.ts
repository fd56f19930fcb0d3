import { expect, it } from "vitest";
import { at, choices } from "./choices";
import { position } from "./positions";

it("students go by colour, then by where they can go", () => {
  const toDining = { do: "move_student", colour: "red", to: "dining", by: "A" };
  const toIsland = { do: "move_student", colour: "red", to: { island: 4 }, by: "A" };
  const found = choices([toDining, toIsland], position());
  expect(found.students.get("red")).toEqual({ dining: toDining, islands: new Map([[4, toIsland]]) });
  expect(found.students.has("green")).toBe(false);
});

it("mother nature goes by the island where she ends, with the fewest steps", () => {
  const step = (steps: number) => ({ do: "move_mother_nature", steps, by: "A" });
  const game = position({ step: "mother_nature", groups: [[2, 3, 4, 5, 6, 7, 8, 9, 10, 11]], mother_nature: 1 });
  const found = choices([1, 2, 3, 4].map(step), game);
  expect([...found.motherNature].map(([tile, { steps }]) => [tile, steps])).toEqual([[2, 1], [12, 2], [1, 3]]);
});

it("every small decision has its place", () => {
  const choose = (what: string, value: unknown) => ({ do: "choose", what, value });
  const found = choices(
    [
      { do: "play_assistant", value: 3 },
      { do: "take_cloud", cloud: 2 },
      { do: "end_turn" },
      { do: "play_character", number: 8 },
      choose("character", 1),
      choose("island", 5),
      choose("colour", "pink"),
      choose("from_card", "red"),
      choose("from_entrance", "blue"),
      choose("from_dining", "green"),
      choose("swap", "done"),
    ],
    position(),
  );
  expect([...found.assistants.keys(), ...found.clouds.keys(), ...found.islands.keys()]).toEqual([3, 2, 5]);
  expect([...found.characters.keys()]).toEqual([8, 1]);
  const colours = [found.colours, found.fromCard, found.fromEntrance, found.fromDining].flatMap((each) => [...each.keys()]);
  expect(colours).toEqual(["pink", "red", "blue", "green"]);
  expect(found.end).toEqual({ do: "end_turn" });
  expect(found.swapped).toEqual(choose("swap", "done"));
});

it("a group is found by any of its tiles", () => {
  const islands = new Map([[12, "here"]]);
  expect(at(islands, [11, 12, 1])).toBe("here");
  expect(at(islands, [3])).toBeUndefined();
});
