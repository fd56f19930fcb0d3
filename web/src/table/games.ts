// The games that have a board on this page. A table of any other is shown by the plain page.

import { eriantys } from "../eriantys/game";
import { masters } from "../masters/game";
import type { Game } from "./game";

export const GAMES: Partial<Record<string, Game>> = { eriantys, masters };
