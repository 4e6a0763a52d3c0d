// The order of the teams as a table with few columns.

import { eventWords } from "../../words/big-screen.js";
import { words } from "../../words/contests.js";
import { h } from "../page/dom.js";
import { translated } from "../page/sentences.js";

/** What a table is of; house bots are in none. @param {import("./matches.js").Table} table @param {string[]} houses */
export function titleOf({ title }, houses) {
  const named = translated(title) || words.page.ranking;
  return houses.length ? eventWords.teamsOnly(named) : named;
}

/** @param {import("./matches.js").Table} table */
export function standings({ title, unit, rows, cut }) {
  const counted = rows.some(({ matches }) => matches !== null);
  return h(
    "table",
    { class: "standings" },
    h("caption", { class: "unseen" }, translated(title) || words.page.ranking),
    counted && h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, h("span", { class: "unseen" }, words.page.column.place)),
        h("th", { scope: "col" }, h("span", { class: "unseen" }, words.page.column.name)),
        h("th", { scope: "col", class: "n" }, eventWords.matches),
        h("th", { scope: "col", class: "n" }, unit),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map(({ place, name, matches, points, note }, number) =>
        h(
          "tr",
          { class: cut === number + 1 && "cut" },
          h("td", { class: "n quiet" }, place),
          h("td", { class: "name" }, name, note && h("span", { class: "quiet note" }, note)),
          counted && h("td", { class: "n" }, matches ?? ""),
          counted && h("td", { class: "n strong" }, points),
        ),
      ),
    ),
  );
}
