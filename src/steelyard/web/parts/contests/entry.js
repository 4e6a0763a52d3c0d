// Entering a contest: choosing a bot, or what is needed first.

import { words } from "../../words/contests.js";
import { fill, h } from "../page/dom.js";
import { notice } from "../page/header.js";
import { field } from "./fields.js";
import { post } from "../page/http.js";

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
    this.element.hidden = contest.state !== "open" || !contest.takes_teams;
    const key = JSON.stringify([contest.state, contest.you]);
    if (this.element.hidden || key === this.drawn) return;
    this.drawn = key;
    fill(this.element, h("h2", {}, words.page.enter), ...this.parts(contest));
  }

  /** @param {any} contest @returns {HTMLElement[]} */
  parts(contest) {
    const { you } = contest;
    if (!you) return [h("p", {}, h("a", { class: "button main", href: `/account?next=/c/${this.id}` }, words.page.signIn))];
    if (contest.with_code && !you.came_in)
      return [
        h("p", {}, words.page.needsCode),
        h("a", { class: "button", href: "/contests" }, words.list.joinTitle),
      ];
    if (you.bot) return [
      h("p", {}, words.page.entered(you.bot.name)),
      ...this.warning(you.bot),
      h("div", { class: "row" }, this.withdraw()),
      ...this.choice(you),
    ];
    if (!you.bots.length) return [
      h("p", {}, words.page.noBot),
      h("a", { class: "button main", href: "/bots" }, words.page.handIn),
    ];
    return this.choice(you);
  }

  /** A warning before the deadline, while the team can still upload a better version. @param {{id: string, state: string | null}} bot */
  warning(bot) {
    if (bot.state !== "unfit") return [];
    return [
      h("p", { class: "error" }, words.page.unfit),
      h("a", { class: "button main", href: `/b/${bot.id}` }, words.page.toBot),
    ];
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

  /** @param {string | null} bot */
  async enter(bot) {
    try {
      await post(`/api/contests/${this.id}/entry`, { bot });
      this.changed();
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }
}
