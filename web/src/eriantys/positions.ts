// Positions for the tests: a whole view from the few things that a test is about.

import type { Eriantys } from "./reading";

export function position(wished: Partial<Eriantys> = {}): Eriantys {
  const islands = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [String(at + 1), { students: {} }]));
  const board = () => ({ entrance: { green: 2, red: 5 }, dining: {}, professors: [] });
  return {
    players: 2,
    expert: false,
    phase: "action",
    step: "students",
    moved: 0,
    first_player: "A",
    hands: { A: [1, 2, 3, 4, 5, 6, 7, 8, 9], B: [1, 2, 3, 4, 5, 6, 7, 8, 10] },
    played: [],
    assistants: { A: 10, B: 9 },
    order: ["B", "A"],
    active: "A",
    groups: [],
    mother_nature: 1,
    boards: { A: board(), B: board() },
    clouds: [{ green: 3 }, { blue: 3 }],
    bag: 80,
    last_round: false,
    clouds_short: false,
    ...wished,
    islands: { ...islands, ...wished.islands },
  };
}
