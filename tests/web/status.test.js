// What the line above the board says a game is waiting for: without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { document: { documentElement: { lang: "en" } }, localStorage: { getItem: () => null } });
const web = "../../src/steelyard/web";
const { awaited } = await import(`${web}/parts/tables/status.js`);
const { usualBot } = await import(`${web}/parts/tables/games.js`);

const table = {
  game: "tank_war",
  seat_names: ["U", "D"],
  outcome: null,
  live: true,
  started: true,
  beginning: false,
  realtime: false,
  turn: 3,
  players: ["Alena", "Borek"].map((name) => ({ name, kind: "guest" })),
  you: [1],
  to_move: [0, 1],
  sealed: [false, false],
  chosen: {},
  legal: { 1: ["LA", "LB"] },
  paused: [true, false],
  vacation_until_ms: [null, null],
};

test("it says whose clock stands while somebody is away, and that one may choose", () => {
  assert.match(awaited(table), /^Alena is away, and their clock begins .* You can already choose; your clock is running\.$/);
  assert.equal(awaited({ ...table, sealed: [false, true] }), "Alena is away. Their clock begins when they are back.");
  assert.equal(awaited({ ...table, realtime: true }), "Alena is away. The clocks are paused.");
});

test("whoever may choose while a bot gets ready is told both", () => {
  const ready = { ...table, paused: [false, false], thinking: { seat: 0, doing: "compiling", share: 0.27 } };
  assert.equal(awaited(ready), "Choose a tank to move forward. Alena: compiling, 27 %");
  assert.equal(awaited({ ...ready, sealed: [false, true] }), "Alena: compiling, 27 %");
});

test("whoever challenged somebody by name waits for them", () => {
  const open = { ...table, players: [table.players[0], { name: "", kind: "open" }], you: [0], owner: true, started: false, invite: null };
  assert.equal(awaited({ ...open, challenged: "Borek" }), "Waiting for Borek to accept.");
  assert.equal(awaited({ ...open, challenged: null }), "Waiting for someone to play Blue.");
});

test("a vacation is told while the other player is to move", () => {
  const waiting = { ...table, game: "tank_battle", to_move: [0], paused: [false, false], vacation_until_ms: [null, 1.8e12] };
  assert.match(awaited(waiting), /^Alena is to move\. You are on vacation until .*2027/);
});

test("the first opponent has one star, or is the weakest that does not play at random", () => {
  const game = (/** @type {[string, number][]} */ ...bots) => ({ bots: bots.map(([name, rating]) => ({ name, rating })) });
  assert.equal(usualBot(game(["random", 770], ["greedy", 877], ["level1", 513])), "level1");
  assert.equal(usualBot(game(["random", -200], ["greedy", 838], ["level1", 701])), "level1");
  assert.equal(usualBot(game(["random", -300], ["greedy", 553], ["level1", 373])), "greedy");
});

test("whoever is asked to take the open seat is told that their answer is awaited", () => {
  const open = { ...table, players: [table.players[0], { name: "", kind: "open" }], you: [], owner: false, started: false };
  assert.equal(awaited(open, true), "The game begins when you accept.");
  assert.equal(awaited(open), "Waiting for someone to play Blue.");
});
