// What moved, shown: pieces that travel from where they were to where they are. The board itself is always up to date;
// a flight lies above it for a moment, so nothing waits for it, and a click ends it. Places are measured when nothing has
// to be laid out for it: before the board changes, and after it was painted.

import { painted } from "./painted";

export interface Flight<Piece> {
  number: number;
  piece: Piece;
  from: DOMRect;
  to: DOMRect;
  delay: number;
}

/** From where to where: selectors, the best first. `stays`: it is shown where it is. */
export interface Travel<Piece> {
  piece: Piece;
  from: readonly string[];
  to: readonly string[];
  stays?: boolean;
  /** Milliseconds after those before it; a little by default. */
  after?: number;
}

const APART = 60; // milliseconds between pieces that start together
const NEAR = 4; // pixels that are no way

export class Flights<Piece> {
  current = $state.raw<Flight<Piece>[]>([]);
  private count = 0;
  private story = 0;

  /** To be called before the board changes: then what moves is still where it was. One story ends the one before. */
  async depart(travels: readonly Travel<Piece>[], board: HTMLElement): Promise<void> {
    if (document.hidden || !travels.length) return;
    const story = ++this.story;
    const leaving = travels.map((travel) => ({ travel, from: where(board, travel.from) }));
    await painted();
    if (story !== this.story) return;
    let delay = -APART;
    this.current = leaving.flatMap(({ travel, from }) => {
      const to = where(board, travel.to);
      if (!from || !to) return [];
      if (!travel.stays && Math.hypot(from.x - to.x, from.y - to.y) < NEAR) return [];
      delay += travel.after ?? APART;
      return [{ number: ++this.count, piece: travel.piece, from, to, delay }];
    });
  }

  land(number: number): void {
    this.current = this.current.filter((flight) => flight.number !== number);
  }

  /** Somebody has seen enough. */
  skip(): void {
    this.story += 1;
    if (this.current.length) this.current = [];
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
