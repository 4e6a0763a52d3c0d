// The value of a position: as a number, as a bar, and as a curve over a whole game.

import { svg } from "../../board/render.js";
import { words } from "../../words/general.js";
import { h } from "../page/dom.js";

/** @param {number} value for seat 0, from -1 to 1 */
export function written(value) {
  if (Math.abs(value) < 0.005) return "0";
  const figure = Math.abs(value) > 0.995 ? "1" : Math.abs(value).toFixed(2);
  return `${value > 0 ? "+" : "−"}${figure}`;
}

export class ValueBar {
  constructor() {
    this.fill = h("div", { class: "share" });
    this.element = h("div", { class: "value-bar", role: "img" }, this.fill);
  }

  /** @param {number | null} value @param {boolean} firstBelow @param {string} said the same in words */
  draw(value, firstBelow, said) {
    this.element.classList.toggle("unknown", value === null);
    const share = value === null ? 0.5 : (value + 1) / 2;
    this.element.dataset.below = firstBelow ? "0" : "1";
    this.fill.style.height = `${100 * (firstBelow ? 1 - share : share)}%`;
    const label = value === null ? said : `${words.analyse.value} ${written(value)}: ${said}`;
    this.element.setAttribute("aria-label", label);
  }
}

const [WIDTH, HEIGHT] = [320, 80]; // of the curve, in its own units

/** The value turn by turn, as a clickable curve. @param {number[]} values @param {string} label @param {(turn: number) => void} onTurn */
export function valueGraph(values, label, onTurn) {
  const [width, height] = [WIDTH, HEIGHT];
  const x = (/** @type {number} */ turn) => (values.length > 1 ? (turn / (values.length - 1)) * width : 0);
  const y = (/** @type {number} */ value) => ((1 - value) / 2) * (height - 8) + 4;
  const line = values
    .map((value, turn) => `${turn ? "L" : "M"}${x(turn).toFixed(1)} ${y(value).toFixed(1)}`)
    .join("");
  const graph = svg(
    "svg",
    {
      class: "value-graph",
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": label,
    },
    svg("path", { class: "first", d: `${line}L${width} ${y(0)}L0 ${y(0)}Z` }),
    svg("path", { class: "middle", d: `M0 ${y(0)}H${width}` }),
    svg("path", { class: "line", d: line }),
    svg("path", { class: "here", d: `M0 0V${height}` }),
  );
  graph.addEventListener("click", (event) => {
    const { clientX } = /** @type {MouseEvent} */ (event);
    const box = graph.getBoundingClientRect();
    onTurn(Math.round(((clientX - box.left) / box.width) * (values.length - 1)));
  });
  return graph;
}

/** Mark a turn on a curve of so many positions. @param {Element} graph @param {number} turn @param {number} positions */
export function markTurn(graph, turn, positions) {
  const x = positions > 1 ? (turn / (positions - 1)) * WIDTH : 0;
  graph.querySelector(".here")?.setAttribute("d", `M${x.toFixed(1)} 0V${HEIGHT}`);
}
