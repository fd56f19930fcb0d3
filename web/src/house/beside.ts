// Somebody who sits down at this device beside its owner: a seat and a key of their own.

import { chance } from "./chance";
import { Connection, type Status } from "./connection";
import { noticed, type Trouble } from "./trouble";

export interface Guest {
  name: string;
  key: string;
}

/** The guest, or Trouble. */
export function sitBeside(code: string, name: string): Promise<Guest> {
  const guest = { name, key: chance() };
  return new Promise((settle, fail) => {
    const end = (trouble?: Trouble) => {
      connection.leave();
      if (trouble) fail(trouble);
      else settle(guest);
    };
    const connection = new Connection(code, undefined, {
      hear(message, asked) {
        if (message.type === "welcome") connection.send({ type: "sit", ...guest, nonce: chance() });
        else if (message.type === "done" && asked?.type === "sit") end();
        else if (message.type === "refused") end({ code: message.code, sentence: message.sentence, parameters: message.parameters ?? {} });
      },
      status(status: Status) {
        if (status.state === "lost") end(noticed("unreachable"));
        if (status.state === "ended") end(status);
      },
      unseated: () => end(noticed("unseated")),
      dropped: () => end(noticed("unheard")),
    });
  });
}
