// The games that have a board on this page. A table of any other is shown by the plain page. Each is fetched when it is wanted.

import { fetched } from "../house/parts";
import type { Game } from "./game";

const PARTS: Record<string, () => Promise<Game>> = {
  eriantys: () => import("../eriantys/game").then(({ eriantys }) => eriantys),
  masters: () => import("../masters/game").then(({ masters }) => masters),
};
export const GAME_NAMES = Object.keys(PARTS);

/** Those that were fetched. */
export const GAMES: Partial<Record<string, Game>> = {};

/** A game that is here, or has none to be fetched, needs no waiting. */
export const isHere = (name: string): boolean => name in GAMES || !Object.hasOwn(PARTS, name);

/** Afterwards the game is here; or NotMet. */
export async function loadGame(name: string): Promise<void> {
  const part = PARTS[name];
  if (part && !isHere(name)) GAMES[name] = await fetched(part);
}
