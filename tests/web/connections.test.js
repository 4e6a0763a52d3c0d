// Connections to the server, against a server and a clock that are played here.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { answers, asked, begin, passes, settle, sockets, wait } from "./fake_browser.js";

const web = "../../src/steelyard/web/parts";
const { Socket } = await import(`${web}/page/socket.js`);
const { followTable } = await import(`${web}/tables/table-socket.js`);
const { Study } = await import(`${web}/analysis/analysis.js`);
const { allPositions, positionsAround } = await import(`${web}/analysis/positions.js`);
const { PendingMove } = await import(`${web}/tables/pending-move.js`);
const { addressOf, readAddress } = await import(`${web}/analysis/address.js`);
const { me } = await import(`${web}/page/me.js`);

/** @type {any[]} */
let told = [];
const listener = {
  onMessage: (/** @type {any} */ message) => told.push(message),
  onLine: (/** @type {boolean} */ there) => told.push(there),
  onEnd: (/** @type {number} */ code) => told.push(code),
};
const newest = () => /** @type {import("./fake_browser.js").FakeSocket} */ (sockets.at(-1));

/** @type {import("../../src/steelyard/web/parts/page/socket.js").Socket | undefined} */
let socket;
async function connected() {
  socket = new Socket(() => "/ws/x", listener);
  await settle();
  newest().open();
}

beforeEach(() => {
  socket?.leave();
  socket = undefined;
  begin();
  told = [];
});

test("a connection that is cut comes back, and what was said meanwhile is sent", async () => {
  await connected();
  assert.equal(newest().url, "ws://here/ws/x");
  newest().close(1006);
  socket?.send({ type: "move" });
  await passes(500);
  newest().open();
  assert.deepEqual(told, [true, false, true]);
  assert.deepEqual(newest().sent, [{ type: "move" }]);
});

test("attempts come at random moments, ever later, until the server says something", async () => {
  const chance = Math.random;
  try {
    Math.random = () => 0.5;
    await connected();
    const waits = [];
    for (let i = 0; i < 7; i++) {
      newest().tell({ type: "refused", error: "too many pages" });
      newest().close(1013); // it lets us in and sends us away again
      waits.push(wait());
      await passes(10_000);
      newest().open();
    }
    assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, 5000, 5000]);
    newest().tell({ type: "snapshot" });
    Math.random = () => 0.1;
    newest().close(1012);
    assert.equal(wait(), 50);
  } finally {
    Math.random = chance;
  }
});

test("a connection without a word is taken for dead; a pong is a word", async () => {
  await connected();
  const first = newest();
  for (let i = 0; i < 5; i++) {
    await passes(10_000);
    first.tell({ type: "pong" });
  }
  assert.equal(first.sent.length, 5);
  assert.equal(sockets.length, 1);
  await passes(40_500);
  assert.equal(sockets.length, 2);
  assert.deepEqual(told, [true, false]);
});

for (const code of [1000, 4401, 4403, 4404])
  test(`a server that closes with ${code} means it`, async () => {
    await connected();
    newest().close(code);
    await passes(60_000);
    assert.deepEqual(told, [true, code]);
    assert.equal(sockets.length, 1);
  });

test("a server whose database went back is not asked again, and the page shows why", async () => {
  let shown = 0;
  addEventListener("database_went_back", () => shown++, { once: true });
  await connected();
  newest().tell({ type: "refused", code: "database_went_back", error: "the database has lost games" });
  newest().close(4503);
  await passes(60_000);
  assert.equal(shown, 1);
  assert.equal(told.at(-1), 4503);
  assert.equal(sockets.length, 1);
});

test("who left hears nothing any more", async () => {
  await connected();
  const left = newest();
  socket?.leave();
  left.onmessage({ data: "{}" });
  dispatchEvent(new Event("online"));
  await passes(60_000);
  assert.deepEqual(told, [true]);
  assert.equal(sockets.length, 1);
});

test("a table goes on behind the last event, and asks for what is missing", async () => {
  const table = followTable("a", listener);
  socket = table;
  await settle();
  newest().open();
  for (const seq of [5, 6, 6, 8]) newest().tell({ type: seq === 5 ? "snapshot" : "turn", seq });
  await settle();
  assert.deepEqual(
    told.filter((each) => each !== true).map(({ seq }) => seq),
    [5, 6],
  );
  assert.equal(newest().url, "ws://here/ws/tables/a?changes=1&after=6");
  table.startOver();
  await settle();
  assert.equal(newest().url, "ws://here/ws/tables/a?changes=1", "it asks for everything anew");
});

test("an analysis that is cut says so and begins again; one that is done does not", async () => {
  const study = new Study({
    onResult: (/** @type {any} */ found) => told.push(found),
    onProgress: () => {},
    onFailed: (/** @type {string} */ error) => told.push(error),
    onCut: () => told.push("cut"),
  });
  let number = 0;
  answers.set("/api/analysis", () => ({ id: `no${++number}` }));
  study.ask({ state: "x" });
  await passes(200);
  newest().open();
  newest().tell({ type: "result", score: 1, final: false });
  newest().close(1006);
  answers.delete("/api/analysis");
  await passes(3000); // the server is away
  answers.set("/api/analysis", () => ({ id: `no${++number}` }));
  await passes(10_000);
  assert.equal(newest().url, "ws://here/ws/analysis/no2");
  newest().open();
  newest().tell({ type: "result", score: 2, final: true });
  await passes(60_000);
  assert.equal(sockets.length, 2);
  assert.deepEqual(told[0], { score: 1, final: false });
  assert.ok(told.slice(1, -1).every((each) => each === "cut"));
  assert.deepEqual(told.at(-1), { score: 2, final: true });
});

