// The panel beside the board: in a review, the review comes before what is found in one position.

import { h } from "../page/dom.js";

/** @typedef {{element: HTMLElement}} Part */
/** @typedef {Record<"form" | "verdict" | "sticks" | "finding" | "review" | "replay" | "moves", Part>} Parts */

export class Panel {
  /** @param {Parts & {tools: HTMLElement, compare: HTMLElement}} parts */
  constructor({ tools, compare, ...parts }) {
    this.parts = parts;
    this.compare = compare;
    this.drawer = h("div", { class: "drawer" }, parts.moves.element, tools);
    this.element = h("div", { class: "panel" });
    /** @type {boolean | null} */
    this.reviewing = null;
  }

  /** @param {boolean} reviewing */
  arrange(reviewing) {
    if (reviewing === this.reviewing) return; // what has the focus keeps it
    this.reviewing = reviewing;
    this.element.classList.toggle("reviewing", reviewing);
    const { form, verdict, sticks, finding, review, replay } = this.parts;
    if (!reviewing) this.drawer.prepend(replay.element);
    const first = reviewing ? [replay, review, sticks, finding] : [sticks, finding];
    const shown = [form, verdict, ...first].map(({ element }) => element);
    this.element.replaceChildren(...shown, this.drawer, this.compare);
  }
}
