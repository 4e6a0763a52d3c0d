// Positions that are sent as changes: what a page makes of them.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./fake_browser.js";

const web = "../../src/steelyard/web/parts/tables";
const { follows, nextPosition, patched, wholePosition } = await import(`${web}/changes.js`);
const { apply, fromSnapshot } = await import(`${web}/table.js`);

const snapshot = {
  seq: 4,
  turn: 1,
  moves: ["LA RC"],
  players: [],
  offers: [],
  clocks_ms: [null, null],
  running: [false, false],
  picture: { frame: "<svg>", "tank-0": "<a/>", fire: "", end: "</svg>" },
  json: { state: "one", tanks: [{ row: 1 }, { row: 5 }], fired: [] },
  text: ["Orange drove", "Blue drove", "All is well."],
  last_turn: 24,
  score: [{ name: "tanks", values: [6, 6] }],
};
const turn = {
  type: "turn",
  seq: 5,
  turn: 2,
  moves: ["LA", "LA"],
  written: "LA LA",
  to_move: [0, 1],
  clocks_ms: [1000, 2000],
  running: [true, true],
  changes: {
    picture: { "tank-0": "<b/>", fire: "<shot/>" },
    json: { state: "two", tanks: { 1: { row: 4 } }, fired: [[{ seat: 0 }]] },
    text: { 2: "Nothing is." },
    score: { 0: { values: { 1: 5 } } },
  },
};

test("a change names what differs, inside objects and lists, and leaves what it is applied to", () => {
  const before = { a: [1, { b: 2, c: 3 }], d: "x" };
  assert.deepEqual(patched(before, { a: { 1: { b: 9 } } }), { a: [1, { b: 9, c: 3 }], d: "x" });
  assert.deepEqual(patched(before, { a: [[]], d: null }), { a: [], d: null });
  assert.deepEqual(before, { a: [1, { b: 2, c: 3 }], d: "x" });
});

test("a turn is applied to the position before it", () => {
  const table = fromSnapshot(snapshot);
  assert.equal(table.positions.get(1)?.svg, "<svg><a/></svg>");
  assert.equal(table.positions.get(1)?.last_turn, "Orange drove. Blue drove");
  assert.ok(follows(table.positions, turn));
  apply(table, turn);
  const { svg, text, json, state, score, last_turn } = /** @type {any} */ (table.positions.get(2));
  assert.equal(svg, "<svg><b/><shot/></svg>");
  assert.equal(text, "Orange drove. Blue drove. Nothing is.");
  assert.equal(last_turn, "Orange drove. Blue drove");
  assert.deepEqual([state, json.tanks, json.fired], ["two", [{ row: 1 }, { row: 4 }], [{ seat: 0 }]]);
  assert.deepEqual(score, [{ name: "tanks", values: [6, 5] }]);
  assert.equal(table.outcome, null);
  assert.equal(table.positions.get(1)?.svg, "<svg><a/></svg>");
});

test("a page without the position before cannot follow", () => {
  const table = fromSnapshot(snapshot);
  assert.ok(!follows(table.positions, { ...turn, turn: 4 }));
  assert.throws(() => nextPosition(undefined, turn.changes));
  assert.deepEqual(wholePosition({ svg: "<svg/>", text: "words" }), {});
  const plain = fromSnapshot({ ...snapshot, picture: undefined, svg: "<svg/>", text: "words" });
  assert.ok(!follows(plain.positions, turn), "it was sent a whole picture");
});
