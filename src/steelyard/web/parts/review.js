// A played game looked through: what each turn gave away.

import { words } from "../words.js";
import { fill, h } from "./dom.js";
import { Study } from "./study.js";
import { valueGraph, written } from "./value.js";

export class Review {
  /** @param {(turn: number) => void} onTurn */
  constructor(onTurn) {
    this.onTurn = onTurn;
    /** @type {string[]} */
    this.seats = [];
    this.element = h("section", { class: "review", hidden: true });
    this.study = new Study({
      onResult: (found) => this.draw(found),
      onProgress: (doing, share) => this.tell(words.analyse.progress(doing, share)),
      onFailed: (error) => this.tell(error),
    });
  }

  /** @param {string} table @param {string[]} seats */
  ask(table, seats) {
    this.seats = seats;
    this.element.hidden = false;
    this.tell(words.analyse.reviewing);
    this.study.ask({ table });
  }

  /** @param {string} sentence */
  tell(sentence) {
    fill(this.element, h("h3", {}, words.analyse.review), h("p", { class: "quiet" }, sentence));
  }

  /** @param {any} found */
  draw({ rounds, summary = [] }) {
    const values = [
      ...rounds.map((/** @type {any} */ round) => round.value),
      rounds.at(-1)?.value_after ?? 0,
    ];
    fill(
      this.element,
      h("h3", {}, words.analyse.review),
      h("div", { class: "graph" }, valueGraph(values, 0, this.onTurn)),
      h(
        "ul",
        { class: "summary" },
        summary.map((/** @type {string} */ sentence) => h("li", {}, sentence)),
      ),
      h(
        "table",
        { class: "figures" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", {}, ""),
            h("th", {}, words.analyse.played),
            this.seats.map((seat) => h("th", { scope: "col" }, seat)),
            h("th", {}, words.analyse.value),
          ),
        ),
        h(
          "tbody",
          {},
          rounds.map((/** @type {any} */ round, /** @type {number} */ index) => this.row(round, index + 1)),
        ),
      ),
    );
  }

  /** @param {any} round @param {number} turn */
  row(round, turn) {
    const lost = round.gave_away.map((/** @type {number | null} */ given) =>
      h(
        "td",
        { class: given && given > 0.05 ? "given" : "" },
        given === null ? "" : given > 0.004 ? `−${given.toFixed(2)}` : words.analyse.nothingGiven,
      ),
    );
    return h(
      "tr",
      { onClick: () => this.onTurn(turn), tabindex: 0 },
      h("td", {}, turn),
      h("td", { class: "turn-text" }, round.turn),
      lost,
      h("td", {}, written(round.value_after)),
    );
  }
}
