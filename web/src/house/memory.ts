// What this browser remembers: the name, and the keys to one's seats. The house knows only hashes of the keys.

import { chance } from "./chance";

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
  choice?: Choice;
  games: Record<string, Mine>;
}

const STORED = "ludoteca";
const MOST_GAMES = 50;

/** Where a browser keeps nothing, it lasts as long as the page does. */
let fleeting: Memory | null = null;

function stored(): Memory {
  if (fleeting) return structuredClone(fleeting);
  try {
    return { games: {}, ...(JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<Memory>) };
  } catch {
    return { games: {} };
  }
}

/** Whether it could be kept: a browser can be told to keep nothing. */
function store(memory: Memory): boolean {
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

export const myName = () => stored().name ?? `Guest-${chance(2)}`;
export const keepName = (name: string) => store({ ...stored(), name });
export const lastChoice = (): Partial<Choice> => stored().choice ?? {};
export const keepChoice = (choice: Choice) => store({ ...stored(), choice });
export const myGame = (code: string): Mine | undefined => stored().games[code];
export const myGames = (): [code: string, mine: Mine][] => newestFirst(stored().games);

export function remember(code: string, known: Partial<Mine>): boolean {
  const memory = stored();
  const nothing: Mine = { at: Date.now(), key: "", name: "", game: "", phase: "" };
  memory.games[code] = { ...nothing, ...memory.games[code], ...known };
  return store({ ...memory, games: Object.fromEntries(newestFirst(memory.games).slice(0, MOST_GAMES)) });
}

export function forget(code: string): void {
  const memory = stored();
  delete memory.games[code];
  store(memory);
}
