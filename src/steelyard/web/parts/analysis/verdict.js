// Who is better: the figure, its words, the bar beside the board; and what is awaited.

import { words } from "../../words/general.js";
import { fill, h } from "../page/dom.js";
import { ValueBar, written } from "./value.js";

export class Verdict {
  constructor() {
    this.bar = new ValueBar();
    this.status = h("p", { class: "status", role: "status" }, words.common.loading);
    this.value = h("p", { class: "value" });
    this.element = h("div", { class: "verdict" }, this.value, this.status);
  }

  /** @param {boolean} firstBelow whether the first seat is at the lower edge of the board */
  clear(firstBelow) {
    this.bar.draw(null, firstBelow, words.analyse.searching);
    fill(this.value);
  }

  /** @param {import("./analysis.js").Findings} found @param {string[]} seats @param {boolean} firstBelow */
  show(found, seats, firstBelow) {
    const value = found.value ?? found.score ?? 0;
    const inWords = found.value === undefined ? words.analyse.scoreWords : words.analyse.valueWords;
    const said = inWords(value, seats);
    this.bar.draw(value, firstBelow, said);
    fill(this.value, h("strong", { class: "figures" }, written(value)), " ", said);
  }
}
