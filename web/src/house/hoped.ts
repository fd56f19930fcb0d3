// The seat that was asked for last, until the house has answered: the page may be loaded anew before that.

import { isHope, type Hope } from "./connection";

const STORED = "ludoteca-hoped";

interface Hoped {
  table: string;
  hope: Hope;
}

function stored(): Hoped | null {
  try {
    const { table, hope } = JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<Hoped>;
    const whole = typeof table === "string" && hope && isHope(hope) && typeof hope.key === "string";
    return whole ? { table, hope } : null;
  } catch {
    return null;
  }
}

export function hopedAt(table: string): Hope | null {
  const hoped = stored();
  return hoped?.table === table ? hoped.hope : null;
}

/** Where a browser keeps nothing, the connection still knows it. */
export function keepHope(table: string, hope: Hope): void {
  try {
    localStorage.setItem(STORED, JSON.stringify({ table, hope } satisfies Hoped));
  } catch {
    return;
  }
}

/** It was answered. Another one, of another tab, stays. */
export function endHope({ key }: Hope): void {
  if (stored()?.hope.key === key) localStorage.removeItem(STORED);
}
