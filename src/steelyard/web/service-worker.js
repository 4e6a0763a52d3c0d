// Lets the last games be read without a connection. Files are kept under addresses that name their content, and pages
// come from the server whenever it can be reached: nothing that is kept is ever shown instead of something newer.

const worker = /** @type {any} */ (self);
const VERSION = "%VERSION%"; // of the pages and their files; the server writes it here
const FILES = `files-${VERSION}`;
const GAMES = "games";
const GAME_PAGE = "/g/offline"; // the page of any game: it asks for the game itself
const OFFLINE_PAGE = "/offline";
const MOST_GAMES = 20;
const OF_GAME = /^\/api\/tables\/[\w.]+(\/positions)?$/;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(`/static/${VERSION}/`)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (OF_GAME.test(pathname)) event.respondWith(game(request));
});

async function install() {
  const cache = await caches.open(FILES);
  const needed = new Set();
  for (const path of [GAME_PAGE, OFFLINE_PAGE]) {
    const response = await fetch(path, { cache: "no-cache", headers: { "X-Keep": "1" } }); // without answers for one person
    const text = await response.clone().text();
    for (const [, address] of text.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)) needed.add(address);
    await cache.put(path, response);
  }
  await cache.addAll([...needed]);
  await worker.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== FILES && name !== GAMES) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {Request} request */
async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** @param {Request} request @param {string} pathname */
async function page(request, pathname) {
  try {
    return await fetch(request);
  } catch (problem) {
    const [, kind, id] = pathname.split("/");
    const kept = kind === "g" && (await caches.match(`/api/tables/${id}`));
    const shown = await caches.match(kept ? GAME_PAGE : OFFLINE_PAGE);
    if (shown) return shown;
    throw problem;
  }
}

/** @param {Request} request */
async function game(request) {
  try {
    const response = await fetch(request);
    if (request.headers.get("X-Keep") && response.ok) await keep(request, response.clone());
    return response;
  } catch (problem) {
    const kept = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
    if (kept) return kept;
    throw problem;
  }
}

/** The latest games; the oldest go. @param {Request} request @param {Response} response */
async function keep(request, response) {
  const cache = await caches.open(GAMES);
  await cache.put(new URL(request.url).pathname, response);
  const games = (await cache.keys()).filter(({ url }) => !url.endsWith("/positions"));
  for (const { url } of games.slice(0, Math.max(games.length - MOST_GAMES, 0))) {
    await cache.delete(url);
    await cache.delete(`${url}/positions`);
  }
}
