// Opening a table and going there, from wherever that is offered.

import { go } from "../route.svelte";
import type { NotMet } from "./asking";
import { chance } from "./chance";
import { keepName, remember } from "./memory";
import { noticed, notMet, type Trouble } from "./trouble";

/** `start`: the game is to be started as soon as one is there. */
export interface OpenedHere {
  code: string;
  start: boolean;
}

export class Opening {
  busy = $state(false);
  trouble = $state.raw<Trouble | null>(null);
  /** What was tried, once more, or all the same. */
  goOn = $state.raw<() => void>(() => undefined);
  private left = false;

  /** `again` is offered where it failed. */
  async open(name: string, game: string, ask: (seat: { name: string; key: string }) => Promise<OpenedHere>, again: () => void): Promise<void> {
    if (this.busy) return; // one at a time
    this.busy = true;
    this.trouble = null;
    const key = chance();
    keepName(name);
    try {
      const { code, start } = await ask({ name, key });
      const kept = remember(code, { at: Date.now(), key, name, game, phase: "open", start });
      if (this.left) return; // it is among one's games
      if (kept) go(code);
      else this.complain(noticed("not_kept"), () => go(code));
    } catch (error) {
      this.complain(notMet(error as NotMet), again);
    } finally {
      this.busy = false;
    }
  }

  complain(why: Trouble, goOn: () => void): void {
    this.trouble = why;
    this.goOn = goOn;
  }

  /** The page shows something else: an answer that comes now leads nobody away. */
  leave(): void {
    this.left = true;
  }
}
