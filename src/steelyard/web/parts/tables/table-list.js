// Tables in a list, each with a small board.

import { createBoard } from "../../board/api.js";
import { words } from "../../words/general.js";
import { words as people } from "../../words/people.js";
import { h } from "../page/dom.js";
import { figures as timeLeft } from "../page/time.js";
import { ending, toldApart } from "./outcome.js";
import { silhouette } from "./silhouettes.js";
import { seatNames, withCharacters } from "./names.js";

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
 * @property {number[]} owing the seats whose move is awaited
 * @property {(number | null)[]} clocks_ms
 * @property {boolean} started
 * @property {number} spectators
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
            { class: table.outcome?.winner === seat ? "name won" : "name" },
            player.kind === "open" ? words.game.openSeat : player.name,
          ),
          h("span", { class: "figures" }, figures[seat]),
        ),
      ),
      yours(table),
      h("div", { class: "small quiet" }, standing(table)),
    ),
  );
}

/** Whether it is your move, and how long you have. @param {Listed} table */
function yours({ you, owing, clocks_ms, live }) {
  const seat = live && you.length === 1 ? owing.find((one) => one === you[0]) : undefined;
  if (seat === undefined) return false;
  const left = clocks_ms[seat];
  return h(
    "div",
    { class: "small your-move" },
    h("strong", {}, people.waiting.yourMove(1)),
    left !== null && ` · ${people.waiting.left(timeLeft(left))}`,
  );
}

/** The turn of a game, or how it ended. @param {Listed} table */
function standing({ game, title, outcome, players, seat_names, turn, spectators }) {
  const waits = !spectators && players.every(({ bot }) => bot);
  if (!outcome) return `${title}, ${words.live.turn(turn)}${waits ? `. ${words.game.betweenBots}` : ""}`;
  return `${title}. ${ending(outcome, toldApart(withCharacters(players), seatNames(game, seat_names)))}`;
}
