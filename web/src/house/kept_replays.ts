// Replays that this browser has kept, for when there is no connection. The worker of the page keeps them.

const KEPT = "ludoteca-kept"; // as in worker.js
const ADDRESS = /^\/api\/tables\/([^/]+)\/film$/;

/** Codes of their tables, the one looked at last first. */
export async function keptReplays(): Promise<string[]> {
  if (!("caches" in globalThis)) return [];
  const requests = await caches.open(KEPT).then((cache) => cache.keys(), () => []); // a browser may keep nothing
  return requests
    .map(({ url }) => ADDRESS.exec(new URL(url).pathname)?.[1])
    .filter((code) => code !== undefined)
    .map(decodeURIComponent)
    .reverse();
}
