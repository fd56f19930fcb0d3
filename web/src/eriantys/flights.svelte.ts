// What moved, shown: pieces that travel from where they were to where they are. The board itself is always up to date;
// a flight lies above it for a moment, so nothing waits for it. Places are measured when nothing has to be laid out for it:
// before the board changes, and after it was painted.

import { painted } from "../kit/painted";
import type { Colour, Students } from "../kit/students";
import { present } from "../kit/students";
import type { GameEvent, Happened } from "../protocol";
import { LETTERS, type Letter } from "./reading";

export type Flying = { kind: "student"; colour: Colour } | { kind: "nature" } | { kind: "assistant"; value: number };

export interface Flight {
  number: number;
  piece: Flying;
  from: DOMRect;
  to: DOMRect;
  delay: number;
}

/** From where to where: selectors, the best first. */
interface Plan {
  piece: Flying;
  from: string[];
  to: string[];
}

const APART = 60; // milliseconds between pieces that start together
const letter = (seat: unknown) => LETTERS[Number(seat)] ?? "A";
const at = (place: string) => `[data-place="${place}"]`;
const chip = (seat: unknown) => `[data-chip="${letter(seat)}"]`;

/** The flights that an event asks for. `card` is the character that gave the piece, `you` whose hand one sees. */
export function plans(event: GameEvent, card: number | null, you: Letter): Plan[] {
  const { seat, colour, tile, cloud, value } = event;
  const table = `${letter(seat)}:${String(colour)}`;
  const entrance = [at(`entrance:${letter(seat)}:${String(colour)}`), chip(seat)];
  const start = event["source"] === "card" ? [at(`card:${card}`)] : entrance;
  const student: Flying = { kind: "student", colour: colour as Colour };
  switch (event["event"]) {
    case "StudentToDining":
      return [{ piece: student, from: start, to: [at(`seat:${table}:${String(event["seated"])}`), at(`dining:${table}`), chip(seat)] }];
    case "StudentToIsland":
      return [{ piece: student, from: start, to: [`[data-tile="${String(tile)}"]`] }];
    case "MotherNatureMoved":
      return [{ piece: { kind: "nature" }, from: [".nature"], to: [".nature"] }];
    case "AssistantPlayed":
      if (letter(seat) !== you) return []; // nobody sees where it came from
      return [
        {
          piece: { kind: "assistant", value: Number(value) },
          from: [at(`hand:${String(value)}`)],
          to: [at(`assistant:${you}`)],
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

export class Flights {
  current = $state.raw<Flight[]>([]);
  private count = 0;
  private readonly still = matchMedia("(prefers-reduced-motion: reduce)");

  /** To be called before the board is drawn anew: then what moves is still where it was. */
  depart(happened: Happened, board: HTMLElement, card: number | null, you: Letter): void {
    if (this.still.matches || document.hidden) return;
    const leaving = happened.events
      .flatMap((event) => plans(event, card, you))
      .map((plan) => ({ plan, from: where(board, plan.from) }));
    if (leaving.length) void painted().then(() => {
      const flights = leaving.flatMap(({ plan, from }, order) => {
        const to = where(board, plan.to);
        if (!from || !to || Math.hypot(from.x - to.x, from.y - to.y) < 4) return [];
        return [{ number: ++this.count, piece: plan.piece, from, to, delay: order * APART }];
      });
      if (flights.length) this.current = [...this.current, ...flights];
    });
  }

  land(number: number): void {
    this.current = this.current.filter((flight) => flight.number !== number);
  }
}

/** Where the first of these is that can be seen. */
function where(board: HTMLElement, selectors: readonly string[]): DOMRect | null {
  for (const selector of selectors) {
    for (const element of board.querySelectorAll(selector)) {
      const box = element.getBoundingClientRect();
      if (box.width > 0) return box;
    }
  }
  return null;
}
