// The organiser's part of a contest page: steps, decisions, entries and settings.

import { bots } from "../../words/bots.js";
import { words } from "../../words/contests.js";
import { confirmed } from "../page/confirmation.js";
import { fill, h } from "../page/dom.js";
import { GameChoice } from "./game-choice.js";
import { joinLink, teamCell } from "./team-list.js";
import { notice } from "../page/header.js";
import { check, field } from "./fields.js";
import { fieldValue, fromField } from "../page/dates.js";
import { get, post } from "../page/http.js";
import { when } from "../page/time.js";

/** The states that can follow each state of a contest, and the text of the button. @type {Record<string, [string, keyof typeof words.desk][]>} */
const STEPS = {
  draft: [["open", "open"]],
  open: [["frozen", "freeze"]],
  frozen: [["running", "start"]],
  running: [["paused", "pause"]],
  paused: [["running", "resume"]],
  over: [],
};

export class Desk {
  /** @param {string} id @param {() => void} changed @param {(underWay: boolean) => void} deleting */
  constructor(id, changed, deleting) {
    this.id = id;
    this.changed = changed;
    this.deleting = deleting;
    this.problem = h("p", { class: "error", role: "alert", hidden: true });
    this.steps = h("div", { class: "steps" });
    this.reason = h(
      "input",
      { type: "text", name: "reason", maxlength: 400, "aria-label": words.desk.reason, placeholder: words.desk.reasonWhere },
    );
    this.why = h("p", { class: "small quiet" });
    this.entries = h("div", { class: "wide" });
    this.settings = h("div", { class: "fields" });
    this.decisions = h("div", { class: "decisions" });
    this.behind = h("ul", { class: "behind" });
    this.file = h("textarea", { rows: 16, spellcheck: "false", "aria-label": words.desk.file });
    this.deletion = h(
      "details",
      { class: "deletion" },
      h("summary", {}, words.desk.delete),
      h("p", {}, words.desk.deleteWhy),
      h("button", { type: "button", onClick: () => this.delete() }, words.desk.deleteIt),
    );
    this.drawn = "";
    /** @type {any[]} */
    this.entered = [];
    this.element = h(
      "section",
      { class: "desk" },
      h("h2", {}, words.desk.title),
      this.problem,
      h("div", { class: "row" }, this.steps, this.reason),
      this.why,
      this.decisions,
      h("h3", {}, words.desk.entries),
      this.entries,
      this.settings,
      h("h3", {}, words.desk.behind),
      this.behind,
      h(
        "details",
        {},
        h("summary", {}, words.desk.file),
        h("p", { class: "small quiet" }, words.desk.fileWhy),
        this.file,
        h(
          "button",
          { type: "button", onClick: () => this.change({ file: this.file.value }) },
          words.desk.save,
        ),
      ),
      this.deletion,
    );
  }

