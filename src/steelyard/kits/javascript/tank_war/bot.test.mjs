// Tests of your bot: `node --test` runs them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Bot } from "./bot.mjs";
import { State } from "./kit/state.mjs";

const NAMES = ["LA", "LB", "LC", "RC", "RB", "RA"];

/**
 * A position in notation: per column both tanks' rows (x: destroyed) and how many boxes are seat 0's.
 * @param {string} text
 */
function position(text) {
  const columns = text.split("/");
  const tanks = [0, 1].flatMap((seat) =>
    columns.map((rows, column) => {
      const name = NAMES[seat === 0 ? 5 - column : column];
      const alive = rows[seat] !== "x";
      return { seat, name, type: name[1], column, row: alive ? Number(rows[seat]) : null, alive };
    }),
  );
  const territory = [0, 1, 2, 3, 4, 5].map((row) => columns.map((rows) => (row < Number(rows[2]) ? "0" : "1")).join(""));
  return new State({ round: 0, tanks, territory, boxes: [18, 18], surviving: [6, 6], fired: [], state: text });
}

/**
 * @param {string} text
 * @param {number} seat
 * @param {string[]} legal
 */
function chosen(text, seat, legal) {
  const bot = new Bot({ game: "1", seat, options: {}, players: ["one", "two"], clock: "none", seed: 7 });
  return bot.choose({ number: 1, state: position(text), legal, seat, clockMs: null, enemyClockMs: null, latencyMs: 0 });
}

test("it hits what it can", () => {
  // Seat 0's RB in column 1 comes to stand beside the enemy in column 2, which hits at two only.
  assert.equal(chosen("0x3/1x3/x22/xx3/xx3/x53", 0, ["RA", "RB"]), "RB");
});

test("it does not drive into fire", () => {
  // At the row of the enemy's C, which cannot move, column 1 is hit; in column 0 nobody is near.
  assert.equal(chosen("053/1x3/xx3/123/xx3/xx3", 0, ["RA", "RB"]), "RA");
});

test("it chooses a legal move", () => {
  for (const seat of [0, 1]) assert.ok(NAMES.includes(chosen("053/053/053/053/053/053", seat, NAMES)));
});
