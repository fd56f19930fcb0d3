// What this browser remembers: the name, and the keys to one's seats. The house knows only hashes of the keys.

import type { Guest } from "./beside";
import { chance } from "./chance";
import { isCount, isFlag, isListOf, isMoment, isText, partsOf, type Checks } from "./checks";
import { checked, stored } from "./stored";

/**
 * A seat of one's own. `start`: the game is to be started as soon as one is there. `again`: one has asked to play once more.
 */
export interface Mine {
  at: number;
  key: string;
  name: string;
  game: string;
  phase: string;
  nonce?: string;
  start?: boolean;
  again?: boolean;
  /** Those who play at this device, too. */
  beside?: Guest[];
}

/** What was chosen at the door, for the next time. */
export interface Choice {
  game: string;
  players: number;
  expert: boolean;
  level: string;
}

interface Memory {
  name?: string;
  choice: Partial<Choice>;
  games: Record<string, Mine>;
}

const STORED = "ludoteca";
const MOST_GAMES = 50;
/** Heard by whatever shows one's games, after what is remembered has changed. */
export const CHANGED = "ludoteca-games";

/** Where a browser keeps nothing, it lasts as long as the page does. */
let fleeting: Memory | null = null;

const SEAT: Checks<Mine> = {
  at: isMoment,
  key: isText,
  name: isText,
  game: isText,
  phase: isText,
  nonce: isText,
  start: isFlag,
  again: isFlag,
  beside: isListOf((each): each is Guest => isText(partsOf(each)["name"]) && isText(partsOf(each)["key"])),
};
const CHOICE: Checks<Partial<Choice>> = { game: isText, players: isCount, expert: isFlag, level: isText };

const blank = (): Mine => ({ at: Date.now(), key: "", name: "", game: "", phase: "" });

function kept(): Memory {
  if (fleeting) return structuredClone(fleeting);
  const { name, choice, games } = stored(STORED);
  const seats = Object.entries(partsOf(games)).filter(([, mine]) => isText(partsOf(mine)["key"])); // others lead back to no seat
  return {
    ...(isText(name) ? { name } : {}),
    choice: checked<Partial<Choice>>(choice, {}, CHOICE),
    games: Object.fromEntries(seats.map(([code, mine]) => [code, checked(mine, blank(), SEAT)])),
  };
}

/** Whether it could be kept: a browser can be told to keep nothing. */
function store(memory: Memory): boolean {
  dispatchEvent(new Event(CHANGED));
  try {
    localStorage.setItem(STORED, JSON.stringify(memory));
    fleeting = null;
    return true;
  } catch {
    fleeting = memory;
    return false;
  }
}

const newestFirst = (games: Record<string, Mine>) =>
  Object.entries(games).sort(([, one], [, other]) => other.at - one.at);

export const myName = () => kept().name ?? `Guest-${chance(2)}`;
export const keepName = (name: string) => store({ ...kept(), name });
export const lastChoice = (): Partial<Choice> => kept().choice;
export const keepChoice = (choice: Choice) => store({ ...kept(), choice });
export const myGame = (code: string): Mine | undefined => kept().games[code];
export const myGames = (): [code: string, mine: Mine][] => newestFirst(kept().games);

export function remember(code: string, known: Partial<Mine>): boolean {
  const memory = kept();
  const now = Date.now();
  const games = { [code]: { ...blank(), ...memory.games[code], ...known } }; // first, and so before others of the same time
  for (const [other, mine] of Object.entries(memory.games)) {
    games[other] ??= { ...mine, at: Math.min(mine.at, now) }; // the clock may have been ahead
  }
  return store({ ...memory, games: Object.fromEntries(newestFirst(games).slice(0, MOST_GAMES)) });
}

export function forget(code: string): void {
  const memory = kept();
  delete memory.games[code];
  store(memory);
}
