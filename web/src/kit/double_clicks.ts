// The second click of a double click is meant for the sheet that the first one has closed, not for what lies below.

/** Until the answer is called. */
export function sparingWhatLiesBelow(): () => void {
  let closed: Element | null = null; // the sheet of the last single click
  const hear = (event: MouseEvent) => {
    const sheet = event.target instanceof Element ? event.target.closest("dialog") : null;
    if (event.detail <= 1) {
      closed = sheet;
    } else if (closed !== null && sheet !== closed) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  addEventListener("click", hear, true);
  return () => removeEventListener("click", hear, true);
}
