// The payoff matrix of a position with simultaneous moves, with both best mixes at its edges.

import { words } from "../../words/general.js";
import { h } from "../page/dom.js";
import { written } from "./value.js";

/**
 * @param {import("./analysis.js").Findings} found
 * @param {string[]} seats
 * @param {(string | null)[] | null} played the pair that was played here
 * @param {(pair: [string, string]) => void} onPair
 */
export function matrixTable(found, seats, played, onPair) {
  const [rows = [], columns = []] = found.moves ?? [];
  const [ours = {}, theirs = {}] = found.mixes ?? [];
  return h(
    "div",
    { class: "matrix" },
    h("h2", {}, words.analyse.matrix),
    h(
      "table",
      { class: "figures" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", { class: "corner" }, seats[0], " \\ ", seats[1]),
          columns.map((move) =>
            h(
              "th",
              { scope: "col", "data-played": played?.[1] === move },
              move,
              chance(theirs[move] ?? 0, 1),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row, r) =>
          h(
            "tr",
            {},
            h("th", { scope: "row", "data-played": played?.[0] === row }, row, chance(ours[row] ?? 0, 0)),
            columns.map((column, c) =>
              cell(found.matrix?.[r]?.[c] ?? 0, played?.[0] === row && played?.[1] === column, () =>
                onPair([row, column]),
              ),
            ),
          ),
        ),
      ),
    ),
    h("p", { class: "small quiet" }, words.analyse.matrixWords(seats[0], seats[1])),
  );
}

/** @param {number} value @param {boolean} played @param {() => void} act */
function cell(value, played, act) {
  const button = h("button", { type: "button", class: "cell", onClick: act }, written(value));
  button.style.setProperty("--size", `${Math.round(50 * Math.abs(value))}%`);
  return h("td", { class: value >= 0 ? "first" : "second", "data-played": played }, button);
}

/** How often a move is played, as a bar with its figure. @param {number} share @param {number} seat */
function chance(share, seat) {
  const bar = h("span", { class: `chance seat-${seat}` });
  bar.style.setProperty("--share", `${Math.round(100 * share)}%`);
  return h(
    "span",
    { class: "mix" },
    bar,
    h("span", { class: "small" }, share > 0.004 ? `${Math.round(100 * share)} %` : "\u00a0"),
  );
}
