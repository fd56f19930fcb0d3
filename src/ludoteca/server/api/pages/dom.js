// What every part of the page needs: elements, requests, sentences for people, and what this browser remembers.

const START = location.pathname.startsWith("/plain") ? "/plain" : ""; // this page can be at two addresses
export const tableAddress = (code, more = "") => `${START}/t/${encodeURIComponent(code)}${more}`;
export const tableHere = location.pathname.match(/\/t\/(.+)/)?.[1].toUpperCase().replace(/%20|-/g, "");
export const TITLES = { eriantys: "Eriantys", masters: "Masters of Renaissance" };

export const byId = (id) => document.getElementById(id);
const sensible = (children) => children.flat(3).filter((child) => child || child === 0);

/** An element. Children are elements or texts; texts are never read as markup. Functions are listeners. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...sensible(children));
  return made;
}

export const button = (key, label, click, more = {}) =>
  el("button", { type: "button", "data-key": key, click, ...more }, label);
export const link = (key, label, href, more = {}) =>
  el("a", { href, "data-key": key, class: "button", ...more }, label);

/** New contents for a place. Whoever had the focus in it keeps it: on what has the same key, else on the place. */
export function redraw(place, ...children) {
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  place.replaceChildren(...sensible(children));
  if (focused && focused !== place) {
    const again = [...place.querySelectorAll("[data-key]")].find((other) => other.dataset.key === focused.dataset.key);
    (again ?? place).focus({ preventScroll: true });
  }
}

let fading;

/** A sentence for the person in front of the page, for some seconds. */
export function tell(sentence) {
  clearTimeout(fading);
  byId("notice").textContent = sentence;
  if (sentence) fading = setTimeout(tell, 12_000, "");
}

export const several = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;
export const listed = (words) => words.join(", ").replace(/, ([^,]*)$/, " and $1");
export const amounts = (counts) => Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", ");

/** Hexadecimal digits by chance. (`crypto.randomUUID` is there on secure pages only.) */
export const chance = (bytes = 16) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The answer of the house over HTTP; when it refuses, an Error with its sentence and its `code`. */
export async function ask(path, body) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(path, body && { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (response?.ok && answer) return answer;
  const sentence = answer?.sentence ?? "The house cannot be reached. Check your connection and try again.";
  throw Object.assign(new Error(sentence), { code: answer?.code });
}

// ---------------------------------------------------------------- what this browser remembers

const STORED = "ludoteca";
const MOST_GAMES = 50;

/** What was kept may be anybody's: what is no seat is left out. */
function stored() {
  let memory = null;
  try {
    memory = JSON.parse(localStorage.getItem(STORED));
  } catch {
    // nothing is kept, or nothing that can be read
  }
  const seats = Object.entries(memory?.games ?? {}).filter(([, mine]) => typeof mine?.key === "string");
  return { ...memory, games: Object.fromEntries(seats) };
}

function store(memory) {
  try {
    localStorage.setItem(STORED, JSON.stringify(memory));
  } catch {
    tell("This browser keeps nothing for this page, so you could not come back to a seat. Allow it to, please.");
  }
}

const newestFirst = (games) => Object.entries(games).sort(([, one], [, other]) => other.at - one.at);

export const myName = () => stored().name ?? `Guest-${chance(2)}`;
export const keepName = (name) => store({ ...stored(), name });
export const myGame = (code) => stored().games[code];
export const myGames = () => newestFirst(stored().games); // [code, what is known of it]

export function remember(code, known) {
  const memory = stored();
  memory.games[code] = { at: Date.now(), ...memory.games[code], ...known };
  store({ ...memory, games: Object.fromEntries(newestFirst(memory.games).slice(0, MOST_GAMES)) });
}

export function forget(code) {
  const memory = stored();
  delete memory.games[code];
  store(memory);
}
