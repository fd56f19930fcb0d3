// Keys that are for the page itself.

const WRITING = "input, select, textarea";

/** Nothing is being written, no sheet lies on top, and it is no shortcut of the browser. */
export function isForPage({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || document.querySelector("dialog[open]") !== null) return false;
  return !(target instanceof Element && target.closest(WRITING) !== null);
}
