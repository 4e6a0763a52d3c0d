// Entering a contest: choosing a bot, or what is needed first.

import { bots } from "../../words/bots.js";
import { deskWords } from "../../words/organiser.js";
import { words } from "../../words/contests.js";
import { fill, h, sentence } from "../page/dom.js";
import { notice } from "../page/header.js";
import { post } from "../page/http.js";
import { translated } from "../page/sentences.js";
import { fromContest } from "./contest-link.js";
import { playsNow } from "./contest-state.js";
import { reasonNotFit } from "./entries.js";
import { field } from "./fields.js";

const OUT = new Set(["quarantined", "disqualified", "withdrawn"]); // they take part no more

/** @typedef {{number: number, state: keyof typeof bots.states}} Version */
/** @typedef {{id: string, name: string, version: number | null, state: string | null, reason: string, chosen: boolean, versions: Version[]}} Bot */

/** The versions of a bot; the first choice is the newest that passes the checks. @param {Bot} bot */
export function versionChoice(bot) {
  const chosen = bot.chosen ? bot.version : null;
  return h(
    "select",
    { name: "version" },
    h("option", { value: "" }, words.page.newestFit(playsNow(bot))),
    bot.versions.map(({ number, state }) =>
      h(
        "option",
        { value: String(number), selected: number === chosen },
        deskWords.version(number, bots.states[state]),
      ),
    ),
  );
}

export class Entry {
  /** @param {string} id @param {() => void} changed */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    this.drawn = "";
    this.element = h("section", { class: "entry", hidden: true });
  }

  /** @param {any} contest */
  draw(contest) {
    const open = contest.state === "open";
    const late = contest.state === "frozen" && contest.you && !contest.you.came_in && !contest.with_code && !contest.manages;
    this.element.hidden = !contest.takes_teams || (!open && !late && !contest.you?.came_in);
    const key = JSON.stringify([contest.state, contest.you, contest.course?.field]);
    if (this.element.hidden || key === this.drawn) return;
    this.drawn = key;
    if (open && contest.manages && !contest.you.bot)
      fill(this.element, h("details", {}, h("summary", {}, words.page.enterYourself), ...this.parts(contest)));
    else if (open) fill(this.element, h("h2", {}, contest.you?.bot ? words.page.yourBot : words.page.enter), ...this.parts(contest));
    else if (late) fill(this.element, h("h2", {}, words.page.late), h("p", {}, words.page.lateWhy), this.joinLate());
    else fill(this.element, h("h2", {}, words.page.yourBot), ...this.fixed(contest));
  }

  joinLate() {
    const join = async () => {
      try {
        await post(`/api/contests/${this.id}/join`, {});
        this.changed();
      } catch (problem) {
        notice(/** @type {Error} */ (problem).message, "error");
      }
    };
    return h("button", { type: "button", onClick: join }, words.join.join);
  }

  /** What plays, once entries are closed; or that nothing does, and why. @param {any} contest */
  fixed({ you: { bot, entrant, closed }, course }) {
    const whom = closed && h("p", { class: "small quiet" }, sentence(translated(closed)));
    if (!bot) return [h("p", { class: "error" }, words.page.noEntry), whom];
    const state = course?.field.find((/** @type {any} */ each) => each.name === entrant)?.state ?? (course ? "out" : "in");
    const problem = course ? words.page.outWhy[state] : bot.state !== "fit" && words.page.notFit(reasonNotFit(bot));
    const says = problem || OUT.has(state) ? words.page.played : words.page.plays;
    return [
      h("p", {}, says(bot.name, bot.version)),
      problem && h("p", { class: "error" }, problem),
      h("p", {}, h("a", { href: this.botPage(bot) }, words.page.toBotPage)),
      whom,
    ];
  }

  /** @param {Bot} bot */
  botPage(bot) {
    return `/b/${bot.id}${fromContest(this.id)}`;
  }

  /** @param {any} contest @returns {HTMLElement[]} */
  parts(contest) {
    const { you } = contest;
    if (!you) return [h("p", {}, h("a", { class: "button main", href: `/account?next=/c/${this.id}` }, words.page.signIn))];
    if (you.needs_code)
      return [
        h("p", {}, words.page.needsCode),
        h("a", { class: "button", href: "/contests" }, words.list.joinTitle),
      ];
    if (!you.captain)
      return [h("p", {}, you.bot ? words.page.teamEntered(you.bot.name) : words.page.captainEnters)];
    if (you.bot) return [
      h("p", {}, words.page.entered(you.bot.name), " ", h("a", { href: this.botPage(you.bot) }, words.page.toBotPage)),
      ...this.warning(you.bot),
      ...this.versions(you.bot),
      h("div", { class: "row" }, this.withdraw()),
      ...this.choice(you),
    ];
    if (!you.bots.length) return [
      h("p", {}, words.page.noBot),
      h("a", { class: "button main", href: `/bots${fromContest(this.id)}` }, words.page.handIn),
    ];
    return this.choice(you);
  }

  /** A warning before the deadline, while the team can still upload a better version. @param {Bot} bot */
  warning(bot) {
    const newest = bot.versions[0];
    if (bot.state === "unchecked") return [h("p", { class: "error" }, words.page.unchecked(bot.version ?? 0))];
    if (bot.state !== "unfit" && newest?.state !== "unfit") return [];
    const text = bot.state === "unfit" ? words.page.unfit : words.page.newestUnfit(newest.number, bot.version ?? 0);
    return [
      h("p", { class: "error" }, text),
      h("a", { class: "button main", href: this.botPage(bot) }, words.page.toBot),
    ];
  }

  /** The version that plays, which the team may choose. @param {Bot} bot */
  versions(bot) {
    if (!bot.versions.length) return [];
    const select = versionChoice(bot);
    select.addEventListener("change", () => this.enter(bot.id, select.value ? Number(select.value) : null));
    return [field(words.page.version, select)];
  }

  withdraw() {
    return h("button", { type: "button", onClick: () => this.enter(null) }, words.page.withdraw);
  }

  /** @param {any} you */
  choice(you) {
    const others = you.bots.filter((/** @type {any} */ bot) => bot.id !== you.bot?.id);
    if (!others.length) return [];
    const select = h(
      "select",
      { name: "bot" },
      others.map((/** @type {any} */ bot) => h("option", { value: bot.id }, bot.name)),
    );
    return [
      field(words.page.enterWith, select),
      h(
        "button",
        { type: "button", class: you.bot ? "" : "main", onClick: () => this.enter(select.value) },
        you.bot ? words.page.change : words.page.enter,
      ),
    ];
  }

  /** @param {string | null} bot @param {number | null} version */
  async enter(bot, version = null) {
    try {
      await post(`/api/contests/${this.id}/entry`, { bot, version });
      this.changed();
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }
}
