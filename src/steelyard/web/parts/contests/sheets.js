// A sheet of the report as a table: text and number columns, with links in cells.

import { words } from "../../words/contests.js";
import { h } from "../page/dom.js";
import { translated } from "../page/sentences.js";

/** Columns that speak for themselves where a row is shown without the heads of its columns, as on a phone. */
const UNNAMED = new Set(["", "place", "name", "note"]);

/** The meaning of a column that counts games. */
const UNIT = "games";

/** @typedef {{text: string, to?: string, kind?: "strong" | "quiet"}} Cell */
/**
 * @typedef {object} Sheet
 * @property {string} title
 * @property {string[]} columns
 * @property {boolean[]} words which columns hold words
 * @property {Record<string, string>} meanings
 * @property {number[]} marked rows behind which a line is drawn
 * @property {Cell[][]} rows
 */

/** @param {Sheet} sheet @param {{links?: boolean, dense?: boolean, houses?: string[]}} how */
export function sheetTable(sheet, { links = true, dense = false, houses = [] } = {}) {
  const table = h(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": translated(sheet.title) || sheet.columns.map(headOf).join(", ") },
    h(
      "table",
      { class: dense ? "sheet dense" : "sheet" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          sheet.columns.map((column, place) =>
            column
              ? h(
                  "th",
                  { scope: "col", class: !sheet.words[place] && "n", title: translated(sheet.meanings[column] ?? "") || null },
                  headOf(column),
                  sheet.meanings[column] === UNIT && ` (${translated("games")})`,
                )
              : h("td"),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        sheet.rows.map((row, number) =>
          h(
            "tr",
            { class: sheet.marked.includes(number) && "cut" },
            row.map((cell, place) => shown(cell, sheet.columns[place], { number: !sheet.words[place], links, houses })),
          ),
        ),
      ),
    ),
  );
  const told = Object.entries(sheet.meanings).filter(([, meaning]) => meaning !== UNIT);
  return told.length ? h("div", {}, table, legendOf(told)) : table;
}

/** What the columns mean, for whoever has no mouse to point with. @param {[string, string][]} meanings */
function legendOf(meanings) {
  return h("dl", { class: "legend" }, meanings.map(([column, meaning]) => [h("dt", {}, headOf(column)), h("dd", {}, translated(meaning))]).flat());
}

/** @param {Cell} cell @param {string} column @param {{number: boolean, links: boolean, houses: string[]}} how */
function shown(cell, column, { number, links, houses }) {
  const kinds = [number && "n", cell.kind].filter(Boolean).join(" ");
  const text = number || column === "name" ? cell.text : translated(cell.text);
  return h(
    "td",
    { class: kinds || null, "data-head": !UNNAMED.has(column) && headOf(column) },
    links && cell.to && text ? h("a", { href: cell.to }, text) : text,
    column === "name" && houses.includes(text) && h("span", { class: "small quiet" }, ` (${words.page.house})`),
  );
}

/** @param {string} column */
function headOf(column) {
  const head = Object.hasOwn(words.figures, column) ? words.figures[column] : translated(column);
  return `${head.slice(0, 1).toUpperCase()}${head.slice(1)}`;
}
