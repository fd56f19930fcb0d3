// What something is, told beside it: on hover, on focus by keyboard, and on a long press, which then is no click.

export interface Tip {
  of: HTMLElement;
  text: string;
}

const HOVER = 350; // milliseconds before it appears
const LONG = 500; // of a finger that stays

const shown = $state<{ tip: Tip | null }>({ tip: null });
export const tip = () => shown.tip;

/** An attachment; `words` are asked for when it appears. */
export const explaining = (words: () => string) => (of: HTMLElement) => {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let pressed = false; // for long: the click that follows is not meant
  const show = () => (shown.tip = { of, text: words() });
  const hide = () => {
    clearTimeout(waiting);
    if (shown.tip?.of === of) shown.tip = null;
  };
  const after = (delay: number, deed: () => void) => {
    clearTimeout(waiting);
    waiting = setTimeout(deed, delay);
  };
  const enter = (event: PointerEvent) => {
    if (event.pointerType === "mouse") after(HOVER, show);
  };
  const down = (event: PointerEvent) => {
    hide();
    pressed = false;
    if (event.pointerType === "mouse") return;
    after(LONG, () => {
      pressed = true;
      show();
    });
  };
  const up = () => {
    if (!pressed) clearTimeout(waiting);
  };
  const focus = () => {
    if (of.matches(":focus-visible")) show();
  };
  const click = (event: MouseEvent) => {
    if (pressed) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else hide();
    pressed = false;
  };
  const menu = (event: Event) => {
    if (pressed) event.preventDefault();
  };
  const listeners: [string, (event: never) => void, boolean?][] = [
    ["pointerenter", enter],
    ["pointerleave", hide],
    ["pointerdown", down],
    ["pointerup", up],
    ["pointercancel", hide],
    ["focus", focus],
    ["blur", hide],
    ["click", click, true],
    ["contextmenu", menu],
  ];
  for (const [name, hear, capture] of listeners) of.addEventListener(name, hear as EventListener, capture);
  return () => {
    hide();
    for (const [name, hear, capture] of listeners) of.removeEventListener(name, hear as EventListener, capture);
  };
};
