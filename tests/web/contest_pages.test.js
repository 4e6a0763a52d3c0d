// What contest pages and the big screen tell, and when: without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

const web = "../../src/steelyard/web";
const { ending } = await import(`${web}/parts/big_screen/ending.js`);
const { HeldEvents } = await import(`${web}/parts/big_screen/held-events.js`);
const { goesOn, numberOf, scoreAt } = await import(`${web}/parts/big_screen/matches.js`);
const { nextStep, playsNow } = await import(`${web}/parts/contests/contest-state.js`);
const { criterion } = await import(`${web}/parts/contests/match-words.js`);
const { TimeLeft } = await import(`${web}/parts/contests/time-left.js`);
const { eventWords } = await import(`${web}/words/big-screen.js`);
const { words } = await import(`${web}/words/contests.js`);
const { isLocal } = await import(`${web}/parts/page/addresses.js`);

const event = (/** @type {number[]} */ ...ended) => ({
  contest: { id: "c" },
  course: { recent: ended.toReversed().map((each) => ({ id: `${each}`, ended: each })) },
});

test("results come after the replay of the game that ended with them", () => {
  const held = new HeldEvents();
  const [none, one, three] = [event(), event(1), event(1, 2, 3)];
  for (const each of [none, one, three]) held.add(each);
  assert.equal(held.holdBack({ id: "3", ended: 3 }), true);
  assert.equal(held.shown, one, "the newest that does not tell how it ended");
  assert.equal(held.newest, three);
  const four = event(1, 2, 3, 4);
  held.add(four);
  assert.equal(held.shown, one);
  assert.equal(held.holdBack({ id: "4", ended: 4 }), true);
  assert.equal(held.shown, three, "and now it is told");
  held.release();
  assert.equal(held.shown, four);
  assert.equal(held.holdBack({ id: "2", ended: 2 }), false, "a game whose result is known");
  const five = event(1, 2, 3, 4, 5);
  held.add(five);
  held.release();
  assert.equal(held.shown, five);
});

test("where a house bot won, the screen names the best team and the winner", () => {
  const podium = [{ place: 1, name: "Dan" }, { place: 2, name: "Ada" }];
  const final = { title: "Final", names: ["greedy", "Dan"], score: [1.5, 0.5], why: "" };
  const told = ending({ podium, winners: ["greedy"], houses: ["greedy"], final });
  assert.equal(told.title, "Best team");
  assert.deepEqual(told.names, ["Dan"]);
  assert.deepEqual(told.lines, [
    "Final: greedy (house bot) 1½\u00a0:\u00a0½ Dan",
    "The contest was won by greedy (house bot).",
  ]);
  assert.equal(ending({ podium, winners: ["Dan"], houses: ["greedy"], final }).title, "The winner is");
});

test("after the last game the screen announces no other", () => {
  const at = (/** @type {any} */ phase, /** @type {number} */ toCome, /** @type {any[]} */ ...coming) => ({ phase, course: { to_come: toCome }, coming });
  assert.equal(goesOn(at("running", 1)), false, "the last one, whose result is not known yet");
  assert.equal(goesOn(at("running", 3)), true, "the last of a stage: nobody knows who plays next");
  assert.equal(goesOn(at("running", 1, { id: "final/2" })), true, "the last but one, whose result is known");
  assert.equal(goesOn(at("paused", 3, { id: "final/2" })), false);
});

test("another contest on the screen begins with what it tells first", () => {
  const held = new HeldEvents();
  held.add(event());
  const other = { contest: { id: "d" }, course: null };
  held.add(other);
  assert.equal(held.shown, other);
  assert.equal(held.holdBack({ id: "1", ended: 1 }), false, "before its first game there is nothing to show beside a board");
});

test("a game's number counts those that were played before it", () => {
  const games = [
    { id: "second", board: 1, points: [0, 1] },
    { id: "first", board: 1, points: null },
    { id: "third", board: 2, points: null },
  ];
  const match = { games };
  assert.equal(numberOf(match, "second"), 1);
  assert.equal(numberOf(match, "third"), 2, "two that are played at the same time are both the next");
  assert.deepEqual(scoreAt(match, "third", false), [0, 1]);
});

test("one is not many", () => {
  assert.deepEqual([1, 2].map((n) => eventWords.figure(n, "tanks")), ["1 tank", "2 tanks"]);
  assert.deepEqual(["1", "0"].map((n) => eventWords.points(n, "boxes")), ["1 square", "0 squares"]);
  assert.equal(eventWords.points("1", "wins"), "1 win");
  assert.deepEqual([words.page.progress(1, 0, null), words.page.progress(2, 0, null)], ["1 game played", "2 games played"]);
});

test("the time that is left follows its estimates without jumps", () => {
  const left = new TimeLeft();
  assert.equal(left.tell(null, 0), null);
  assert.equal(left.tell(600, 0), 600);
  assert.equal(left.tell(600, 60), 540, "it goes on between two estimates");
  const told = left.tell(1200, 60) ?? 0;
  assert.ok(told > 540 && told < 700, `${told}`);
  assert.equal(words.page.progress(40, 80, told), "40 of about 120 games played, about 11 minutes left");
  assert.equal(left.tell(null, 70), null, "paused");
});

test("a link that begins with this computer's own address is told from one for others", () => {
  for (const here of ["http://127.0.0.1:8000/join/X", "http://localhost/join/X", "http://[::1]:8000/join/X"]) assert.equal(isLocal(here), true);
  for (const out of ["http://192.168.1.7:8000/join/X", "https://127.example.org/", "<iframe src='http://localhost/'>"]) assert.equal(isLocal(out), false);
});

test("a version that is still being checked is not called one that passes", () => {
  const bot = { version: 1, chosen: false };
  for (const state of ["waiting", "building", "checking", "unfit"]) assert.equal(playsNow({ ...bot, state }), null, state);
  for (const state of ["fit", "unchecked"]) assert.equal(playsNow({ ...bot, state }), 1, state);
  assert.equal(playsNow({ version: 1, chosen: true, state: "fit" }), null, "a version that was chosen says nothing of the newest");
});

test("the organiser of a contest whose file lets no team in is told so", () => {
  for (const state of ["draft", "open"]) {
    assert.match(nextStep({ state, takes_teams: true }), /teams/i);
    assert.match(nextStep({ state, takes_teams: false }), /^No team can enter: .*each_in/);
  }
  assert.equal(nextStep({ state: "paused", takes_teams: false }), nextStep({ state: "paused", takes_teams: true }));
});

test("what decided a match is called as in the tables", () => {
  assert.equal(criterion("boxes"), words.figures.boxes);
  const final = { title: "Final", names: ["Ada", "Bob"], score: [1, 1], why: "boxes" };
  const told = ending({ podium: [{ place: 1, name: "Ada" }], winners: ["Ada"], houses: [], final });
  assert.equal(told.lines[0].endsWith("decided by squares"), true, told.lines[0]);
  assert.equal(criterion("lot"), "lot");
});
