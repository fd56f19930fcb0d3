// Dragging a piece by mouse, pen or finger. What it can be dropped on carries `data-drop`.

import type { Attachment } from "svelte/attachments";

const SLACK = 6; // pixels that a click may wander

export interface Dragged<Piece> {
  piece: Piece;
  x: number;
  y: number;
  over: string | null;
}

export class Dragging<Piece> {
  current = $state.raw<Dragged<Piece> | null>(null);

  constructor(
    private readonly lift: (piece: Piece) => void,
    private readonly drop: (piece: Piece, target: string | null) => void,
  ) {}

  /** For the element that holds a piece; null where there is nothing to drag now. */
  from(piece: Piece | null): Attachment<HTMLElement> {
    return (element) => {
      if (piece === null) return;
      element.style.touchAction = "none";
      const begin = (event: PointerEvent) => {
        if (event.button === 0 && event.isPrimary) this.follow(element, piece, event);
      };
      element.addEventListener("pointerdown", begin);
      return () => {
        element.style.touchAction = "";
        element.removeEventListener("pointerdown", begin);
      };
    };
  }

  private follow(element: HTMLElement, piece: Piece, start: PointerEvent): void {
    const move = (event: PointerEvent) => {
      if (event.pointerId !== start.pointerId) return;
      const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLACK;
      if (!this.current && !far) return;
      if (!this.current) this.lift(piece);
      this.current = { piece, x: event.clientX, y: event.clientY, over: under(event) };
    };
    const end = (event: PointerEvent) => {
      if (event.pointerId !== start.pointerId) return;
      stop();
      const dragged = this.current;
      this.current = null;
      if (!dragged) return;
      // The browser takes this for a click on the piece: it was none.
      const swallow = (click: Event) => click.stopPropagation();
      element.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => element.removeEventListener("click", swallow, { capture: true }));
      if (event.type === "pointerup") this.drop(piece, under(event));
    };
    const stop = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }
}

function under(event: PointerEvent): string | null {
  const element = document.elementFromPoint(event.clientX, event.clientY);
  return element?.closest<HTMLElement>("[data-drop]")?.dataset["drop"] ?? null;
}
