// What somebody did, said to that person: "You play assistant 4." instead of "Ada plays assistant 4."

import { known, type Fields } from "../words/words.svelte";
import type { Told } from "./game";

const YOU = { key: "word.you" } as const;

/** `own`: one's own name at the table; null for those who watch. */
export function toYou(part: Told, own: string | null): Told {
  const fields = part.with;
  if (own === null || !fields) return part;
  const yours = fields["name"] === own ? known(`${part.key}.you`) : null;
  const others: Fields = Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, value === own && field !== "name" ? YOU : value]),
  );
  return { ...part, key: yours ?? part.key, with: others };
}
