// For the organiser: who has entered, with which version, and what has become of them.

import { bots } from "../../words/bots.js";
import { words } from "../../words/contests.js";
import { deskWords } from "../../words/organiser.js";
import { fill, h } from "../page/dom.js";
import { translated } from "../page/sentences.js";
import { teamCell } from "./team-list.js";

/** @typedef {{number: number, state: keyof typeof bots.states}} Version */
/** @typedef {{name: string, version: number | null, state: keyof typeof bots.states | null, reason: string, versions: Version[]}} Bot */
/** @typedef {{account: string, bot: Bot | null, late: boolean, entrant: string, team: string, members: {name: string, student_number: string}[]}} Entry */

export class Entries {
  /** @param {(entry: Entry) => void} choose asks which other version is to play */
  constructor(choose) {
    this.choose = choose;
    this.title = h("summary", {});
    this.body = h("div", { class: "wide" });
    this.element = h("details", { class: "entries" }, this.title, this.body);
    this.state = "";
  }

  /** @param {Entry[]} entries @param {any} contest */
  draw(entries, { state, course }) {
    fill(this.title, deskWords.entriesOf(entries.length));
    if (state !== this.state) this.element.open = course === null; // before the first game they are what matters
    this.state = state;
    if (!entries.length) return fill(this.body, h("p", { class: "quiet" }, words.page.noField));
    /** @type {Map<string, keyof typeof words.page.fieldState>} */
    const states = new Map((course?.field ?? []).map((/** @type {any} */ each) => [each.name, each.state]));
    const { team, bot, version, state: stateHead } = deskWords.column;
    fill(
      this.body,
      h(
        "table",
        { class: "sheet" },
        h("thead", {}, h("tr", {}, [team, bot, version, stateHead].map((name) => h("th", { scope: "col" }, name)))),
        h(
          "tbody",
          {},
          entries.map((entry) =>
            h(
              "tr",
              {},
              teamCell(entry),
              h("td", { "data-head": bot }, entry.bot ? entry.bot.name : deskWords.noBot),
              h("td", { "data-head": version }, entry.bot && this.version(entry, entry.bot)),
              h("td", { "data-head": stateHead }, stateLines(entry, states.get(entry.entrant)).map((line) => h("div", { class: line.kind }, line.text))),
            ),
          ),
        ),
      ),
    );
  }

  /** The version that plays; between deadline and start the organiser may choose. @param {Entry} entry @param {Bot} bot */
  version(entry, bot) {
    if (this.state !== "frozen" || bot.versions.length < 2) return versionInWords(bot);
    return h(
      "div",
      { class: "row" },
      versionInWords(bot),
      h(
        "button",
        { type: "button", "aria-label": deskWords.versionOf(entry.account), onClick: () => this.choose(entry) },
        deskWords.changeVersion,
      ),
    );
  }
}

/** What has become of an entry, and what is wrong with it. @param {Entry} entry @param {keyof typeof words.page.fieldState} [state] in the contest, once it has begun */
function stateLines({ bot, late }, state = "in") {
  const newest = bot?.versions[0];
  const failed = newest && bot.version && newest.number > bot.version && newest.state === "unfit";
  const wrong = [
    words.page.fieldState[state],
    bot && reasonNotFit(bot),
    failed && words.page.newestUnfit(newest.number, bot.version ?? 0),
  ].filter(Boolean);
  return [
    ...wrong.map((text) => ({ text, kind: text === deskWords.notChecked ? "quiet" : state === "replaced" ? "" : "error" })),
    ...(late ? [{ text: deskWords.late_, kind: "quiet" }] : []),
    ...(bot && !wrong.length ? [{ text: deskWords.ready, kind: "quiet" }] : []),
  ];
}

/** Why the version that is to play is not known to be fit. @param {Bot} bot */
export function reasonNotFit({ state, reason }) {
  if (state === "fit") return "";
  if (state === "unfit") return translated(reason) || deskWords.unfit;
  if (state === "unchecked") return deskWords.unchecked;
  return state ? deskWords.notChecked : deskWords.noVersion;
}

/** @param {{version: number | null, state: keyof typeof bots.states | null}} bot */
function versionInWords({ version, state }) {
  return version && state ? deskWords.version(version, bots.states[state]) : deskWords.noVersion;
}
