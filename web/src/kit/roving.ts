// One stop of the Tab key for a whole part of the table; the arrow keys go on inside it.

import type { Attachment } from "svelte/attachments";

const FORWARD = ["ArrowRight", "ArrowDown"];
const BACK = ["ArrowLeft", "ArrowUp"];

/** Inside the element, everything with `data-stop` is a stop, in the order of the document. */
export const roving: Attachment<HTMLElement> = (part) => {
  const stops = () => [...part.querySelectorAll<HTMLElement>("[data-stop]")];
  const keep = (first: HTMLElement | undefined, all = stops()) => {
    for (const stop of all) {
      const index = stop === first ? "0" : "-1";
      if (stop.getAttribute("tabindex") !== index) stop.setAttribute("tabindex", index); // what is written is laid out anew
    }
  };
  const settle = () => {
    const all = stops();
    const kept = all.find((stop) => stop === document.activeElement) ?? all.find((stop) => stop.getAttribute("tabindex") === "0");
    const first = kept ?? all.find((stop) => stop.getAttribute("aria-disabled") !== "true") ?? all[0];
    keep(first, all);
  };
  const go = (event: KeyboardEvent) => {
    const all = stops();
    const here = all.findIndex((stop) => stop === document.activeElement);
    if (here < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    let next: number;
    if (FORWARD.includes(event.key)) next = (here + 1) % all.length;
    else if (BACK.includes(event.key)) next = (here - 1 + all.length) % all.length;
    else if (event.key === "Home") next = 0;
    else if (event.key === "End") next = all.length - 1;
    else return;
    event.preventDefault();
    all[next]?.focus();
  };
  const follow = (event: FocusEvent) => {
    const focused = event.target as HTMLElement;
    if ("stop" in focused.dataset) keep(focused);
  };
  const watching = new MutationObserver(settle);
  watching.observe(part, { childList: true, subtree: true });
  part.addEventListener("keydown", go);
  part.addEventListener("focusin", follow);
  settle();
  return () => {
    watching.disconnect();
    part.removeEventListener("keydown", go);
    part.removeEventListener("focusin", follow);
  };
};
