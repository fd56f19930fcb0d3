// A first game against the easiest bot of the house.

import { askHouse, NotMet, openTable } from "../house/asking";
import { chance } from "../house/chance";
import { keepName, myName, remember } from "../house/memory";

/** The code of a table that starts by itself; NotMet says why there is none. */
export async function openFirstGame(game: string): Promise<string> {
  const { bots } = await askHouse();
  const easiest = bots[0]?.level;
  const [name, key] = [myName(), chance()];
  keepName(name);
  const opened = await openTable({
    options: { game, players: 2, public: false },
    seat: { name, key },
    bots: easiest === undefined ? [] : [easiest],
  });
  const kept = remember(opened.code, { at: Date.now(), key, name, game, phase: "open", start: easiest !== undefined });
  if (!kept) throw new NotMet("not_kept", "");
  return opened.code;
}
