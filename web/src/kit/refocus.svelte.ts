// What had the focus can be gone after a move. Then what is asked next has it.

import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";

/** For a board: whenever `changed` tells of something new, a focus that was lost inside goes to what is asked. */
export function refocusing(changed: () => unknown): Attachment<HTMLElement> {
  return (board) => {
    let within = false;
    const enter = () => {
      within = true;
    };
    const leave = (event: FocusEvent) => {
      if (event.relatedTarget !== null) within = board.contains(event.relatedTarget as Node);
    };
    board.addEventListener("focusin", enter);
    board.addEventListener("focusout", leave);
    $effect(() => {
      changed();
      void tick().then(() => {
        if (within && document.activeElement === document.body) board.querySelector<HTMLElement>("[data-asked]")?.focus();
      });
    });
    return () => {
      board.removeEventListener("focusin", enter);
      board.removeEventListener("focusout", leave);
    };
  };
}
