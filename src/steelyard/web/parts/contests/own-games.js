// A team's own games, the next and the last first: failures, its bot's log, its grade.

import { bots } from "../../words/bots.js";
import { words } from "../../words/contests.js";
import { fill, h } from "../page/dom.js";
import { gameRow, gameTable } from "./game-list.js";
import { notice } from "../page/header.js";
import { get } from "../page/http.js";
import { translated } from "../page/sentences.js";

const LAST = 4; // games shown at once

export class OwnGames {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.drawn = "";
    this.next = h("div", { class: "own-next" });
    this.body = h("div", {});
    this.all = h("div", {});
    this.allTitle = h("summary", {});
    this.allPart = h("details", { hidden: true }, this.allTitle, this.all);
    this.element = h(
      "section",
      { class: "own", hidden: true },
      h("h2", {}, words.page.mine),
      h("p", { class: "small quiet" }, words.page.mineWhy),
      this.next,
      this.body,
      this.allPart,
    );
  }

  /** @param {any} contest */
  async draw(contest) {
    const name = contest.you?.entrant;
    if (!name) return;
    this.drawNext(name, contest);
    const key = `${contest.course.seq} ${contest.state}`;
    if (key === this.drawn) return;
    this.drawn = key;
    try {
      const mine = await get(`/api/contests/${this.id}/mine`);
      this.element.hidden = false;
      const last = mine.games.toSorted((/** @type {any} */ a, /** @type {any} */ b) => (b.ended ?? 0) - (a.ended ?? 0));
      fill(this.body, ...this.standing(mine), this.games(last.slice(0, LAST)));
      this.allPart.hidden = mine.games.length <= LAST;
      fill(this.allTitle, words.page.allMine(mine.games.length));
      fill(this.all, this.games(mine.games));
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }

  /** Which of the games that come next are the team's. @param {string} name @param {any} contest */
  drawNext(name, { coming }) {
    const own = coming.filter((/** @type {{seats: string[]}} */ { seats }) => seats.includes(name));
    fill(
      this.next,
      own.length > 0 && h("h3", {}, words.page.nextMine),
      own.length > 0 && h("ol", { class: "coming" }, own.map((/** @type {any} */ { seats }) => h("li", {}, words.page.pair(seats)))),
    );
  }

  /** @param {any} mine */
  standing(mine) {
    const out = mine.quarantined;
    return [
      mine.grade && h(
        "p",
        { class: mine.grade.grade === null ? "" : "grade" },
        mine.grade.grade === null
          ? words.page.noGrade(translated(mine.grade.note))
          : (mine.grade.final ? words.page.grade : words.page.gradeNow)(mine.grade.grade),
      ),
      mine.disqualified !== null && h("p", { class: "error" }, words.page.disqualified(mine.disqualified)),
      mine.withdrawn !== null && h("p", {}, words.page.withdrawn(mine.withdrawn)),
      mine.suspended && h("p", { class: "error" }, words.page.outWhy.suspended),
      ...mine.replaced.map((/** @type {string} */ sentence) => h("p", {}, sentence)),
      out && h("p", { class: "error" }, words.page.quarantine(`${bots.fault(out.fault)}: ${out.detail}`)),
      out?.log && h("pre", {}, out.log),
    ];
  }

  /** @param {any[]} games */
  games(games) {
    if (!games.length) return null;
    const body = h("tbody", {});
    for (const game of games) {
      body.append(this.row(game));
      if (game.failure) body.append(this.failure(game.failure));
    }
    return gameTable(body);
  }

  /** A game with a link to its bot's log. @param {any} game */
  row(game) {
    const row = gameRow(game);
    if (game.to) row.cells[0].append(" ", h("a", { class: "small to-log", href: `${game.to}#log` }, words.page.toLog));
    return row;
  }

  /** @param {any} failure */
  failure(failure) {
    const said = [failure.line, failure.stderr].filter(Boolean).join("\n");
    return h(
      "tr",
      { class: "failure" },
      h(
        "td",
        { colspan: 4 },
        h("p", { class: "error" }, `${words.page.failure(bots.fault(failure.fault), failure.turn)}: ${failure.detail}`),
        said && h("details", {}, h("summary", {}, words.page.said), h("pre", {}, said)),
      ),
    );
  }
}
