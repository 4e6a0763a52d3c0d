// A bot's versions, for its owner: build, checks, and comparison of versions.

import { bots as words } from "../../words/bots.js";
import { labelled } from "./game-list.js";
import { fill, h } from "../page/dom.js";
import { moment } from "../page/form.js";
import { notice } from "../page/header.js";
import { get, post } from "../page/http.js";
import { capitalised, translated } from "../page/sentences.js";

/**
 * @typedef {object} Version
 * @property {number} number
 * @property {"waiting" | "building" | "checking" | "fit" | "unfit" | "unchecked" | "deleted"} state
 * @property {string} reason
 * @property {number} created_ms
 * @property {number} before_it
 */
/** @typedef {{number: number, title: string, passed: boolean, detail: string, sent: string, came_back: string, right: string, log: string}} Finding */

export const UNFINISHED = ["waiting", "building", "checking"];

/** All versions with their checks, kept up to date. */
export class Versions {
  /** @param {string} bot */
  constructor(bot) {
    this.bot = bot;
    this.element = h("ol", { class: "versions" });
    /** @type {Map<number, {key: string, element: HTMLElement, open: boolean}>} */
    this.drawn = new Map();
  }

  /** @param {Version[]} versions */
  async draw(versions) {
    const items = [];
    for (const [place, version] of versions.entries()) {
      const known = this.drawn.get(version.number);
      const unfinished = UNFINISHED.includes(version.state);
      const key = `${version.state} ${version.before_it}`;
      if (known && known.key === key && version.state !== "checking") {
        items.push(known.element);
        continue;
      }
      const open = known?.open ?? place === 0;
      const element = this.item(version, open);
      this.drawn.set(version.number, { key, element, open });
      items.push(element);
      if (unfinished && open) await this.fillIn(version, element);
    }
    fill(this.element, items);
  }

  /** @param {Version} version @param {boolean} open */
  item(version, open) {
    const body = h("div", { class: "body" });
    const details = h(
      "details",
      { open },
      h(
        "summary",
        {},
        h("strong", {}, words.version(version.number)),
        h("span", { class: `state ${version.state}` }, words.states[version.state]),
        h("time", { class: "quiet small" }, moment(version.created_ms)),
      ),
      body,
    );
    const item = h("li", { "data-version": version.number }, details);
    details.addEventListener("toggle", () => {
      const known = this.drawn.get(version.number);
      if (known) known.open = details.open;
      if (details.open && !body.childElementCount) this.fillIn(version, item);
    });
    return item;
  }

  /** Deletes an old version; the server refuses if it is still needed. @param {Version} version */
  deletion(version) {
    const ask = async () => {
      try {
        await post(`/api/bots/${this.bot}/versions/${version.number}/delete`, {});
        location.reload();
      } catch (problem) {
        notice(/** @type {Error} */ (problem).message, "error");
      }
    };
    return h(
      "details",
      {},
      h("summary", { class: "small" }, words.deleteVersion),
      h("p", { class: "quiet small" }, words.deleteWhy),
      h("button", { type: "button", onClick: ask }, words.deleteVersion),
    );
  }

  /** @param {Version} version @param {HTMLElement} item */
  async fillIn(version, item) {
    const { checks, last_check: last, log, state } = await get(`/api/bots/${this.bot}/versions/${version.number}`);
    const body = /** @type {HTMLElement} */ (item.querySelector(".body"));
    fill(
      body,
      version.state === "waiting" && h("p", { class: "quiet" }, words.before(version.before_it)),
      version.reason && h("p", { class: "problem" }, capitalised(translated(version.reason))),
      state === "fit" && h("p", {}, words.fitWords),
      state === "unchecked" && h("p", {}, words.uncheckedWords),
      checks.length > 0 && h("ol", { class: "checks" }, findings(checks)),
      state === "unfit" && checks.length > 0 && checks.at(-1).number < last && h("p", { class: "quiet" }, words.notRun),
      log && h("details", {}, h("summary", {}, words.buildLog), h("pre", {}, log)),
      state === "deleted" && h("p", { class: "quiet" }, words.deleted),
      ["fit", "unfit", "unchecked"].includes(state) && this.deletion(version),
      h("p", { class: "quiet small" }, words.onlyYou),
    );
  }
}

/** All checks. Only the first failed one is open, because the others often fail for the same reason. @param {Finding[]} checks */
function findings(checks) {
  const first = checks.find((each) => !each.passed);
  return checks.map((each) => finding(each, each === first));
}

/** @param {Finding} found @param {boolean} open */
function finding(found, open) {
  return h(
    "li",
    { class: found.passed ? "passed" : "failed" },
    h("span", {}, translated(found.title), found.detail && h("span", { class: "quiet small" }, ` ${found.detail}`)),
    h("span", { class: "mark" }, found.passed ? words.passed : words.failed),
    !found.passed &&
      h(
        "details",
        { class: "shown", open },
        h("summary", { class: "small" }, words.details),
        found.sent && labelled(words.sent, found.sent),
        labelled(words.cameBack, found.came_back || words.nothing),
        labelled(words.right, found.right),
        found.log && labelled(words.log, found.log),
      ),
  );
}

/** @typedef {{id: string, newer: number, older: number, state: string, told: any}} Trial */

/** The comparisons of versions and their state. @param {Trial[]} trials */
export function trialList(trials) {
  return h(
    "ul",
    { class: "trials" },
    trials.map((trial) =>
      h(
        "li",
        { class: trial.state },
        h("strong", {}, words.trialPair(trial.newer, trial.older)),
        h("p", {}, translated(trial.told.words)),
        trial.told.games > 0 && h("p", { class: "quiet small" }, words.trialFigures(trial.told)),
        trial.state === "running" && h("progress", { "aria-label": translated(trial.told.words) }),
      ),
    ),
  );
}
