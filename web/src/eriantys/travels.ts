// What travels over the board of Eriantys when something happens.

import type { Travel } from "../kit/flights.svelte";
import type { Colour, Students } from "../kit/students";
import { present } from "../kit/students";
import type { GameEvent } from "../protocol";
import { groupOf, influence, island, LETTERS, swayOf, type Eriantys, type Letter, type Tower } from "./reading";

export type Flying =
  | { kind: "student"; colour: Colour }
  | { kind: "nature" }
  | { kind: "assistant"; value: number; turning: boolean }
  | { kind: "influence"; tower: Tower; count: number };

/** Mother nature arrives, the influence is counted; then the tower rises. The style of the tower knows the sum. */
const ARRIVING = 420; // milliseconds

const letter = (seat: unknown) => LETTERS[Number(seat)] ?? "A";
const at = (place: string) => `[data-place="${place}"]`;
const chip = (seat: unknown) => `[data-chip="${letter(seat)}"]`;

/** The travels that an event asks for, in the game as it was before. `you`: whose hand one sees. */
export function travels(event: GameEvent, game: Eriantys, you: Letter): Travel<Flying>[] {
  const { seat, colour, tile, cloud, value } = event;
  const table = `${letter(seat)}:${String(colour)}`;
  const entrance = [at(`entrance:${letter(seat)}:${String(colour)}`), chip(seat)];
  const card = game.unfinished?.action.number ?? game.active_character?.number ?? null;
  const start = event["source"] === "card" ? [at(`card:${card}`)] : entrance;
  const student: Flying = { kind: "student", colour: colour as Colour };
  switch (event["event"]) {
    case "StudentToDining":
      return [{ piece: student, from: start, to: [at(`seat:${table}:${String(event["seated"])}`), at(`dining:${table}`), chip(seat)] }];
    case "StudentToIsland":
      return [{ piece: student, from: start, to: [`[data-tile="${String(tile)}"]`] }];
    case "MotherNatureMoved":
      return [{ piece: { kind: "nature" }, from: [".nature"], to: [".nature"] }];
    case "TowersChanged": {
      const tower = event["tower"] as Tower;
      const group = groupOf(game, Number(tile));
      const count = influence(swayOf(game), island(game, group), group.length).get(tower) ?? 0;
      const there = [`[data-tile="${String(tile)}"]`];
      return [{ piece: { kind: "influence", tower, count }, from: there, to: there, stays: true, after: ARRIVING }];
    }
    case "AssistantPlayed":
      // Those of others lie on their faces until they are played.
      return [
        {
          piece: { kind: "assistant", value: Number(value), turning: letter(seat) !== you },
          from: letter(seat) === you ? [at(`hand:${String(value)}`)] : [at(`strip:${letter(seat)}`), chip(seat)],
          to: [at(`assistant:${letter(seat)}`), chip(seat)],
        },
      ];
    case "CloudTaken": {
      const students = event["students"] as Students;
      return present(students).map((each) => ({
        piece: { kind: "student", colour: each },
        from: [at(`cloud:${String(cloud)}`)],
        to: [at(`entrance:${letter(seat)}:${each}`), chip(seat)],
      }));
    }
    default:
      return [];
  }
}
