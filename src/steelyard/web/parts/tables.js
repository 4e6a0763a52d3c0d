// Tables in a list, each with a small board.

import { createBoard } from "../board/api.js";
import { words } from "../words.js";
import { h } from "./dom.js";
import { silhouette } from "./silhouettes.js";

/**
 * @typedef {object} Listed
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {{name: string, kind: string}[]} players
 * @property {number} turn
 * @property {string} svg
 * @property {boolean} live
 * @property {{winner: number | null, detail: string} | null} outcome
 * @property {{name: string, values: number[]}[]} score
 */

/** @param {Listed} table */
export function listedTable(table) {
  const small = h("div", { "aria-hidden": "true" });
  createBoard(small, { interactive: false }).show(table.svg);
  const figures = table.score[0]?.values ?? [];
  return h(
    "li",
    { "data-table": table.id },
    h(
      "a",
      { href: `/g/${table.id}` },
      h("div", { class: "thumb" }, small),
      table.players.map((player, seat) =>
        h(
          "div",
          { class: "who" },
          silhouette(seat),
          h("span", { class: table.outcome?.winner === seat && "won" }, player.name),
          h("span", { class: "figures" }, figures[seat]),
        ),
      ),
      h(
        "div",
        { class: "small quiet" },
        `${table.title}, ${table.outcome ? table.outcome.detail : words.live.turn(table.turn)}`,
      ),
    ),
  );
}
