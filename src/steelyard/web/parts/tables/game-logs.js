// What bots wrote in a game, for their owners: the text of the turn that is shown.

import { words } from "../../words/general.js";
import { fill, h } from "../page/dom.js";
import { get } from "../page/http.js";
import { me } from "../page/me.js";

/**
 * @typedef {object} Log
 * @property {string} name
 * @property {boolean} own
 * @property {{turn: number, text: string}[]} turns
 */

export class GameLogs {
  /** @param {string} id of the game's page; that of a contest's game has a dot in it */
  constructor(id) {
    const [contest, mark] = id.split(".");
    this.ofContest = Boolean(mark);
    this.address = mark ? `/api/contests/${contest}/games/${mark}/log` : `/api/bots/games/${id}/log`;
    this.element = h("div", { class: "logs", hidden: true, tabindex: 0 });
    /** @type {{log: Log, text: HTMLElement}[]} */
    this.panels = [];
    this.drawn = "";
    this.wanted = location.hash === "#log";
  }

  /**
   * Ask for the logs that the person may read; whoever is not signed in has none.
   * @param {{bot: string | null}[]} players uploaded bots have a mark before their version
   */
  async load(players) {
    const uploaded = players.some(({ bot }) => bot?.startsWith("@")) && players.every(({ bot }) => bot);
    if (!(this.ofContest || uploaded) || !(await me()).account) return;
    const { logs } = await get(this.address);
    this.panels = logs.map((/** @type {Log} */ log) => ({
      log,
      text: h("pre", { "aria-live": "polite" }),
    }));
    this.element.hidden = !this.panels.length;
    fill(
      this.element,
      this.panels.map(({ log, text }) => h(
        "details",
        { class: "more log", open: log.own || this.wanted },
        h("summary", {}, log.own ? words.game.log.own : words.game.log.of(log.name)),
        text,
      )),
    );
    this.drawn = "";
  }

  /** @param {number} shown the turn that is shown @param {number} last the last turn of the game */
  draw(shown, last) {
    if (this.drawn === `${shown}/${last}`) return;
    this.drawn = `${shown}/${last}`;
    for (const { log, text } of this.panels) fill(text, textOf(log, shown, last));
    this.element.scrollTop = shown === last ? this.element.scrollHeight : 0; // the last words are at the end
  }
}

/** What was written in a turn; at the end of the game also what came after it. @param {Log} log @param {number} shown @param {number} last */
function textOf(log, shown, last) {
  const { begin, turn, nothing } = words.game.log;
  const found = log.turns.filter((each) => each.turn === shown || (shown === last && each.turn > last));
  if (!found.length) return nothing;
  return found.map((each) => `${each.turn ? turn(each.turn) : begin}\n${each.text}`).join("\n");
}
