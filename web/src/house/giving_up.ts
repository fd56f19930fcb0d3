// A seat given up from elsewhere: nobody waits for one who does not come back, and a game against bots is over.

import { Connection, type Status, type Wish } from "./connection";
import type { TableView } from "../protocol";

/** How a seat is given up at this point; null where it is not one's own any more, or nothing is played there. */
function lastWish({ phase, you }: TableView): Wish | null {
  if (you === null) return null;
  if (phase === "open") return { type: "rise" };
  return phase === "playing" ? { type: "resign" } : null;
}

/** Resolves once the house has answered, or cannot be asked: then the seat is as if one had left. */
export function giveUp(code: string, key: string): Promise<void> {
  return new Promise((settle) => {
    const done = () => {
      connection.leave();
      settle();
    };
    const connection = new Connection(code, key, {
      hear(message, asked) {
        if (message.type === "welcome") {
          const wish = lastWish(message.view);
          if (wish === null) done();
          else connection.send(wish);
        } else if (asked !== undefined) {
          done();
        }
      },
      status({ state }: Status) {
        if (state === "lost" || state === "ended") done();
      },
      unseated: () => done(),
      dropped: () => done(),
    });
  });
}
