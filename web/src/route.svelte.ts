// Where one is: at the door, at a table, looking back, or at something to read. The address bar says so, and its
// buttons work.

const PLAIN = "/plain"; // the page without drawings, for what has none yet

function codeHere(): string | null {
  const found = /^\/(?:t|replay)\/(.+)$/.exec(location.pathname)?.[1];
  return found === undefined ? null : readCode(decoded(found));
}

/** Anybody can type an address: what cannot be decoded is taken as it is, and leads to no table. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

const replayHere = () => location.pathname.startsWith("/replay/");

/** `learn/eriantys/3`, `rules/masters`, `glossary`: what can be read without a table. */
const leafHere = () => /^\/((?:learn|rules|glossary)(?:\/.*)?)$/.exec(location.pathname)?.[1] ?? null;

/** The moment that a link names. */
export function momentHere(): number | null {
  const number = Number(new URLSearchParams(location.search).get("at") ?? "");
  return Number.isInteger(number) && number > 0 ? number : null;
}

/** Case, blanks and hyphens do not matter. */
export const readCode = (text: string) => text.toUpperCase().replace(/[\s-]/g, "");

interface Place {
  code: string | null;
  sitting: boolean;
  replay: boolean;
  leaf: string | null;
}
const fromAddress = (): Place => ({ code: codeHere(), sitting: false, replay: replayHere(), leaf: leafHere() });

const here = $state<Place>({ ...fromAddress(), sitting: location.hash === "#sit" });

export const place = () => here;

/** Asked before one goes elsewhere: whether that waits. Then it calls `leave` once it may be. */
export type Doorkeeper = (leave: () => void) => boolean;
let doorkeeper: Doorkeeper | null = null;
let address = location.href; // of what is shown, whatever the buttons of the browser have done to the bar

/** Until the answer is called, whoever leaves is asked. */
export function keepDoor(asking: Doorkeeper): () => void {
  doorkeeper = asking;
  return () => {
    if (doorkeeper === asking) doorkeeper = null;
  };
}

const lying: (() => void)[] = []; // how to close what lies over the page, the uppermost last

/** Until the answer is called, the browser's way back closes what lies over the page. */
export function layOver(close: () => void): () => void {
  lying.push(close);
  return () => void lying.splice(lying.indexOf(close), 1);
}

function move(to: string, there: Partial<Place>): void {
  const leave = () => arrive(to, there);
  if (!doorkeeper?.(leave)) leave();
}

function arrive(to: string, there: Partial<Place>): void {
  history.pushState(null, "", to);
  address = location.href;
  Object.assign(here, { code: null, sitting: false, replay: false, leaf: null, ...there });
  scrollTo(0, 0);
}

/** To a table, or with null to the door. `sitting`: sit down there if there is room. */
export const go = (code: string | null, sitting = false) =>
  move(code === null ? "/" : tableAddress(code), { code, sitting });

/** To a moment of what was played at a table; without one to where looking back begins. */
export const goBack = (code: string, at: number | null = null) => move(momentAddress(code, at), { code, replay: true });

/** To something to read. */
export const read = (leaf: string) => move(`/${leaf}`, { leaf });

/** The address bar follows what is looked at. */
export function keepMoment(code: string, at: number): void {
  history.replaceState(null, "", momentAddress(code, at));
  address = location.href;
}

export const momentAddress = (code: string, at: number | null = null) =>
  `/replay/${encodeURIComponent(code)}${at === null ? "" : `?at=${at}`}`;

addEventListener("popstate", () => {
  const wished = fromAddress();
  const to = location.href;
  const uppermost = lying.at(-1);
  if (uppermost) {
    history.pushState(null, "", address);
    return uppermost();
  }
  const away = wished.code !== here.code || wished.replay !== here.replay || wished.leaf !== here.leaf;
  if (away && doorkeeper?.(() => arrive(to, wished))) return history.pushState(null, "", address); // until it is settled
  address = to;
  Object.assign(here, wished);
});

export const tableAddress = (code: string) => `/t/${encodeURIComponent(code)}`;
export const plainAddress = (code: string) => `${PLAIN}/t/${encodeURIComponent(code)}`;

/** For links: follow them inside the page, unless another window was wished for. */
export function following(event: MouseEvent, code: string | null, sitting = false): void {
  if (elsewhere(event)) return;
  event.preventDefault();
  go(code, sitting);
}

export function followingBack(event: MouseEvent, code: string, at: number | null = null): void {
  if (elsewhere(event)) return;
  event.preventDefault();
  goBack(code, at);
}

export function reading(event: MouseEvent, leaf: string): void {
  if (elsewhere(event)) return;
  event.preventDefault();
  read(leaf);
}

const elsewhere = (event: MouseEvent) =>
  event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;
