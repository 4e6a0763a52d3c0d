// What an analysis has found: a matrix of values, or the best lines; until then, how far it is.

import { words } from "../../words/general.js";
import { fill, h } from "../page/dom.js";
import { matrixTable } from "./matrix.js";
import { written } from "./value.js";

/** @typedef {import("./analysis.js").Findings} Findings */

export class FindingPanel {
  /** @param {{onPair: (pair: (string | null)[]) => void, onLine: (turn: string) => void}} hearing */
  constructor(hearing) {
    this.hearing = hearing;
    this.element = h("div", { class: "finding" });
  }

  /** @param {Findings} found @param {string[]} seats @param {(string | null)[] | null} played what was played here */
  show(found, seats, played) {
    if (found.matrix?.length) fill(this.element, matrixTable(found, seats, played, this.hearing.onPair));
    else if (found.lines) fill(this.element, this.lines(found));
    else fill(this.element);
  }

  /** @param {Findings} found */
  lines({ lines = [], depth, effort }) {
    return h(
      "div",
      { class: "lines" },
      h(
        "h2",
        {},
        words.analyse.lines,
        h(
          "span",
          { class: "small quiet figures" },
          depth ? ` ${words.analyse.depth(depth)}` : "",
          effort ? `, ${words.analyse.effort(effort)}` : "",
        ),
      ),
      h("ol", {}, lines.map((line) => h("li", {}, this.line(line)))),
    );
  }

  /** @param {{score: number, moves: string[]}} line */
  line({ score, moves }) {
    return h(
      "button",
      { type: "button", class: "bare", onClick: () => this.hearing.onLine(moves[0]) },
      h("strong", { class: "figures" }, written(score)),
      h("span", {}, moves.flatMap((move) => [h("span", {}, move), " "])),
    );
  }

  /** @param {string} doing @param {number} share */
  progress(doing, share) {
    fill(
      this.element,
      h("p", { class: "quiet" }, words.analyse.progress(doing, share)),
      h("progress", { max: 1, value: share }),
    );
  }

  /** @param {string} sentence */
  tell(sentence) {
    fill(this.element, h("p", { class: "quiet" }, sentence));
  }
}
