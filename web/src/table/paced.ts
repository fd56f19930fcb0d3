// What the house says, at the pace at which somebody follows bots: their decisions come one after the other, never at once.

import type { ServerMessage } from "../protocol";

type Deed = () => void;

const isOfBot = (message: ServerMessage) =>
  message.type === "entry" && message.entry.what.kind === "acted" && message.entry.what.by !== "player";

export class Paced {
  private waiting: { message: ServerMessage; deed: Deed }[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = -Infinity; // when a decision of a bot was shown

  /** `gap`: milliseconds between two decisions of bots. `now` counts milliseconds from anywhere. */
  constructor(
    private readonly gap: () => number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Do it now, or after what waits. Whoever is welcomed anew knows everything: what waits is done at once. */
  hear(message: ServerMessage, deed: Deed): void {
    if (message.type === "welcome") this.flush();
    this.waiting.push({ message, deed });
    if (this.waiting.length === 1) this.go();
  }

  flush(): void {
    clearTimeout(this.timer);
    const waiting = this.waiting;
    this.waiting = [];
    for (const { deed } of waiting) deed();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.waiting = [];
  }

  private go(): void {
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      if (isOfBot(next.message)) {
        const wait = this.last + this.gap() - this.now();
        if (wait > 0) {
          this.timer = setTimeout(() => this.go(), wait);
          return;
        }
        this.last = this.now();
      }
      this.waiting.shift();
      next.deed();
    }
  }
}
