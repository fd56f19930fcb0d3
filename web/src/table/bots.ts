// The bots that a house offers.

import type { BotOffered } from "../protocol";

const GENTLE = "level-3";

/** The bot for whoever has not chosen one: no beginner's partner, and one that can be beaten. */
export const firstChoice = (bots: readonly BotOffered[]): string =>
  (bots.find((bot) => bot.level === GENTLE) ?? bots.at(-1))?.level ?? "";
