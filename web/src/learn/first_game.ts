// A first game against the easiest bot of the house.

import { askHouse, openTable } from "../house/asking";
import type { OpenedHere } from "../house/opening.svelte";

export async function openFirstGame(game: string, seat: { name: string; key: string }): Promise<OpenedHere> {
  const { bots } = await askHouse();
  const easiest = bots[0]?.level;
  const { code } = await openTable({
    options: { game, players: 2, public: false },
    seat,
    bots: easiest === undefined ? [] : [easiest],
  });
  return { code, start: easiest !== undefined };
}
