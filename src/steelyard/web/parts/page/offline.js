// Games that can be read without a connection: the service worker keeps them in this browser.

const MOST_TURNS = 300; // a longer game costs the server too much to send once more

/** Have the service worker installed once the page is there; browsers have it on secure pages only. */
export function workOffline() {
  if (!("serviceWorker" in navigator)) return;
  const register = () => navigator.serviceWorker.register("/service-worker.js").catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}

/** Keep a finished game for later. @param {{id: string, live: boolean, private: boolean, turn: number}} table */
export async function keepOffline({ id, live, private: hidden, turn }) {
  if (live || hidden || turn > MOST_TURNS || !navigator.serviceWorker?.controller) return;
  const address = `/api/tables/${id}`;
  try {
    if (await caches.match(address)) return;
    for (const part of [`${address}/positions`, address]) await fetch(part, { headers: { "X-Keep": "1" } });
  } catch {
    // a game can be watched without being kept
  }
}

/** The games that are kept, the latest first. @returns {Promise<any[]>} */
export async function keptGames() {
  const cache = await caches.open("games");
  const addresses = (await cache.keys()).map(({ url }) => url).filter((url) => !url.endsWith("/positions"));
  const found = await Promise.all(addresses.reverse().map(async (url) => (await cache.match(url))?.json()));
  return found.filter(Boolean);
}
