import { expect, it } from "vitest";
import { position } from "./positions";
import { travels } from "./travels";

const plain = position({});
const route = (event: Record<string, unknown>, game = plain) =>
  travels(event, game, "A").map(({ from, to }) => [from[0], to[0]]);

it("students travel from the entrance, or from the card that gave them", () => {
  const seated = { event: "StudentToDining", seat: 1, colour: "red", source: "entrance", seated: 3 };
  expect(route(seated)).toEqual([['[data-place="entrance:B:red"]', '[data-place="seat:B:red:3"]']]);
  const landed = { event: "StudentToIsland", seat: 0, colour: "blue", tile: 4, source: "card" };
  expect(route(landed, position({ unfinished: { action: { number: 1 } } }))).toEqual([['[data-place="card:1"]', '[data-tile="4"]']]);
});

it("a cloud rains every colour that it has", () => {
  const taken = { event: "CloudTaken", seat: 2, cloud: 3, students: { green: 2, pink: 1 } };
  expect(route(taken).map(([, to]) => to)).toEqual(['[data-place="entrance:C:green"]', '[data-place="entrance:C:pink"]']);
});

it("mother nature and assistants travel, the rest does not", () => {
  expect(travels({ event: "MotherNatureMoved", seat: 0, steps: 2, tile: 5 }, plain, "A")[0]?.piece).toEqual({ kind: "nature" });
  expect(travels({ event: "AssistantPlayed", seat: 0, value: 7, steps: 4 }, plain, "A")[0]?.piece).toEqual({ kind: "assistant", value: 7, turning: false });
  const others = travels({ event: "AssistantPlayed", seat: 1, value: 7, steps: 4 }, plain, "A")[0];
  expect(others?.piece).toEqual({ kind: "assistant", value: 7, turning: true });
  expect(others?.from).toEqual(['[data-place="strip:B"]', '[data-chip="B"]']); // not from its place in a hand
  expect(travels({ event: "TurnEnded", seat: 0 }, plain, "A")).toEqual([]);
});

it("influence is counted before a tower rises", () => {
  const game = position({
    islands: { "5": { students: { red: 3 } } },
    boards: { A: { entrance: {}, dining: {}, professors: ["red"] } },
  });
  const [counted] = travels({ event: "TowersChanged", tile: 5, tiles: 1, tower: "white", former: null }, game, "A");
  expect(counted?.piece).toEqual({ kind: "influence", tower: "white", count: 3 });
  expect(counted?.stays).toBe(true);
});
