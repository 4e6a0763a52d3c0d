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

test("positions of a line that was taken back while the page was away are forgotten", () => {
  const table = fromSnapshot({ ...snapshot, undone: 0 });
  apply(table, turn);
  const again = fromSnapshot({ ...snapshot, seq: 12, turn: 2, undone: 0 }, table);
  assert.deepEqual([...again.positions.keys()], [1, 2], "nothing was taken back");
  const other = fromSnapshot({ ...snapshot, seq: 20, turn: 3, undone: 1 }, again);
  assert.deepEqual([...other.positions.keys()], [3]);
});

test("a page knows after a takeback and after the end what one knows that is opened then", () => {
  const own = { legal: { 0: ["LA"] }, picks: { 0: { a: [] } }, chosen: { 0: "LA" }, plan: [["LA", "LB"]] };
  const before = { ...snapshot, ...own, undone: 0, sealed: [true, false], to_move: [0], idle_since_ms: 5 };
  const back = { type: "undone", seq: 5, turn: 0, undone: 1, sealed: [false, false], to_move: [1], outcome: null, chosen: {} };
  const over = { type: "over", seq: 5, outcome: { winner: 1 } };
  for (const event of [back, over]) {
    const table = fromSnapshot(structuredClone(before));
    apply(table, event);
    const { legal, picks, chosen, plan, sealed, idle_since_ms } = table;
    assert.deepEqual(
      { legal, picks, chosen, plan, sealed, idle_since_ms },
      { legal: {}, picks: {}, chosen: {}, plan: [], sealed: [false, false], idle_since_ms: null },
    );
  }
});
