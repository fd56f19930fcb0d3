// How the page may call somebody: sounds and notifications. Both are off until they are wished for. Kept in this browser.

import { isFlag, isShare } from "../house/checks";
import { checked, stored } from "../house/stored";

interface Calls {
  sounds: boolean;
  /** 0 to 1. */
  volume: number;
  notifications: boolean;
}

const STORED = "ludoteca-calls";
const USUAL: Calls = { sounds: false, volume: 0.5, notifications: false };

export const calls = $state<Calls>(checked(stored(STORED), USUAL, { sounds: isFlag, volume: isShare, notifications: isFlag }));

export function wish(wished: Partial<Calls>): void {
  Object.assign(calls, wished);
  try {
    localStorage.setItem(STORED, JSON.stringify(calls));
  } catch {
    // It holds until the page is left, then.
  }
}

export type Allowed = "granted" | "denied" | "missing";

/** Ask the person, or the browser that remembers the answer. Only ever called by the switch itself. */
export async function askToNotify(): Promise<Allowed> {
  if (!("Notification" in globalThis)) return "missing";
  const answer = await Notification.requestPermission();
  return answer === "granted" ? "granted" : "denied";
}

/** Tell somebody who does not see the page. The notification, to be closed when they are back. */
export function notify(title: string, body: string, tag: string): Notification | null {
  if (!calls.notifications || !document.hidden || !("Notification" in globalThis)) return null;
  if (Notification.permission !== "granted") return null;
  try {
    const shown = new Notification(title, { body, tag });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
    return shown;
  } catch (error) {
    if (error instanceof TypeError) return null; // phones know notifications of installed programs only
    throw error;
  }
}
