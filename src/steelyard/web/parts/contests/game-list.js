// The games of a contest: the most recent ones, or all of an entrant or a match.

import { words } from "../../words/contests.js";
import { fill, h, say } from "../page/dom.js";
import { notice } from "../page/header.js";
import { get } from "../page/http.js";
import { translated } from "../page/sentences.js";

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {string} title
 * @property {string[]} seats
 * @property {string} board
 * @property {string} result
 * @property {number[]} points
 * @property {string} to
 */

export class GameList {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.heading = h("h2", {}, words.page.recent);
    this.body = h("tbody", {});
    this.none = h("p", { class: "quiet" }, words.page.noGames);
    this.all = h(
      "button",
      { type: "button", onClick: () => (location.hash = "#games") },
      words.page.allGames,
    );
    this.more = h(
      "button",
      { type: "button", hidden: true, onClick: () => this.load(false) },
      words.page.more,
    );
    this.table = gameTable(this.body);
    this.element = h(
      "section",
      { class: "games", id: "games", hidden: true },
      this.heading,
      this.none,
      this.table,
      h("div", { class: "row" }, this.all, this.more),
    );
    this.query = "";
    this.skip = 0;
    /** @type {any} */
    this.course = null;
    this.seq = -1;
  }

  /** @param {any} course */
  draw(course) {
    const first = this.course === null;
    this.course = course;
    this.element.hidden = !course;
    if (!course) return;
    if (first && location.hash) return this.choose(location.hash);
    if (course.seq === this.seq) return;
    this.seq = course.seq;
    if (!this.query) this.show(course.recent);
    else if (this.skip === 0) this.load(true);
  }

  /** Shows the games that the page's address asks for. @param {string} hash */
  choose(hash) {
    if (!this.course) return;
    const [kind, one, two] = hash.slice(1).split("/").map(decodeURIComponent);
    const called = this.course.field.find((/** @type {any} */ each) => each.slug === one)?.name ?? one;
    if (kind === "bot") this.ask(`bot=${encodeURIComponent(one)}`, words.page.gamesOf(called));
    else if (kind === "match") this.ask(
      `stage=${encodeURIComponent(one)}&match=${encodeURIComponent(two)}`,
      words.page.gamesBetween,
    );
    else if (kind === "games") this.ask("skip=0", words.page.allGames);
    else {
      this.query = "";
      this.show(this.course.recent);
    }
  }

  /** @param {string} query @param {string} title */
  async ask(query, title) {
    this.query = query;
    say(this.heading, title);
    await this.load(true);
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {boolean} anew */
  async load(anew) {
    if (anew) this.skip = 0;
    try {
      const { games, all } = await get(
        `/api/contests/${this.id}/games?${this.query.replace("skip=0", "")}&skip=${this.skip}`,
      );
      if (anew) fill(this.body);
      this.body.append(...games.map(gameRow));
      this.skip += games.length;
      this.more.hidden = this.skip >= all;
      this.all.hidden = this.query === "skip=0";
      this.none.hidden = all > 0;
      if (anew) this.skip = games.length;
      this.table.hidden = all === 0;
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }

  /** @param {Game[]} games */
  show(games) {
    say(this.heading, words.page.recent);
    fill(this.body, games.map(gameRow));
    this.none.hidden = games.length > 0;
    this.table.hidden = games.length === 0;
    this.more.hidden = true;
    this.all.hidden = games.length === 0;
  }
}

/** @param {HTMLElement} body */
export function gameTable(body) {
  const { column } = words.page;
  return h(
    "div",
    { class: "wide", tabindex: "0" },
    h(
      "table",
      { class: "sheet game-sheet" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          [column.game, column.stage, column.board, column.result].map((name) => h(
            "th",
            { scope: "col" },
            name,
          )),
        ),
      ),
      body,
    ),
  );
}

/** @param {Game} game */
export function gameRow(game) {
  const names = game.seats.map((name, seat) => h(
    "span",
    { class: game.points[seat] === 1 && "strong" },
    name,
  ));
  const between = [names[0], " \u2013 ", names[1]];
  return h(
    "tr",
    { "data-game": game.id },
    h("td", {}, game.to ? h("a", { href: game.to, title: game.id }, between) : between),
    h("td", { class: "quiet" }, translated(game.title)),
    h("td", { class: "quiet" }, game.board),
    h("td", {}, translated(game.result)),
  );
}
