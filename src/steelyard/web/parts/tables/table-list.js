// Tables in a list, each with a small board.

import { createBoard } from "../../board/api.js";
import { withCharacters } from "../../words/characters.js";
import { seatNames, words } from "../../words/general.js";
import { h } from "../page/dom.js";
import { ending, toldApart } from "./outcome.js";
import { silhouette } from "./silhouettes.js";

/**
 * @typedef {object} Listed
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {{name: string, kind: string, bot?: string | null}[]} players
 * @property {number} turn
 * @property {string} svg
 * @property {boolean} live
 * @property {string[]} seat_names
 * @property {number[]} you your own seats
 * @property {import("./table.js").Outcome | null} outcome
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
      withCharacters(table.players).map((player, seat) =>
        h(
          "div",
          { class: "who" },
          silhouette(seat),
          h(
            "span",
            { class: table.outcome?.winner === seat && "won" },
            player.kind === "open" ? words.game.openSeat : player.name,
          ),
          h("span", { class: "figures" }, figures[seat]),
        ),
      ),
      h("div", { class: "small quiet" }, standing(table)),
    ),
  );
}

/** The turn of a game, or how it ended. @param {Listed} table */
function standing({ game, title, outcome, players, seat_names, turn }) {
  if (!outcome) return `${title}, ${words.live.turn(turn)}`;
  return `${title}. ${ending(outcome, toldApart(withCharacters(players), seatNames(game, seat_names)))}`;
}
