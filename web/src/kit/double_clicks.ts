// The second click of a double click is meant for what the first one was: not for what has come under the pointer since.

const CONTROL = "button, a, input, select, summary, label, [role=button]";
const above = (event: MouseEvent, what: string) => (event.target instanceof Element ? event.target.closest(what) : null);

/** Until the answer is called. */
export function sparingWhatLiesBelow(): () => void {
  let sheet: Element | null = null; // of the last single click
  let control: Element | null = null;
  const hear = (event: MouseEvent) => {
    const [sheetHere, controlHere] = [above(event, "dialog"), above(event, CONTROL)];
    if (event.detail <= 1) {
      [sheet, control] = [sheetHere, controlHere];
      return;
    }
    const closed = sheet !== null && sheetHere !== sheet;
    const another = control !== null && controlHere !== null && controlHere !== control;
    if (!closed && !another) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("click", hear, true);
  return () => removeEventListener("click", hear, true);
}
