// Positions for the tests: a whole view from the few things that a test is about.

import type { Masters, PlayerBoard } from "./reading";

export function board(wished: Partial<PlayerBoard> = {}): PlayerBoard {
  return {
    faith: 0,
    tiles: ["down", "down", "down"],
    warehouse: { "1": {}, "2": {}, "3": {} },
    leader_depots: {},
    strongbox: {},
    slots: [[], [], []],
    hand: [],
    played: [],
    dealt: [],
    gone: [],
    pending_resources: 0,
    ...wished,
  };
}

export function position(wished: Partial<Masters> = {}): Masters {
  return {
    players: { A: board(), B: board({ hand: 2, dealt: 0, gone: 2 }) },
    market: { rows: ["P B P W", "W R W G", "W G Y Y"], slide: "B" },
    grid: { green1: { top: 1, size: 4 }, blue1: { top: 3, size: 4 } },
    current: "A",
    main_action_done: false,
    last_round: false,
    over: false,
    ...wished,
  };
}

/** Leaders of the standard set, by what they do. */
export const LEADERS = {
  discountServant: 49,
  discountShield: 50,
  depotStone: 53,
  whiteServant: 57,
  whiteShield: 58,
  productionShield: 61,
} as const;