  /** @param {any} contest */
  async draw(contest) {
    try {
      const desk = await get(`/api/contests/${this.id}/desk`);
      this.problem.hidden = !desk.problem || contest.state === "running";
      this.problem.textContent = words.desk.problem(desk.problem);
      fill(
        this.behind,
        !desk.behind.length && h("li", { class: "quiet" }, words.desk.nothing),
        desk.behind.map((/** @type {any} */ each) =>
          h(
            "li",
            {},
            h("strong", {}, each.about),
            ` ${/** @type {Record<string, string>} */ (words.desk.what)[each.what] ?? each.what}: ${each.why} `,
            each.at && h("span", { class: "small quiet" }, when(Date.parse(each.at))),
            each.log && h("details", {}, h("summary", {}, words.desk.log), h("pre", {}, each.log)),
          ),
        ),
      );
      this.entered = desk.entries;
      this.drawEntries(desk.entries, contest.state);
      const key = JSON.stringify([
        contest.state,
        contest.public,
        contest.published,
        contest.deadline_ms,
        contest.team_size,
        desk.code,
        desk.file,
        contest.course?.field?.length,
        desk.undecided,
      ]);
      if (key === this.drawn) return; // keep what is being typed
      this.drawn = key;
      this.file.value = desk.file;
      this.drawSteps(contest);
      this.drawSettings(contest, desk);
      this.drawDecisions(contest, desk);
      this.deletion.hidden = contest.course !== null || contest.started_ms !== null;
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }

  /** @param {any[]} entries @param {string} state */
  drawEntries(entries, state) {
    if (!entries.length) return fill(this.entries, h("p", { class: "quiet" }, words.page.noField));
    if (this.entries.contains(document.activeElement)) return; // somebody is choosing
    fill(
      this.entries,
      h(
        "table",
        { class: "sheet" },
        h(
          "tbody",
          {},
          entries.map((entry) =>
            h(
              "tr",
              {},
              teamCell(entry),
              h("td", {}, entry.bot ? entry.bot.name : words.desk.noBot),
              h("td", { class: "quiet" }, entry.bot && this.version(entry, state)),
              h("td", { class: "error" }, entry.bot && reasonNotFit(entry.bot)),
              h("td", { class: "quiet" }, entry.late ? words.desk.late_ : ""),
            ),
          ),
        ),
      ),
    );
  }

  /** The version that plays; between deadline and start the organiser may choose. @param {any} entry @param {string} state */
  version(entry, state) {
    if (state !== "frozen" || entry.bot.versions.length < 2) return versionInWords(entry.bot);
    const select = h(
      "select",
      { name: "version", "aria-label": words.desk.versionOf(entry.account) },
      entry.bot.versions.map((/** @type {any} */ each) =>
        h("option", { value: each.number, selected: each.number === entry.bot.version }, versionInWords({ version: each.number, state: each.state })),
      ),
    );
    select.addEventListener("change", () => {
      select.blur();
      this.act("decide", { what: "version", name: entry.account, version: Number(select.value), reason: words.desk.chosenByOrganiser });
    });
    return select;
  }

  /** @param {any} contest */
  drawSteps(contest) {
    this.reason.hidden = !STEPS[contest.state].length;
    fill(this.why, /** @type {Record<string, string>} */ (words.desk.step)[contest.state]);
    fill(
      this.steps,
      STEPS[contest.state].map(([to, name]) =>
        h(
          "button",
          { type: "button", class: "main", "data-to": to, onClick: () => this.step(to) },
          /** @type {string} */ (words.desk[name]),
        ),
      ),
    );
  }

  /** @param {string} to */
  async step(to) {
    const notFit = to === "running" ? this.entered.filter(({ entrant, bot }) => !entrant && bot?.state !== "fit") : [];
    const lines = notFit.map((entry) => `${entry.account}: ${entry.bot ? reasonNotFit(entry.bot) : words.desk.noBot}`);
    const { startAnyway, start, cancel } = words.desk;
    if (lines.length && !(await confirmed(startAnyway, { lines, yes: start, no: cancel }))) return;
    if (await this.act("state", { to, reason: this.reason.value.trim() })) this.reason.value = "";
  }

  async delete() {
    this.deleting(true);
    try {
      await post(`/api/contests/${this.id}/delete`, { reason: this.reason.value.trim() });
      location.assign("/contests");
    } catch (problem) {
      this.deleting(false);
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }

  /** @param {any} contest @param {any} desk */
  drawSettings(contest, desk) {
    const seen = check("public", words.desk.public, contest.public);
    const published = check("published", words.desk.published, contest.published);
    const onCheck = (/** @type {HTMLElement} */ label, /** @type {string} */ name) =>
      label.querySelector("input")?.addEventListener("change", (event) =>
        this.change({ [name]: /** @type {HTMLInputElement} */ (event.target).checked }),
      );
    onCheck(seen, "public");
    onCheck(published, "published");
    const deadline = h(
      "input",
      { type: "datetime-local", step: 1, value: fieldValue(contest.deadline_ms), name: "new-deadline" },
    );
    const code = h("input", { type: "text", value: desk.code, maxlength: 20, name: "new-code" });
    const size = h("input", { type: "number", value: contest.team_size, min: 1, max: 10, name: "new-team-size" });
    const early = contest.state === "draft" || contest.state === "open";
    fill(
      this.settings,
      contest.takes_teams && contest.state !== "over" && joinLink(this.id, desk, contest.state),
      seen,
      published,
      early &&
        h(
          "div",
          { class: "row" },
          field(words.desk.deadline, deadline),
          field(words.desk.code, code),
          field(words.make.teamSize, size),
          h(
            "button",
            { type: "button", onClick: () => this.change({ deadline_ms: fromField(deadline.value), code: code.value.trim(), team_size: Number(size.value) }) },
            words.desk.save,
          ),
        ),
    );
  }

  /** @param {any} contest @param {any} desk */
  drawDecisions(contest, desk) {
    const entrants = contest.course?.field ?? [];
    const games = new GameChoice(this.id, entrants);
    const staying = entrants
      .filter((/** @type {any} */ each) => !["disqualified", "withdrawn"].includes(each.state))
      .map((/** @type {any} */ each) => each.name);
    const teams = desk.entries.map((/** @type {any} */ each) => each.entrant).filter(Boolean);
    const oneOf = (/** @type {string[]} */ all) => h(
      "select",
      { name: "name" },
      all.map((name) => h("option", {}, name)),
    );
    const begun = contest.course !== null;
    fill(
      this.decisions,
      begun && ["disqualify", "withdraw"].map((what) =>
        this.decision(
          what,
          /** @type {Record<string, any>} */ (words.desk)[what],
          h(
            "div",
            { class: "fields" },
            field(words.desk.entrant, oneOf(staying)),
            contest.graded && field(words.desk.grade, gradeChoice()),
          ),
        ),
      ),
      begun && teams.length > 0 &&
        this.decision("replace", words.desk.replace, field(words.desk.entrant, oneOf(teams))),
      begun && this.decision("rerun", words.desk.rerun, games.element, () => games.load()),
      desk.undecided.length > 0 && this.decision("rule", words.desk.rule, ruling(desk.undecided)),
      contest.state === "frozen" &&
        this.decision(
          "late",
          words.desk.late,
          field(
            words.desk.account,
            h("input", { type: "text", name: "name", maxlength: 40, required: true }),
          ),
        ),
    );
  }

  /** @param {string} what @param {string} title @param {HTMLElement} about @param {() => void} opened */
  decision(what, title, about, opened = () => {}) {
    const reason = h("input", { type: "text", name: "reason", maxlength: 400, required: true });
    const submit = h("button", { type: "submit" });
    const form = h(
      "form",
      {
        "data-what": what,
        onSubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          const data = Object.fromEntries([...new FormData(form)].map(([name, value]) => [
            name,
            String(value).trim(),
          ]));
          if (await this.act("decide", { what, ...data })) form.reset();
        },
      },
      about,
      field(words.desk.reason, reason),
      submit,
    );
    const nameIt = () => {
      const name = form.querySelector("select[name=name]");
      fill(submit, words.desk.confirm[what](name instanceof HTMLSelectElement ? name.value : ""));
    };
    form.addEventListener("change", nameIt);
    nameIt();
    const part = h("details", { onToggle: () => part.open && opened() }, h("summary", {}, title), form);
    return part;
  }

  /** @param {Record<string, any>} what */
  change(what) {
    return this.act("change", what);
  }

  /** @param {string} path @param {object} body */
  async act(path, body) {
    try {
      const { told } = await post(`/api/contests/${this.id}/${path}`, body);
      if (told) notice(told);
      this.drawn = "";
      this.changed();
      return true;
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
      return false;
    }
  }
}

/** What becomes of the grade of somebody disqualified. */
function gradeChoice() {
  return h(
    "select",
    { name: "grade" },
    h("option", { value: "none" }, words.desk.noGrade),
    h("option", { value: "formula" }, words.desk.gradeAsComputed),
    h("option", { value: "0" }, words.desk.gradeZero),
  );
}

/** The fields of a ruling: the game and its winner. @param {{id: string, seats: string[]}[]} undecided */
function ruling(undecided) {
  const names = [...new Set(undecided.flatMap((game) => game.seats))];
  return h(
    "div",
    { class: "fields" },
    field(words.desk.game, h("select", { name: "game" }, undecided.map(({ id }) => h("option", {}, id)))),
    field(
      words.desk.winner,
      h(
        "select",
        { name: "name" },
        h("option", { value: "" }, words.desk.draw),
        names.map((name) => h("option", {}, name)),
      ),
    ),
  );
}

/** Why the version that is to play is not known to be fit. @param {{state: string | null, reason: string}} bot */
function reasonNotFit({ state, reason }) {
  if (state === "fit") return "";
  if (state === "unfit") return reason || words.desk.unfit;
  return state ? words.desk.notChecked : words.desk.noVersion;
}

/** @param {{version: number | null, state: keyof typeof bots.states}} bot */
function versionInWords({ version, state }) {
  return version ? words.desk.version(version, bots.states[state]) : words.desk.noVersion;
}
