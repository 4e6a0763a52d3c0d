// Which games the big screen shows, how far, and in which order: without a browser.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answers, begin, passes } from "./fake_browser.js";

const { HeldEvents } = await import("../../src/steelyard/web/parts/big_screen/held-events.js");
const { Projector } = await import("../../src/steelyard/web/parts/big_screen/projector.js");

const TURNS = 10;

/** What was on the board, as `game/turn`, and which games were told beside it. @type {string[]} */
let seen;
/** @type {any} */ let projector;
/** @type {any} */ let held;

class FakeBoard {
  game = "";
  shown = -1;
  over = false;
  element = null;

  /** @param {any} live */
  show({ id, turn, over }) {
    this.game = id;
    this.shown = turn;
    this.over = over;
    seen.push(`${id}/${turn}${over ? " end" : ""}${held.shown ? `, told ${told()}` : ""}`);
  }

  clear() {
    this.game = "";
  }
}

const told = () => held.shown.course.recent.map((/** @type {any} */ { id }) => id).join("") || "nothing";

const showNewest = () => (projector.current ? held.holdBack(projector.current) : held.release());

/** What the page hears: games that ended, the latest first. @param {string} ended @param {object} more */
function hears(ended, more = {}) {
  const recent = [...ended].map((id, number) => ({
    id, to: `/g/${id}`, ended: ended.length - number, seats: ["Ada", "Bob"], points: [1, 0], result: "Ada won",
  }));
  const event = { contest: { id: "c" }, phase: "running", realtime: false, pause_ms: 0, playing: [], course: { recent }, ...more };
  held.add(event);
  projector.played(recent, event);
  showNewest();
}

/** @param {string} id @param {number} turn @param {boolean} over */
const plays = (id, turn, over = false) => projector.live({ id, turn, over, place: 0, players: ["Ada", "Bob"] });

beforeEach(() => {
  begin();
  seen = [];
  held = new HeldEvents();
  projector = new Projector({
    onShow: () => {},
    onReplay: (/** @type {any} */ game) => held.holdBack(game),
    onMode: showNewest,
    onPause: () => {},
  }, new FakeBoard());
  for (const id of "ABCDEF")
    answers.set(`/api/tables/${id}/positions`, {
      game: "tank_duel",
      positions: Array.from({ length: TURNS + 1 }, (_, turn) => ({ turn })),
    });
});

/** A live game that is on for long enough to be shown. @param {string} id */
async function goesLive(id) {
  plays(id, 0);
  await passes(4100);
  plays(id, 3);
}

test("a live game whose end was missed is shown to its end before the next", async () => {
  hears("");
  await goesLive("A");
  assert.deepEqual(seen, ["A/3, told nothing"]);
  hears("BA", { playing: ["C"] });
  await passes(30_000);
  assert.deepEqual(seen.slice(1, 8), [4, 5, 6, 7, 8, 9, 10].map((turn) => `A/${turn}${turn === 10 ? " end" : ""}, told nothing`));
  assert.equal(seen[8], "B/0, told nothing", "then the game that ended last; its result was not told either");
  assert.equal(seen.at(-1), "B/10 end, told nothing");
  assert.equal(told(), "BA");
});

test("tables beside a live game do not tell its result", async () => {
  projector.seen.add("A");
  hears("A");
  await goesLive("B");
  hears("A", { playing: ["B"] });
  hears("BA", { playing: ["B"] });
  assert.equal(told(), "A");
  await passes(20_000);
  assert.equal(told(), "BA");
});

test("a replay is shown to its end, faster, when a live game waits", async () => {
  hears("");
  plays("B", 0);
  hears("A", { playing: ["B"] });
  await passes(4100);
  plays("B", 3);
  const before = seen.length;
  assert.ok(seen.every((each) => each.startsWith("A")), `${seen}`);
  await passes(4000 + 2600);
  assert.ok(seen.includes("A/10 end, told nothing"), `${seen}`);
  assert.equal(seen.at(-1), "B/3, told A");
  assert.ok(before < TURNS);
});

test("nothing is shown between the final and the winner", async () => {
  hears("");
  plays("A", 0, true);
  await goesLive("C");
  plays("C", 10, true);
  hears("BA", { playing: ["C"] });
  hears("CBA", { phase: "over" });
  await passes(60_000);
  assert.ok(seen.every((each) => each.startsWith("C")), `${seen}`);
  assert.equal(held.shown.phase, "over");
});

test("a live game that was broken off is left", async () => {
  hears("");
  await goesLive("A");
  hears("", { playing: ["B"] });
  hears("", { playing: ["B"] });
  assert.equal(projector.mode, "");
});
