// The organiser's parts of a contest page: at its top what to do next, at its end settings and what has happened.

import { deskWords } from "../../words/organiser.js";
import { makeWords } from "../../words/contest-form.js";
import { confirmed } from "../page/confirmation.js";
import { fieldValue, fromField } from "../page/dates.js";
import { fill, h } from "../page/dom.js";
import { notice } from "../page/header.js";
import { post } from "../page/http.js";
import { when } from "../page/time.js";
import { codeField } from "./code-field.js";
import { nextStep } from "./contest-state.js";
import { Decisions } from "./decisions.js";
import { Entries, reasonNotFit } from "./entries.js";
import { check, field } from "./fields.js";
import { joinLink } from "./team-list.js";
import { translated } from "../page/sentences.js";

/** The states that can follow each state of a contest, and the text of the button. @type {Record<string, [string, keyof typeof deskWords][]>} */
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
      { type: "text", name: "reason", maxlength: 400, "aria-label": deskWords.reasonOptional, placeholder: deskWords.reasonOptional },
    );
    this.next = h("p", {});
    this.link = h("div", {});
    this.decisions = new Decisions(
      id,
      (decision) => this.send("decide", decision),
      (decision) => post(`/api/contests/${id}/preview`, decision),
    );
    this.entries = new Entries((entry) => this.decisions.chooseVersion(entry));
    this.settings = h("div", { class: "fields" });
    this.behind = h("ul", { class: "behind" });
    this.saveFile = h("button", { type: "button", onClick: () => this.act("change", { file: this.file.value }) }, deskWords.save);
    this.fileClosed = h("p", { class: "small quiet", hidden: true }, deskWords.fileClosed);
    this.file = h("textarea", { rows: 16, spellcheck: "false", "aria-label": deskWords.file });
    this.deletion = h(
      "details",
      { class: "deletion", hidden: true },
      h("summary", {}, deskWords.delete),
      h("p", {}, deskWords.deleteWhy),
      h("button", { type: "button", onClick: () => this.delete() }, deskWords.deleteIt),
    );
    this.drawn = "";
    /** @type {import("./entries.js").Entry[]} */
    this.entered = [];
    this.houses = 0; // the built-in bots that take part
    this.element = h(
      "section",
      { class: "desk" },
      h("h2", {}, deskWords.title),
      this.problem,
      this.next,
      h("div", { class: "row" }, this.steps, this.reason),
      this.link,
      this.decisions.element,
      this.entries.element,
    );
    this.rest = h(
      "section",
      { class: "desk rest" },
      h("h2", {}, deskWords.settings),
      this.settings,
      h("h3", {}, deskWords.behind),
      this.behind,
      h(
        "details",
        {},
        h("summary", {}, deskWords.file),
        h("p", { class: "small quiet" }, deskWords.fileWhy),
        this.file,
        this.saveFile,
        this.fileClosed,
      ),
      this.deletion,
    );
  }

  /** @param {any} contest @param {any} desk */
  draw(contest, desk) {
    this.problem.hidden = !desk.problem || contest.state === "running";
    this.problem.textContent = deskWords.problem(translated(desk.problem));
    this.drawBehind(desk.behind);
    this.entered = desk.entries;
    this.houses = contest.houses.length;
    this.entries.draw(desk.entries, contest);
    this.decisions.draw(contest, desk);
    fill(this.next, [deskWords.undecided(desk.undecided.length), nextStep(contest)].filter(Boolean).join(" "));
    const key = JSON.stringify([
      contest.state,
      contest.public,
      contest.published,
      contest.deadline_ms,
      contest.team_size,
      desk.code,
      desk.file,
    ]);
    if (key === this.drawn) return; // keep what is being typed
    this.drawn = key;
    this.file.value = desk.file;
    this.file.readOnly = this.saveFile.hidden = !["draft", "open"].includes(contest.state);
    this.fileClosed.hidden = !this.saveFile.hidden;
    this.drawSteps(contest);
    this.drawSettings(contest, desk);
    const link = contest.takes_teams && contest.state !== "over" && joinLink(this.id, desk, contest.state);
    const early = contest.state === "draft" || contest.state === "open";
    fill(this.link, early && link);
    if (!early && link) this.settings.prepend(link);
    this.deletion.hidden = contest.course !== null || contest.started_ms !== null;
  }

  /** @param {any[]} behind */
  drawBehind(behind) {
    fill(
      this.behind,
      !behind.length && h("li", { class: "quiet" }, deskWords.nothing),
      behind.map((each) =>
        h(
          "li",
          {},
          h("strong", {}, each.about),
          ` ${/** @type {Record<string, string>} */ (deskWords.what)[each.what] ?? each.what}: ${translated(each.why)} `,
          each.at && h("span", { class: "small quiet" }, when(Date.parse(each.at))),
          each.log && h("details", {}, h("summary", {}, deskWords.log), h("pre", {}, each.log)),
        ),
      ),
    );
  }

  /** @param {any} contest */
  drawSteps(contest) {
    this.reason.hidden = !STEPS[contest.state].length;
    fill(
      this.steps,
      STEPS[contest.state].map(([to, name]) =>
        h(
          "button",
          { type: "button", class: "main", "data-to": to, onClick: () => this.step(to) },
          /** @type {string} */ (deskWords[name]),
        ),
      ),
    );
  }

  /** @param {string} to */
  async step(to) {
    if (to === "running" && !(await this.startConfirmed())) return;
    if (await this.act("state", { to, reason: this.reason.value.trim() })) this.reason.value = "";
  }

  /** Whether to start although some entrants are not ready, or teams have no bot. */
  async startConfirmed() {
    const waiting = this.entered.filter(({ entrant }) => !entrant);
    const told = (/** @type {string} */ sentence, /** @type {string[]} */ lines) => (lines.length ? [{ sentence, lines }] : []);
    const playing = waiting.flatMap(({ account, bot }) => (bot?.version ? [{ account, bot }] : []));
    const notFit = playing.filter(({ bot }) => bot.state !== "fit");
    const about = [
      ...told(deskWords.startAnyway, notFit.map(({ account, bot }) => `${account}: ${reasonNotFit(bot)}`)),
      ...told(deskWords.startWithout, waiting.filter(({ bot }) => !bot?.version).map(({ account }) => account)),
    ];
    const { startWith, cancel } = deskWords;
    return !about.length || confirmed(about, { yes: startWith(playing.length + this.houses), no: cancel });
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
    const seen = check("public", deskWords.public, contest.public);
    const published = check("published", deskWords.published, contest.published);
    const onCheck = (/** @type {HTMLElement} */ label, /** @type {string} */ name) =>
      label.querySelector("input")?.addEventListener("change", (event) =>
        this.act("change", { [name]: /** @type {HTMLInputElement} */ (event.target).checked }),
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
    const save = () =>
      this.act("change", { deadline_ms: fromField(deadline.value), code: code.value.trim(), team_size: Number(size.value) });
    fill(
      this.settings,
      seen,
      published,
      early && codeField(deskWords.code, code),
      early &&
        h(
          "div",
          { class: "row" },
          field(deskWords.deadline, deadline),
          field(makeWords.teamSize, size),
          h("button", { type: "button", onClick: save }, deskWords.save),
        ),
    );
  }

  /** @param {string} path @param {Record<string, any>} body */
  async send(path, body) {
    await post(`/api/contests/${this.id}/${path}`, body);
    if (path === "decide") notice(deskWords.changed[body.what]?.(body.name) ?? deskWords.recorded);
    this.drawn = "";
    this.changed();
  }

  /** @param {string} path @param {object} body */
  async act(path, body) {
    try {
      await this.send(path, body);
      return true;
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
      return false;
    }
  }
}