test("an analysis that is refused says why", async () => {
  const failed = new Study({ onFailed: (/** @type {string} */ error) => told.push(error) });
  answers.set("/api/analysis", 422);
  failed.ask({});
  await passes(60_000);
  assert.equal(told.length, 1);
  assert.equal(asked.length, 1);
});

test("it is said how far an analysis is when it takes a moment, and not before", async () => {
  const study = new Study({
    onResult: () => told.push("found"),
    onProgress: (/** @type {string} */ doing, /** @type {number} */ share) => told.push([doing, share]),
  });
  answers.set("/api/analysis", () => ({ id: "quick" }));
  for (const result of [true, false]) {
    study.ask({ state: "x" });
    await passes(200);
    newest().open();
    newest().tell({ type: "progress", doing: "getting ready", share: 0 });
    if (result) newest().tell({ type: "result", final: true });
    await passes(2000);
  }
  newest().tell({ type: "progress", doing: "solving", share: 0.5 });
  assert.deepEqual(told, ["found", ["getting ready", 0], ["solving", 0.5]]);
});

test("games of more than a thousand positions are asked for in parts", async () => {
  const part = (/** @type {number} */ first) => ({
    game: "g",
    options: {},
    positions: Array.from({ length: Math.min(1000, 2001 - first) }, (_, i) => ({ turn: first + i })),
  });
  answers.set("/api/tables/a/positions", () => part(0));
  for (const first of [0, 1000, 2000]) answers.set(`/api/tables/a/positions?first=${first}`, () => part(first));
  const { game, positions } = await allPositions("a");
  assert.equal(game, "g");
  assert.deepEqual(
    positions.map(({ turn }) => turn),
    Array.from({ length: 2001 }, (_, i) => i),
  );
  assert.deepEqual((await positionsAround("a", 2000)).map(({ turn }) => turn), [2000]);
  assert.equal((await positionsAround("a", 999))[999].turn, 999);
});

test("a session that ended elsewhere is noticed: at once, on coming back, and when something is refused", async () => {
  let account = /** @type {{id: number} | null} */ ({ id: 7 });
  answers.set("/api/me", () => ({ name: "Ada", account }));
  await me();
  let noticed = 0;
  addEventListener("signed-out", () => noticed++);

  await connected();
  newest().close(1006);
  await passes(500);
  assert.equal(sockets.length, 2, "still signed in: it goes on");
  newest().open();
  account = null;
  newest().close(1006);
  await passes(60_000);
  assert.equal(sockets.length, 2);
  assert.equal(told.at(-1), 4401);
  assert.equal(noticed, 1);

  await connected();
  newest().close(4401);
  await settle();
  assert.equal(noticed, 2);

  answers.set("/api/bots", 401);
  const { get } = await import(`${web}/page/http.js`);
  await assert.rejects(get("/api/bots"));
  await settle();
  assert.equal(noticed, 3);
});

test("a move is awaited until the server has it, at its own turn only", () => {
  /** @type {any} */
  const table = { live: true, turn: 6, to_move: [0, 1], sealed: [false, false], undone: 0 };
  /** @type {import("../../src/steelyard/web/parts/tables/pending-move.js").Sent} */
  const move = { type: "move", turn: 7, move: "LA", seat: 0 };
  const pending = new PendingMove("here");
  pending.keep(move, 0);
  pending.hear({ type: "sealed", seat: 1 });
  pending.hear({ type: "refused", code: "table_reloading" });
  assert.deepEqual(pending.awaited(table), move);
  for (const event of [
    { type: "sealed", seat: 0 },
    { type: "turn", turn: 7 },
    { type: "refused", code: "illegal_move" },
    { type: "undone", turn: 5 },
  ]) {
    pending.keep(move, 0);
    pending.hear(event);
    assert.equal(pending.awaited(table), null, event.type);
  }
  for (const other of [{ turn: 7 }, { undone: 1 }, { live: false }, { sealed: [true, false] }]) {
    pending.keep(move, 0);
    assert.equal(pending.awaited({ ...table, ...other }), null, JSON.stringify(other));
  }
});

test("an address of the analysis page says what it was made of", () => {
  const place = { reviewed: "", table: "", turn: 0, game: "tank_duel", options: {}, position: "", line: [], at: 0 };
  for (const more of [
    {},
    { position: "10/4x5 3,4:R>U 6,5:L!U - 6,4:U", line: ["R!U/-!L", "L>D/U"], at: 2 },
    { line: ["R/L"], at: 0 },
    { options: { layout: "a&b=c#d", quiet_limit: 0, swap: true } },
    { table: "abc", turn: 12, line: ["U/D"], at: 1 },
    { reviewed: "abc", table: "abc", game: "tank_war", at: 5 },
  ]) {
    const named = { ...place, ...more };
    assert.deepEqual(readAddress(new URL(`http://here${addressOf(named)}`)), named);
  }
  assert.deepEqual(readAddress(new URL("http://here/analyse?options=%7Bbroken")).options, {});
});
