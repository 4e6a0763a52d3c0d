// How hard something is, in stars.

import { svg } from "../../board/render.js";
import { puzzleWords } from "../../words/puzzles.js";
import { h } from "../page/dom.js";

const STAR = "M12 3l2.700 6 6.300.6-4.800 4.200 1.500 6.200-5.700-3.400-5.700 3.400 1.500-6.200L3 9.600 9.300 9z";

/** @param {number} stars @param {number} most */
export function starsOf(stars, most = 3) {
  return h(
    "span",
    { class: "stars", role: "img", "aria-label": puzzleWords.stars(stars, most) },
    ...Array.from({ length: most }, (_, place) =>
      svg(
        "svg",
        { class: `star${place < stars ? " full" : ""}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
        svg("path", { d: STAR }),
      ),
    ),
  );
}
