// Views come whole. What they say as before is kept as the same object, so that the page draws only what changed.

type Parts = Record<string, unknown>;

const isParts = (value: unknown): value is Parts => typeof value === "object" && value !== null;

/** `fresh`, made of the parts of `former` that say the same; all of `former` where nothing changed. */
export function kept<Value>(former: unknown, fresh: Value): Value {
  if (!isParts(former) || !isParts(fresh) || Array.isArray(former) !== Array.isArray(fresh)) return fresh;
  const names = Object.keys(fresh);
  let same = names.length === Object.keys(former).length;
  for (const name of names) {
    const part = kept(former[name], fresh[name]);
    (fresh as Parts)[name] = part;
    same &&= name in former && part === former[name];
  }
  return same ? (former as Value) : fresh;
}
