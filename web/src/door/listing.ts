import type { Listing } from "../protocol";
import { gameName, listed, t } from "../words/words.svelte";

/** "Eriantys for 3, expert". */
export function gameWords(listing: Pick<Listing, "game" | "players" | "settings">): string {
  const key = listing.settings["expert"] === true ? "game.for.expert" : "game.for";
  return t(key, { game: gameName(listing.game), players: listing.players });
}

export function names({ seats }: Listing): string {
  const called = seats.map(({ name, bot }) => (bot === null ? name : t("door.bot", { name })));
  return listed(called) || t("door.nobody");
}
