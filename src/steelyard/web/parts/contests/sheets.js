// A sheet of the report as a table: text and number columns, with links in cells.

import { h } from "../page/dom.js";

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

/** @param {Sheet} sheet @param {{most?: number, links?: boolean, dense?: boolean}} how */
export function sheetTable(sheet, { most = Infinity, links = true, dense = false } = {}) {
  return h(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": sheet.title || sheet.columns.join(", ") },
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
                  { scope: "col", class: !sheet.words[place] && "n", title: sheet.meanings[column] },
                  column,
                )
              : h("td"),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        sheet.rows.slice(0, most).map((row, number) =>
          h(
            "tr",
            { class: sheet.marked.includes(number) && "cut" },
            row.map((cell, place) => shown(cell, !sheet.words[place], links)),
          ),
        ),
      ),
    ),
  );
}

/** @param {Cell} cell @param {boolean} number @param {boolean} links */
function shown(cell, number, links) {
  const kinds = [number && "n", cell.kind].filter(Boolean).join(" ");
  return h(
    "td",
    { class: kinds || null },
    links && cell.to && cell.text ? h("a", { href: cell.to }, cell.text) : cell.text,
  );
}
