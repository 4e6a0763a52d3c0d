// The review of a game: what each turn gave away.

import { words as own } from "../../words/analysis.js";
import { words } from "../../words/general.js";
import { fill, h } from "../page/dom.js";
import { moveInWords } from "../tables/joystick.js";
import { Study } from "./analysis.js";
import { markTurn, valueGraph, written } from "./value.js";

export class Review {
  /** @param {{onTurn: (turn: number) => void, onFound: () => void}} hearing */
  constructor({ onTurn, onFound }) {
    this.onTurn = onTurn;
    this.onFound = onFound;
    /** @type {string[]} */
    this.seats = [];
    /** the value before each turn, and at the end @type {number[]} */
    this.values = [];
    /** what was found in each position @type {any[]} */
    this.found = [];
    this.at = 0;
    this.table = "";
    /** @type {import("../tables/games.js").GameInfo | undefined} */
    this.info = undefined;
    /** @type {Element | null} */
    this.graph = null;
    this.element = h("section", { class: "review", hidden: true });
    this.study = new Study({
      onResult: (found) => this.draw(found),
      onProgress: (doing, share) => this.tell(words.analyse.progress(doing, share)),
      onFailed: (error) => this.tell(error),
      onCut: () => this.tell(words.analyse.cut),
    });
  }

  /** @param {string} table @param {string[]} seats @param {import("../tables/games.js").GameInfo | undefined} info */
  ask(table, seats, info) {
    this.seats = seats;
    this.info = info;
    this.element.hidden = false;
    if (table === this.table) return; // it is here already, or on its way
    this.table = table;
    this.tell(words.analyse.reviewing);
    this.study.ask({ table });
  }

  /** Something else is shown; what was found stays for whoever comes back. */
  leave() {
    this.element.hidden = true;
  }

  /** @param {string} sentence */
  tell(sentence) {
    fill(this.element, h("h2", {}, words.analyse.review), h("p", { class: "quiet" }, sentence));
  }

  /** @param {any} found */
  draw({ rounds, accuracy, turning_points: points = [] }) {
    this.values = [...rounds.map((/** @type {any} */ round) => round.value), rounds.at(-1)?.value_after ?? 0];
    const known = (/** @type {number | null} */ given) => given !== null;
    // If both move at once, a search cannot tell which of the two moves was the mistake.
    const judged = rounds.some((/** @type {any} */ round) => round.gave_away.some(known));
    this.found = rounds.map((/** @type {any} */ round) => round.found ?? null);
    this.graph = valueGraph(this.values, own.curve(this.seats[0]), this.onTurn);
    fill(
      this.element,
      h("h2", {}, words.analyse.review),
      accuracy && this.accuracies(accuracy),
      h("div", { class: "graph" }, this.graph),
      h("h3", {}, own.turningPoints),
      points.length ? this.turningPoints(points) : h("p", { class: "small quiet" }, own.noTurningPoint),
      h(
        "table",
        { class: "figures" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td"),
            h("th", { class: "turn-text" }, words.analyse.played),
            judged && this.seats.map((seat) => h("th", { scope: "col" }, words.analyse.gave(seat))),
            h("th", {}, words.analyse.value),
          ),
        ),
        h(
          "tbody",
          {},
          rounds.map((/** @type {any} */ round, /** @type {number} */ index) =>
            this.row(round, index + 1, judged),
          ),
        ),
      ),
    );
    this.mark(this.at);
    this.onFound();
  }

  /** @param {number[]} shares */
  accuracies(shares) {
    return h(
      "ul",
      { class: "accuracies" },
      shares.map((share, seat) => h("li", { class: `seat-${seat}` }, own.accuracy(this.seats[seat], share))),
    );
  }

  /** @param {any[]} points */
  turningPoints(points) {
    return h(
      "ol",
      { class: "turning-points" },
      points.map((point) =>
        h(
          "li",
          { value: point.round },
          h(
            "button",
            { type: "button", class: "bare", onClick: () => this.onTurn(point.round - 1) },
            own.turningPoint(this.spoken(point), this.seats, this.info?.simultaneous ?? false),
          ),
        ),
      ),
    );
  }

  /** With the better move as people say it. @param {any} point */
  spoken({ best, ...point }) {
    return { ...point, best: best && moveInWords(this.info?.id ?? "", best) };
  }

  /** Mark the turn that comes next. @param {number} turn how many have been played */
  mark(turn) {
    this.at = turn;
    if (!this.graph) return;
    markTurn(this.graph, turn, this.values.length);
    this.element.querySelectorAll("tbody tr").forEach((row, index) => {
      if (index === turn) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    });
  }

  /** @param {any} round @param {number} turn @param {boolean} judged */
  row(round, turn, judged) {
    const lost = round.gave_away.map((/** @type {number | null} */ given) =>
      h(
        "td",
        { class: given && given > 0.05 ? "given" : "" },
        given === null ? "" : given >= 0.005 ? `−${given.toFixed(2)}` : words.analyse.nothingGiven,
      ),
    );
    const before = () => this.onTurn(turn - 1); // the position in which the players chose
    const onKeydown = (/** @type {KeyboardEvent} */ { key }) => key === "Enter" && before();
    return h(
      "tr",
      { onClick: before, onKeydown, tabindex: 0 },
      h("td", {}, turn),
      h("td", { class: "turn-text" }, round.turn),
      judged && lost,
      h("td", {}, written(round.value_after)),
    );
  }
}
