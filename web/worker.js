// Keeps the page, so that it opens without a connection, and the replays that were looked at.
// The build puts in the names of the files, and a version that changes with them.

const VERSION = "__VERSION__";
const FILES = ["__FILES__"];
const PAGE = `ludoteca-page-${VERSION}`;
const KEPT = "ludoteca-kept";
const MOST_KEPT = 30; // replays; the oldest goes first
const REPLAY = /^\/api\/tables\/[^/]+\/film$/;

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(PAGE)
      .then((cache) => cache.addAll(["/", ...FILES.map((name) => `/pages/${name}`)]))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("ludoteca-page-") && name !== PAGE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate" && !address.pathname.startsWith("/plain")) event.respondWith(page(request));
  else if (address.pathname.startsWith("/pages/")) event.respondWith(part(request));
  else if (REPLAY.test(address.pathname)) event.respondWith(replay(request));
});

/** The newest page there is; without a connection the one that was kept. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    return (await caches.match("/")) ?? Promise.reject(error);
  }
}

/** Names belong to their bodies: what was kept is right. */
async function part(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** The newest; what was found is kept, and is shown when there is no connection. */
async function replay(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      await cache.delete(request);
      await cache.put(request, answer.clone());
      const all = await cache.keys();
      await Promise.all(all.slice(0, Math.max(0, all.length - MOST_KEPT)).map((each) => cache.delete(each)));
    }
    return answer;
  } catch (error) {
    return (await cache.match(request)) ?? Promise.reject(error);
  }
}
