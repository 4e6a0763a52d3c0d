// Tests of your bot: `node --test` runs them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { readState } from "./kit/game_state.mjs";
import { TankLogic, inLine } from "./tank_logic.mjs";

/**
 * A position as drawn: `0` and `1` are the tanks.
 * @param {string[]} rows
 */
function drawn(rows) {
  const board = rows.join("");
  const width = rows[0].length;
  const tanks = ["0", "1"].map((id) => {
    const at = board.indexOf(id);
    return { TankId: Number(id), PosX: at % width, PosY: Math.floor(at / width) };
  });
  const Board = board.replace(/[01]/g, ".");
  return readState({ Width: width, Height: rows.length, Tanks: tanks, Missiles: [null, null], Board, Counter: 0 });
}

/**
 * What tank 0 sets last.
 * @param {string[]} rows
 */
function joystick(...rows) {
  /** @type {any[]} */
  let held = [];
  new TankLogic(0, (...set) => (held = set)).makeMove(drawn(rows));
  return held;
}

test("it drives where there is room", () => {
  assert.equal(joystick("xxxxx", "x0.oo", "xxxxx", "1xxxx")[0], "Right");
  assert.equal(joystick("xoxxx", "xo.oo", "x0xxx", "x...1", "x.xxx")[0], "Down");
});

test("it fires at an enemy in line", () => {
  assert.deepEqual(joystick("xxxxxxx", "x0....1", "xxxxxxx"), ["Right", "Right", true]);
});

test("it holds its fire otherwise", () => {
  assert.equal(joystick("xxxxxx", "x0...x", "xxxxx1")[2], false);
});

test("a missile does not go around the edge", () => {
  assert.equal(inLine({ x: 0, y: 3 }, { x: 9, y: 3 }), "Right");
});
