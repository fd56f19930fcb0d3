import { expect, it } from "vitest";
import { plans } from "./flights.svelte";

const route = (event: Record<string, unknown>, card: number | null = null) =>
  plans(event, card, "A").map(({ from, to }) => [from[0], to[0]]);

it("students travel from the entrance, or from the card that gave them", () => {
  const seated = { event: "StudentToDining", seat: 1, colour: "red", source: "entrance", seated: 3 };
  expect(route(seated)).toEqual([['[data-place="entrance:B:red"]', '[data-place="seat:B:red:3"]']]);
  const landed = { event: "StudentToIsland", seat: 0, colour: "blue", tile: 4, source: "card" };
  expect(route(landed, 1)).toEqual([['[data-place="card:1"]', '[data-tile="4"]']]);
});

it("a cloud rains every colour that it has", () => {
  const taken = { event: "CloudTaken", seat: 2, cloud: 3, students: { green: 2, pink: 1 } };
  expect(route(taken).map(([, to]) => to)).toEqual(['[data-place="entrance:C:green"]', '[data-place="entrance:C:pink"]']);
});

it("mother nature and assistants travel, the rest does not", () => {
  expect(plans({ event: "MotherNatureMoved", seat: 0, steps: 2, tile: 5 }, null, "A")[0]?.piece).toEqual({ kind: "nature" });
  expect(plans({ event: "AssistantPlayed", seat: 0, value: 7, steps: 4 }, null, "A")[0]?.piece).toEqual({ kind: "assistant", value: 7 });
  expect(plans({ event: "AssistantPlayed", seat: 1, value: 7, steps: 4 }, null, "A")).toEqual([]);
  expect(plans({ event: "TurnEnded", seat: 0 }, null, "A")).toEqual([]);
});
