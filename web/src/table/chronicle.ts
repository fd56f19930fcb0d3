// The log of a table in words that are not yet in a language. It knows who sat where when each entry was made.

import type { Happened, TableView, What } from "../protocol";
import { counted, known, listed } from "../words/words.svelte";
import { told, type Game, type Told } from "./game";
import { shownName } from "./identity";
import { toYou } from "./second_person";

export interface LogLine {
  number: number;
  parts: Told[];
  /** A decision of the game, which can be taken back. */
  decision: boolean;
  takenBack: boolean;
}

/** The same lines; those of decisions that an entry takes back are marked. */
export function marked(lines: LogLine[], { number, what }: Happened): LogLine[] {
  if (what.kind !== "took_back") return lines;
  const gone = (line: LogLine) => line.decision && line.number > what.to && line.number < number;
  return lines.map((line) => (gone(line) ? { ...line, takenBack: true } : line));
}

export class Chronicle {
  private names: string[] = [];
  private order: number[] = [];
  /** Names of those who cannot end the game by being away or resigning: bots, and who has resigned before. */
  private out = new Set<string>();

  /** What was before is not known: begin with the table as it is. */
  begin(view: TableView): void {
    this.names = view.seats.map(shownName);
    this.order = [];
    this.out = new Set(view.seats.filter(({ bot, stand_in }) => bot !== null || stand_in === "resigned").map(shownName));
    view.seats.forEach((seat, number) => {
      if (seat.player !== null) this.order[seat.player] = number;
    });
  }

  /** `own`: one's own seat, which is spoken to. */
  tell({ number, what, events }: Happened, game: Game | undefined, own: number | null = null): LogLine {
    const parts = this.entry(what);
    const who = (player: number) => this.names[this.order[player] ?? player] ?? `${player + 1}`;
    for (const event of events) {
      const said = game?.tell(event, who);
      if (said) parts.push(said);
    }
    const you = own === null ? null : (this.names[own] ?? null);
    return { number, parts: parts.map((part) => toYou(part, you)), decision: what.kind === "acted", takenBack: false };
  }

  private ended(why: string, winners: number[]): Told {
    const by = this.names.filter((name, seat) => !winners.includes(seat) && !this.out.has(name));
    const names = listed(by);
    if (why === "resigned" && by.length) return told("log.ended.resigned", { names });
    if (why === "alone" && by.length) return told(counted("log.ended.alone", by.length), { names });
    return told("log.ended");
  }

  private sat(seat: number, name: string, bot: boolean, here: boolean): Told {
    this.names[seat] = name;
    if (bot) this.out.add(name);
    return told(bot ? "log.sat.bot" : here ? "log.sat" : "log.sat.kept", { name });
  }

  private entry(what: What): Told[] {
    const name = "seat" in what ? (this.names[what.seat] ?? "") : "";
    switch (what.kind) {
      case "opened":
        this.names = [];
        return [told("log.opened")];
      case "sat":
        return [this.sat(what.seat, shownName(what), what.bot !== null, what.here)];
      case "rose":
        this.names.splice(what.seat, 1); // those behind move up
        this.out.delete(name);
        return [told(`log.rose.${what.why}`, { name })];
      case "started":
        this.order = what.order;
        return [told("log.started")];
      case "acted":
        return what.by === "stand-in" ? [told("log.stand_in", { name })] : [];
      case "asked":
        return [told(`log.asked.${what.what}`, { name })];
      case "answered":
        return [told(what.yes ? "log.answered.yes" : "log.answered.no", { name })];
      case "arranged":
        this.names.length = Math.min(this.names.length, what.players); // those who came last have lost their place
        return [told(counted("log.arranged", what.players), { count: what.players })];
      case "stood_in":
        if (what.why === "resigned") this.out.add(name);
        return [told(`log.stood_in.${what.why}`, { name })];
      case "ended":
        return [this.ended(what.why, what.winners)];
      case "contributed":
      case "dressed":
        return [];
      case "rematched":
        return [told("log.rematched", { code: what.code })];
      case "closed":
        return [told("log.closed", { why: what.why })];
      default: {
        const key = known(`log.${what.kind}`);
        return key === null ? [] : [told(key, { name })];
      }
    }
  }
}
