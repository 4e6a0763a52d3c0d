// A team's own games: failures, its bot's log, its grade.

import { bots } from "../../words/bots.js";
import { words } from "../../words/contests.js";
import { fill, h } from "../page/dom.js";
import { gameRow, gameTable } from "./game-list.js";
import { notice } from "../page/header.js";
import { get } from "../page/http.js";

export class OwnGames {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.seq = -1;
    this.element = h("section", { class: "own", hidden: true });
  }

  /** @param {any} contest */
  async draw(contest) {
    if (!contest.you?.entrant || contest.course.seq === this.seq) return;
    this.seq = contest.course.seq;
    try {
      const mine = await get(`/api/contests/${this.id}/mine`);
      this.element.hidden = false;
      fill(
        this.element,
        h("h2", {}, words.page.mine),
        h("p", { class: "small quiet" }, words.page.mineWhy),
        ...this.standing(mine),
        this.games(mine.games),
      );
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }

  /** @param {any} mine */
  standing(mine) {
    const out = mine.quarantined;
    return [
      mine.grade && h(
        "p",
        { class: "grade" },
        mine.grade.grade === null
          ? mine.grade.note
          : (mine.grade.final ? words.page.grade : words.page.gradeNow)(mine.grade.grade),
      ),
      mine.disqualified !== null && h("p", { class: "error" }, words.page.disqualified(mine.disqualified)),
      mine.withdrawn !== null && h("p", {}, words.page.withdrawn(mine.withdrawn)),
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
