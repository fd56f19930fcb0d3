// The markers on the faith track: one sign each, since there is no room for more.

const first = (name: string) => name.slice(0, 1).toUpperCase();
const last = (name: string) => name.slice(-1).toUpperCase();

/** What tells these names apart: the initial, else the last sign, as in `bot-1` and `bot-2`, else the seat. */
export function marks(names: readonly string[]): string[] {
  const alike = (name: string) => names.filter((each) => first(each) === first(name));
  const initials = names.filter((name) => alike(name).length === 1).map(first);
  const endings = names.filter((name) => alike(name).length > 1).map(last);
  const distinct = new Set([...initials, ...endings]).size === names.length;
  if (distinct) return names.map((name) => (alike(name).length === 1 ? first(name) : last(name)));
  return names.map((_, seat) => String(seat + 1));
}
