// Tests of your bot: `node --test` runs them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Bot, distance } from "./bot.mjs";
import { State } from "./kit/state.mjs";

/**
 * A board with these tanks, by their squares.
 * @param {Record<string, string>} tanks
 */
function position(tanks) {
  const ranks = Array.from({ length: 11 }, () => Array(11).fill("."));
  for (const [square, tank] of Object.entries(tanks)) {
    ranks[11 - Number(square.slice(1))]["abcdefghijk".indexOf(square[0])] = tank;
  }
  const board = ranks.map((rank) => rank.join(""));
  return new State({ board, to_move: 0, score: [1, 1], captured: ["", ""], quiet: 0, state: "" });
}

/**
 * @param {State} state
 * @param {number} seat
 * @param {string[]} legal
 */
function chosen(state, seat, legal) {
  const bot = new Bot({ game: "1", seat, options: {}, players: ["one", "two"], clock: "none", seed: 7 });
  return bot.choose({ number: 1, state, legal, seat, clockMs: null, enemyClockMs: null, latencyMs: 0 });
}

test("it takes the commander first", () => {
  assert.equal(chosen(position({ e5: "w", e9: "b", h5: "B" }), 0, ["e5-e9", "e5-h5", "e5-d6"]), "e5-h5");
});

test("it drives towards the enemy's corner", () => {
  assert.equal(chosen(position({ g1: "w", a11: "B" }), 0, ["g1-k1", "g1-c5", "g1-f2"]), "g1-c5");
  assert.equal(chosen(position({ a11: "b", k1: "W" }), 1, ["a11-a10", "a11-d8"]), "a11-d8");
});

test("it passes when it must", () => {
  assert.equal(chosen(position({ a11: "w", k1: "B" }), 0, ["--"]), "--");
});

test("distances are those of a king", () => {
  assert.equal(distance("a11", "k1"), 10);
});
