// Who plays: names, points in the table, the score of the match, and which of its boards this is.

import { eventWords } from "../../words/big-screen.js";
import { h, say } from "../page/dom.js";
import { silhouette } from "../tables/silhouettes.js";
import { halves } from "../contests/match-words.js";
import { numberOf, scoreAt } from "./matches.js";
import { translated } from "../page/sentences.js";

/** @typedef {import("./matches.js").Match} Match */
/** @typedef {import("./matches.js").Course} Course */

const LONG = 24; // characters of a name that needs smaller letters

export class Scoreboard {
  constructor() {
    this.sides = [this.side(), this.side()];
    this.title = h("p", { class: "quiet" });
    this.score = h("p", { class: "score figures" });
    this.board = h("p", { class: "of" });
    this.element = h(
      "section",
      { class: "scoreboard", hidden: true },
      this.sides[0].element,
      h("div", { class: "standing" }, this.title, this.score, this.board),
      this.sides[1].element,
    );
  }

  side() {
    const name = h("p", { class: "name" });
    const points = h("p", { class: "points" });
    const figures = h("p", { class: "quiet figures" });
    const tanks = [silhouette(0), silhouette(1)];
    const told = h("div", {}, name, h("div", { class: "facts" }, points, figures));
    return { name, points, figures, tanks, element: h("div", { class: "side" }, ...tanks, told) };
  }

  /** The pair stays where it is when seats are exchanged; the tanks tell who has which. @param {import("../contests/channel.js").Live} live @param {Match | null} match @param {Course} course */
  show(live, match, course) {
    const names = match?.names ?? live.players;
    this.sides.forEach((side, number) => {
      const seat = live.players.indexOf(names[number]);
      say(side.name, names[number]);
      side.name.classList.toggle("long", names[number].length > LONG);
      say(side.points, pointsOf(names[number], match, course));
      say(side.figures, live.score.map(({ name, values }) => eventWords.figure(values[seat], name)).join(", "));
      side.tanks.forEach((tank, its) => tank.toggleAttribute("hidden", its !== seat));
      side.element.classList.toggle("won", live.over && live.winner === seat);
      side.element.classList.toggle("lost", live.over && live.winner === 1 - seat);
    });
    const game = match?.games.find(({ id }) => id === live.id);
    say(this.title, translated(match?.title ?? ""));
    say(this.score, match ? scoreAt(match, live.id, live.over).map(halves).join(" : ") : "");
    say(this.board, match && game ? boardOf(match, game) : "");
  }
}

/** What somebody has in the table on show. @param {string} name @param {Match | null} match @param {Course} course */
function pointsOf(name, match, { houses, tables }) {
  if (houses.includes(name)) return eventWords.house;
  if (!match?.points.length) return "";
  const table = tables.find(({ rows }) => rows.some((row) => row.name === name));
  const points = table?.rows.find((row) => row.name === name)?.points;
  return table && points ? eventWords.points(points, table.unit) : "";
}

/** Which game of the match, and on which of its boards. @param {Match} match @param {Match["games"][number]} game */
export function boardOf(match, game) {
  const number = eventWords.game(numberOf(match, game.id), game.of);
  return game.boards > 1 ? `${number}, ${eventWords.board(game.board, game.boards)}` : number;
}
