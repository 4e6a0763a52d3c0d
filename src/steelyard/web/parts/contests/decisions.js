// The organiser's decisions: a button each, which opens a dialog that says whom it is about and what follows from it.

import { bots } from "../../words/bots.js";
import { eventWords } from "../../words/big-screen.js";
import { deskWords } from "../../words/organiser.js";
import { words } from "../../words/contests.js";
import { fill, h } from "../page/dom.js";
import { openDecision, oneOf } from "./decision-dialog.js";
import { field } from "./fields.js";
import { GameChoice } from "./game-choice.js";

/** @typedef {import("./entries.js").Entry} Entry */
/** @typedef {import("./decision-dialog.js").Send} Send */
/** @typedef {import("./decision-dialog.js").Preview} Preview */

const OUT = ["disqualified", "withdrawn"];
const REINSTATED = [...OUT, "suspended"]; // who can be reinstated
const NOBODY = " "; // has won; an empty value is one that nobody has chosen yet

export class Decisions {
  /** @param {string} id @param {Send} send @param {Preview} preview */
  constructor(id, send, preview) {
    this.id = id;
    this.ways = { send, preview };
    /** @type {{teacher: boolean, quarantined: string[]}} */
    this.contest = { teacher: false, quarantined: [] };
    this.drawn = "";
    this.element = h("div", { class: "decisions row" });
  }

  /** @param {any} contest @param {any} desk */
  draw(contest, desk) {
    const key = JSON.stringify([contest.state, contest.course?.field, desk.entries, desk.undecided]);
    if (key === this.drawn) return; // a button that is being pressed stays
    this.drawn = key;
    const begun = contest.course !== null;
    /** @type {{name: string, state: string}[]} */
    const field_ = contest.course?.field ?? [];
    const quarantined = field_.filter(({ state }) => state === "quarantined").map(({ name }) => name);
    Object.assign(this.contest, { teacher: desk.teacher, quarantined }); // an open dialog knows it too
    const entrants = field_.filter(({ state }) => !OUT.includes(state));
    const staying = entrants.map(({ name }) => /** @type {const} */ ([name, called(name, contest)]));
    const back = field_
      .filter(({ state }) => REINSTATED.includes(state))
      .map(({ name, state }) => /** @type {const} */ ([name, `${called(name, contest)} (${deskWords.what[state]})`]));
    /** @type {Entry[]} */
    const teams = desk.entries.filter((/** @type {Entry} */ { entrant }) => entrants.some(({ name }) => name === entrant));
    fill(
      this.element,
      desk.undecided.length > 0 && this.button("rule", () => ruling(desk.undecided), "main"),
      begun && ["disqualify", "withdraw"].map((what) =>
        this.button(what, () => [entrantField(staying), contest.graded && field(deskWords.grade, gradeChoice())]),
      ),
      back.length > 0 && this.button("reinstate", () => [entrantField(back)]),
      begun && teams.length > 0 && this.button("replace", () => replacement(teams)),
      begun && this.button("rerun", () => [new GameChoice(this.id, contest.course.field.filter((/** @type {any} */ { state }) => !OUT.includes(state))).element]),
      contest.state === "frozen" &&
        this.button("late", () => [
          field(deskWords.account, h("input", { type: "text", name: "name", maxlength: 40, required: true })),
        ]),
    );
  }

  /** @param {string} what @param {() => any[]} fields @param {string} [kind] */
  button(what, fields, kind = "") {
    return h(
      "button",
      { type: "button", class: kind, "data-what": what, onClick: () => openDecision({ what, fields: fields(), contest: this.contest, ...this.ways }) },
      deskWords.decision[what],
    );
  }

  /** Between deadline and start: which version of a team's bot plays. @param {Entry} entry */
  chooseVersion({ account, bot }) {
    if (!bot) return;
    const versions = versionField(bot.versions.filter(({ number }) => number !== bot.version));
    openDecision({ what: "version", name: account, fields: [versions], contest: this.contest, ...this.ways });
  }
}

/** Built-in bots that fill up the field are named as such. @param {string} name @param {any} contest */
function called(name, { houses, takes_teams: teams }) {
  return teams && houses.includes(name) ? eventWords.houseBot(name) : name;
}

/** @param {(readonly [string, string])[]} names */
function entrantField(names) {
  return field(deskWords.entrant, oneOf("name", deskWords.chooseEntrant, names));
}

/** @param {import("./entries.js").Version[]} versions */
function versionField(versions) {
  const all = versions.map(({ number, state }) => /** @type {const} */ ([String(number), deskWords.version(number, bots.states[state])]));
  return field(deskWords.column.version, oneOf("version", deskWords.chooseVersion, all));
}

/** The team, and then one of its other versions. @param {Entry[]} teams */
function replacement(teams) {
  const versions = h("div", {});
  const select = oneOf("name", deskWords.chooseEntrant, teams.map(({ entrant }) => [entrant, entrant]));
  select.addEventListener("change", () => {
    const bot = teams.find(({ entrant }) => entrant === select.value)?.bot;
    const others = bot?.versions.filter(({ number }) => number !== bot.version) ?? [];
    fill(versions, others.length ? versionField(others) : h("p", { class: "error" }, deskWords.noOtherVersion));
  });
  return [field(deskWords.entrant, select), versions];
}

/** What becomes of the grade of somebody who plays no more. */
function gradeChoice() {
  return h(
    "select",
    { name: "grade" },
    h("option", { value: "formula" }, deskWords.gradeAsComputed),
    h("option", { value: "none" }, deskWords.noGrade),
    h("option", { value: "0" }, deskWords.gradeZero),
  );
}

/** The game, and then who of its players has won it. @param {{id: string, seats: string[]}[]} undecided */
function ruling(undecided) {
  const winner = h("div", {});
  const games = undecided.map(({ id, seats }) => /** @type {const} */ ([id, deskWords.gameOf(id, words.page.pair(seats))]));
  const select = oneOf("game", deskWords.chooseGame, games);
  select.addEventListener("change", () => {
    const seats = undecided.find(({ id }) => id === select.value)?.seats ?? [];
    const results = seats.map((name) => /** @type {const} */ ([name, name]));
    fill(winner, field(deskWords.winner, oneOf("name", deskWords.chooseWinner, [[NOBODY, deskWords.draw], ...results])));
  });
  return [field(deskWords.game, select), winner];
}
