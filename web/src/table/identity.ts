// Who somebody is at a table, for the eye: a name, a colour, an avatar and a frame for every seat, the same everywhere.

import type { SeatView } from "../protocol";

export const WIZARDS = [1, 2, 3, 4] as const;
export type Wizard = (typeof WIZARDS)[number];
export type Frame = "circle" | "square" | "shield" | "hexagon";
/** A person is drawn as a wizard, a bot as the face of its level. */
export type Avatar = { kind: "wizard"; wizard: Wizard } | { kind: "bot"; level: string };

export interface Identity {
  name: string;
  wizard: Wizard;
  /** A CSS colour that follows the theme: 3:1 at least on paper and card. */
  colour: string;
  /** Tells seats apart where colours do not. */
  frame: Frame;
  avatar: Avatar;
}

const FRAMES: Record<Wizard, Frame> = { 1: "circle", 2: "square", 3: "shield", 4: "hexagon" };

/** What bots are called on the page. In the protocol they have the name of their level. */
export const BOT_NAMES: Record<string, string> = {
  "level-1": "Pip",
  "level-2": "Nella",
  "level-3": "Brio",
  "level-4": "Ottavia",
  "level-5": "Sandro",
  "level-6": "Livia",
  "level-7": "Corvo",
  "level-8": "Morgana",
  random: "Dado",
  greedy: "Gazza",
};
const NUMERALS = ["", "", " II", " III", " IV"];

/** The name by which the page speaks of a seat: a bot that was given no name of its own has one of ours. */
export function shownName({ name, bot }: Pick<SeatView, "name" | "bot">): string {
  const ours = bot === null ? undefined : BOT_NAMES[bot];
  if (bot === null || ours === undefined || !name.startsWith(`${bot}-`)) return name;
  const numeral = NUMERALS[Number(name.slice(bot.length + 1))];
  return numeral === undefined ? name : `${ours}${numeral}`;
}

const isWizard = (number: number | null): number is Wizard => number !== null && WIZARDS.includes(number as Wizard);

/** The wizard that each seat has chosen, or, in the order of the seats, one that nobody has. */
function wizardsOf(seats: readonly Pick<SeatView, "look">[]): Wizard[] {
  const chosen = new Set(seats.map(({ look }) => look.wizard));
  const free = WIZARDS.filter((wizard) => !chosen.has(wizard));
  return seats.map(({ look }) => (isWizard(look.wizard) ? look.wizard : (free.shift() ?? 1)));
}

export function identities(seats: readonly Pick<SeatView, "name" | "bot" | "look">[]): Identity[] {
  const wizards = wizardsOf(seats);
  return seats.map((seat, number) => {
    const wizard = wizards[number] ?? 1;
    return {
      name: shownName(seat),
      wizard,
      colour: `var(--wizard-${wizard})`,
      frame: FRAMES[wizard],
      avatar: seat.bot === null ? { kind: "wizard", wizard } : { kind: "bot", level: seat.bot },
    };
  });
}
