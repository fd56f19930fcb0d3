// Where one is: at the door, at a table, or at something to read. The address bar says so, and its buttons work.

const PLAIN = "/plain"; // the page without drawings, for what has none yet

function codeHere(): string | null {
  const found = /^\/(?:t|replay)\/(.+)$/.exec(location.pathname)?.[1];
  return found === undefined ? null : readCode(decodeURIComponent(found));
}

const replayHere = () => location.pathname.startsWith("/replay/");

/** The moment that a link names. */
export function momentHere(): number | null {
  const number = Number(new URLSearchParams(location.search).get("at") ?? "");
  return Number.isInteger(number) && number > 0 ? number : null;
}
/** `learn/eriantys/3`, `rules/masters`, `glossary`: what can be read without a table. */
const leafHere = () => /^\/((?:learn|rules|glossary)(?:\/.*)?)$/.exec(location.pathname)?.[1] ?? null;

/** Case, blanks and hyphens do not matter. */
export const readCode = (text: string) => text.toUpperCase().replace(/[\s-]/g, "");

const here = $state<{ code: string | null; leaf: string | null; sitting: boolean; replay: boolean }>({
  code: codeHere(),
  leaf: leafHere(),
  sitting: location.hash === "#sit",
  replay: replayHere(),
});

export const place = () => here;

/** To a table, or with null to the door. `sitting`: sit down there if there is room. */
export function go(code: string | null, sitting = false): void {
  history.pushState(null, "", code === null ? "/" : `/t/${encodeURIComponent(code)}`);
  Object.assign(here, { code, leaf: null, sitting, replay: false });
  scrollTo(0, 0);
}

/** To a moment of what was played at a table; without one to where looking back begins. */
export function goBack(code: string, at: number | null = null): void {
  history.pushState(null, "", momentAddress(code, at));
  Object.assign(here, { code, leaf: null, sitting: false, replay: true });
  scrollTo(0, 0);
}

/** The address bar follows what is looked at. */
export const keepMoment = (code: string, at: number) => history.replaceState(null, "", momentAddress(code, at));

export const momentAddress = (code: string, at: number | null = null) =>
  `/replay/${encodeURIComponent(code)}${at === null ? "" : `?at=${at}`}`;

export function read(leaf: string): void {
  history.pushState(null, "", `/${leaf}`);
  Object.assign(here, { code: null, leaf, sitting: false, replay: false });
  scrollTo(0, 0);
}

addEventListener("popstate", () =>
  Object.assign(here, { code: codeHere(), leaf: leafHere(), sitting: false, replay: replayHere() }),
);

export const tableAddress = (code: string) => `${location.origin}/t/${encodeURIComponent(code)}`;
export const plainAddress = (code: string) => `${PLAIN}/t/${encodeURIComponent(code)}`;

/** For links: follow them inside the page, unless another window was wished for. */
export function following(event: MouseEvent, code: string | null, sitting = false): void {
  if (inside(event)) go(code, sitting);
}

export function reading(event: MouseEvent, leaf: string): void {
  if (inside(event)) read(leaf);
}

function inside(event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return false;
  event.preventDefault();
  return true;
}

export function followingBack(event: MouseEvent, code: string, at: number | null = null): void {
  if (inside(event)) goBack(code, at);
}
