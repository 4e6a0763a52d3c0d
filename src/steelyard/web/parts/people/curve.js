// A rating over time: the line, and how far off it may be as a band around it.

import { svg } from "../../board/render.js";
import { words } from "../../words/profiles.js";

const WIDTH = 320;
const HEIGHT = 120;
const LABELS = 56; // for the figures at the right

/** @typedef {[number, number, number]} Point when, the rating, how far off */

/** @param {string} game @param {string} pace @param {Point[]} points */
export function ratingCurve(game, pace, points) {
  const lows = points.map(([, elo, doubt]) => elo - doubt);
  const highs = points.map(([, elo, doubt]) => elo + doubt);
  const [low, high] = [Math.min(...lows), Math.max(...highs)];
  const x = (/** @type {number} */ index) => (index / Math.max(points.length - 1, 1)) * (WIDTH - LABELS);
  const y = (/** @type {number} */ elo) => 4 + ((high - elo) / Math.max(high - low, 1)) * (HEIGHT - 8);
  const path = (/** @type {number[]} */ values) => values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
  const last = points[points.length - 1][1];
  const label = words.profile.curve(game, pace, points[0][1], last);
  return svg(
    "svg",
    { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    svg("path", { class: "band", d: `M${path(highs).join("L")}L${path(lows).reverse().join("L")}Z` }),
    svg("path", { class: "line", d: `M${path(points.map(([, elo]) => elo)).join("L")}` }),
    svg("circle", { class: "end", cx: x(points.length - 1), cy: y(last), r: 3 }),
    text(WIDTH - LABELS + 8, y(last) + 5, String(last)),
  );
}

/** @param {number} x @param {number} y @param {string} written */
function text(x, y, written) {
  const element = svg("text", { x, y });
  element.textContent = written;
  return element;
}
