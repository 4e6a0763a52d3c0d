// The service worker, with a cache and a server that are played here.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

const text = readFileSync(new URL("../../src/steelyard/web/service-worker.js", import.meta.url), "utf-8");
const HOST = "http://here";
/** @type {Map<string, Map<string, any>>} */
let stores;
/** @type {Record<string, (event: any) => void>} */
let handlers;
let online = true;

/** @param {any} asked */
const pathOf = (asked) => new URL(typeof asked === "string" ? asked : asked.url, HOST).pathname;

/** @param {string} body */
function answer(body) {
  return { ok: true, body, text: async () => body, clone: () => answer(body) };
}

/** @param {any} asked */
async function fetched(asked) {
  if (!online) throw new TypeError("no server");
  const path = pathOf(asked);
  return answer(["/g/offline", "/offline"].includes(path) ? `<script src="/static/v1/${path.slice(1)}.js">` : `new ${path}`);
}

/** @param {string} name */
function store(name) {
  if (!stores.has(name)) stores.set(name, new Map());
  const kept = /** @type {Map<string, any>} */ (stores.get(name));
  return {
    put: async (/** @type {any} */ asked, /** @type {any} */ response) => kept.set(pathOf(asked), response),
    addAll: async (/** @type {string[]} */ paths) => {
      for (const path of paths) kept.set(path, await fetched(path));
    },
    keys: async () => [...kept.keys()].map((path) => ({ url: HOST + path })),
    delete: async (/** @type {string} */ url) => kept.delete(pathOf(url)),
  };
}

const caches = {
  open: async (/** @type {string} */ name) => store(name),
  keys: async () => [...stores.keys()],
  delete: async (/** @type {string} */ name) => stores.delete(name),
  match: async (/** @type {any} */ asked) => [...stores.values()].find((kept) => kept.has(pathOf(asked)))?.get(pathOf(asked)),
};

/** @param {string} path @param {{mode?: string, headers?: Record<string, string>, method?: string}} how */
async function asks(path, { mode = "cors", headers = {}, method = "GET" } = {}) {
  /** @type {any} */
  let answered = null;
  const request = { url: HOST + path, mode, method, headers: new Headers(headers) };
  handlers.fetch({ request, respondWith: (/** @type {any} */ response) => (answered = response) });
  return (await answered)?.body ?? null;
}

/** @param {string} version */
async function runs(version) {
  handlers = {};
  const self = {
    addEventListener: (/** @type {string} */ name, /** @type {any} */ handler) => (handlers[name] = handler),
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
  };
  new Function("self", "caches", "fetch", "location", text.replace("%VERSION%", version))(self, caches, fetched, { origin: HOST });
  for (const name of ["install", "activate"]) {
    /** @type {any} */
    let done = null;
    handlers[name]({ waitUntil: (/** @type {any} */ work) => (done = work) });
    await done;
  }
}

beforeEach(async () => {
  stores = new Map();
  online = true;
  await runs("v1");
});

test("pages and data come from the server while it can be reached", async () => {
  await asks("/api/tables/a", { headers: { "X-Keep": "1" } });
  assert.equal(await asks("/g/a", { mode: "navigate" }), "new /g/a");
  assert.equal(await asks("/api/tables/a"), "new /api/tables/a");
  assert.equal(await asks("/static/v2/pages/game.js"), null, "files of another version are the browser's own affair");
  assert.equal(await asks("/api/tables/a", { method: "POST" }), null);
});

test("without a connection kept games are shown, and for all else what is kept", async () => {
  for (const path of ["/api/tables/a/positions", "/api/tables/a"]) await asks(path, { headers: { "X-Keep": "1" } });
  await asks("/api/tables/b");
  online = false;
  assert.match(await asks("/g/a", { mode: "navigate" }), /offline\.js/);
  assert.equal(await asks("/g/a", { mode: "navigate" }), (await caches.match("/g/offline")).body);
  assert.equal(await asks("/g/b", { mode: "navigate" }), (await caches.match("/offline")).body);
  assert.equal(await asks("/learn", { mode: "navigate" }), (await caches.match("/offline")).body);
  assert.equal(await asks("/api/tables/a/positions?first=0"), "new /api/tables/a/positions");
  assert.equal(await asks("/static/v1/g/offline.js"), "new /static/v1/g/offline.js");
  await assert.rejects(asks("/api/tables/b"));
});

test("a new version drops the files of the one before and keeps the games, the last twenty", async () => {
  for (let number = 0; number < 25; number++)
    await asks(`/api/tables/g${number}`, { headers: { "X-Keep": "1" } });
  await runs("v2");
  assert.deepEqual([...stores.keys()].sort(), ["files-v2", "games"]);
  assert.deepEqual([...(stores.get("games")?.keys() ?? [])].length, 20);
  assert.equal(stores.get("games")?.has("/api/tables/g24"), true);
});
