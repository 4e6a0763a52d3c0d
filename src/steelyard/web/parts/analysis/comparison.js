// The position of the game at the same turn, small, beside a line that is tried out.

import { words } from "../../words/general.js";
import { createBoard } from "../../board/api.js";
import { fill, h } from "../page/dom.js";
import { translated } from "../page/sentences.js";

/** @param {HTMLElement} place @param {{svg: string, text: string} | null} twin @param {number} turn @param {boolean} flipped */
export function showComparison(place, twin, turn, flipped) {
  place.hidden = twin === null;
  if (twin === null) return;
  const small = h("div", { "aria-hidden": "true" });
  fill(
    place,
    h("h2", {}, words.analyse.compareWords(turn)),
    small,
    h("p", { class: "small quiet" }, translated(twin.text)),
  );
  createBoard(small, { interactive: false, flipped }).show(twin.svg);
}
