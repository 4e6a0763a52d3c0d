// Counts down to a moment: entries close, the next game begins.

import { h, say } from "../page/dom.js";
import { figures } from "../page/time.js";

const TICK_MS = 200;

export class Countdown {
  constructor() {
    this.element = h("p", { class: "countdown figures", role: "timer", hidden: true });
    this.until = 0;
    /** @type {(left: string) => string} */
    this.words = (left) => left;
    setInterval(() => this.draw(), TICK_MS);
  }

  /** @param {number} until by this machine's clock; 0 for none @param {(left: string) => string} words */
  set(until, words) {
    this.until = until;
    this.words = words;
    this.draw();
  }

  draw() {
    const left = this.until - Date.now();
    this.element.hidden = left <= 0;
    if (left > 0) say(this.element, this.words(left < 60_000 ? String(Math.ceil(left / 1000)) : figures(left)));
  }
}
