// Portraits of the built-in bots: tanks from above, in the shapes of the board, each with marks of its own.

import { svg } from "../../board/render.js";

/**
 * @typedef {object} Looks
 * @property {number} barrel its length
 * @property {number} corner of the hull: round is gentle
 * @property {number} stripes on the hull
 * @property {string} mark on the turret
 * @property {boolean} [twin] two barrels
 */

const DOTS = "M-5 -5h.1M5 5h.1M-5 5h.1M5 -5h.1M0 0h.1";
const GRIN = "M-6 1c3 5 9 5 12 0";
const BAR = "M-6 0h12";
const PLUS = "M-6 0h12M0 -6v12";
const CROSS = "M-5 -5l10 10M-5 5l10 -10";
const CHEVRON = "M-6 3l6 -6 6 6";
const DOUBLE_CHEVRON = "M-6 0l6 -6 6 6M-6 6l6 -6 6 6";
const RING = "M0 -6a6 6 0 1 0 .1 0z";
const EYE = "M-8 0c4 -7 12 -7 16 0c-4 7 -12 7 -16 0zM0 0h.1";
const STAR = "M0 -8l2 6h6l-5 4 2 6-5-4-5 4 2-6-5-4h6z";
const WEB = "M0 -8v16M-7 -4l14 8M-7 4l14 -8";

/** @type {Record<string, Looks>} */
const LOOKS = {
  random: { barrel: 12, corner: 3, stripes: 0, mark: DOTS },
  greedy: { barrel: 14, corner: 12, stripes: 0, mark: GRIN },
  level1: { barrel: 10, corner: 14, stripes: 0, mark: BAR },
  level2: { barrel: 13, corner: 12, stripes: 1, mark: BAR },
  level3: { barrel: 15, corner: 10, stripes: 1, mark: PLUS },
  level4: { barrel: 17, corner: 8, stripes: 2, mark: PLUS },
  level5: { barrel: 19, corner: 6, stripes: 2, mark: CROSS },
  level6: { barrel: 21, corner: 4, stripes: 3, mark: CROSS },
  level7: { barrel: 23, corner: 2, stripes: 3, mark: CHEVRON },
  level8: { barrel: 25, corner: 0, stripes: 4, mark: DOUBLE_CHEVRON },
  teacher: { barrel: 20, corner: 8, stripes: 2, mark: RING },
  perfect: { barrel: 26, corner: 0, stripes: 4, mark: EYE, twin: true },
  network: { barrel: 24, corner: 9, stripes: 4, mark: RING, twin: true },
  mcts: { barrel: 26, corner: 6, stripes: 4, mark: WEB, twin: true },
  alphabeta: { barrel: 26, corner: 0, stripes: 4, mark: PLUS, twin: true },
  adaptive: { barrel: 26, corner: 10, stripes: 4, mark: DOUBLE_CHEVRON, twin: true },
  best: { barrel: 26, corner: 3, stripes: 4, mark: STAR, twin: true },
};

/** @param {string} bot @returns {SVGElement | null} none for bots that others uploaded */
export function portrait(bot) {
  const looks = LOOKS[bot];
  if (!looks) return null;
  const { barrel, corner, stripes, mark, twin = false } = looks;
  const gun = (/** @type {number} */ x) =>
    svg("rect", { class: "barrel", x: x - 2.5, y: -8 - barrel, width: 5, height: barrel });
  return svg(
    "svg",
    { class: "portrait steelyard", viewBox: "-30 -38 60 66", "aria-hidden": "true" },
    svg(
      "g",
      { class: "tank" },
      svg("rect", { class: "track", x: -24, y: -22, width: 10, height: 46, rx: corner / 3 }),
      svg("rect", { class: "track", x: 14, y: -22, width: 10, height: 46, rx: corner / 3 }),
      svg("rect", { class: "hull", x: -17, y: -19, width: 34, height: 42, rx: corner }),
      ...Array.from({ length: stripes }, (_, place) =>
        svg("path", { class: "mark", d: `M-9 ${19 - 3.5 * place}h18` }),
      ),
      ...(twin ? [gun(-5), gun(5)] : [gun(0)]),
      svg("circle", { class: "turret", cy: -4, r: 12 }),
      svg("g", { transform: "translate(0 -4)" }, svg("path", { class: "mark", d: mark })),
    ),
  );
}
