// A seat given up from elsewhere: nobody waits for one who does not come back, and a game against bots is over.

import { Connection, type Status, type Wish } from "./connection";
import type { TableView } from "../protocol";

/** How a seat is given up at this point; null where it is not one's own any more, or nothing is played there. */
function lastWish({ phase, you, host, seats }: TableView): Wish | null {
  if (you === null) return null;
  const alone = seats.every(({ bot }, seat) => bot !== null || seat === you);
  if (phase === "open") return { type: alone && host === you ? "close" : "rise" };
  return phase === "playing" ? { type: "resign" } : null;
}

/** Whether the house has heard of it. If not, the seat is as it was. */
export function giveUp(code: string, key: string): Promise<boolean> {
  return new Promise((settle) => {
    const done = (heard = true) => {
      connection.leave();
      settle(heard);
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
      status(status: Status) {
        if (status.state === "lost") done(false);
        if (status.state === "ended") done(status.code !== "strange_answer"); // there is no such table, or none to come to
      },
      unseated: () => done(),
      dropped: () => done(false),
    });
  });
}
