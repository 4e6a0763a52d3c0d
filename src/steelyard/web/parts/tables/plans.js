// Conditional moves: "if they play this, I play that", in games with days per move. Nobody else sees them.

import { fill, h } from "../page/dom.js";
import { form, field } from "../page/form.js";
import { readPicture, readSquares, same, squareOf } from "../../board/picture.js";
import { squareName } from "./names.js";
import { owed } from "./table.js";
import { words } from "../../words/people.js";

/** @typedef {import("./table.js").Table} Table */

const MOST_LINES = 5;
const { plans: text } = words;

export class Plans {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this.send = send;
    this.element = h("details", { class: "more plans", name: "drawer", hidden: true });
    this.drawn = "";
    /** A line that was sent, until the server has answered. @type {{resolve: (value?: unknown) => void, reject: (why: Error) => void} | null} */
    this.sent = null;
  }

  /** The server has answered. @param {string} [refusal] @returns {boolean} whether a line was sent */
  answer(refusal) {
    const { sent } = this;
    this.sent = null;
    if (refusal) sent?.reject(new Error(refusal));
    else sent?.resolve();
    return sent !== null;
  }

  /** @param {Table} table @param {boolean} simultaneous whether both choose at once, so that there is nothing to reply to */
  draw(table, simultaneous) {
    const { you, live, started, clock, players, plan = [], turn } = table;
    const people = you.length === 1 && players.every(({ kind }) => kind === "guest");
    this.element.hidden = simultaneous || !(live && started && people && clock.startsWith("days"));
    const waiting = !owed(table).length;
    const drawn = JSON.stringify([plan, turn, waiting, this.element.hidden]);
    if (drawn === this.drawn) return; // a field that has the focus keeps it
    this.drawn = drawn;
    fill(
      this.element,
      h("summary", {}, text.title(plan.length)),
      h("div", { class: "inside" }, this.inside(table, waiting, plan)),
    );
  }

  /** @param {Table} table @param {boolean} waiting @param {string[][]} plan */
  inside(table, waiting, plan) {
    const keep = (/** @type {string[][]} */ lines) => this.send({ type: "plan", turn: table.turn, lines });
    const line = h("input", { type: "text", name: "line", maxlength: 120, autocomplete: "off", placeholder: example(table) });
    const add = async () => {
      const moves = line.value.trim().split(/[\s,]+/).filter(Boolean);
      if (!moves.length) return;
      await new Promise((resolve, reject) => {
        this.sent = { resolve, reject };
        keep([...plan, moves]);
      });
    };
    return [
      h("p", { class: "quiet small" }, waiting ? text.why : text.yourMove),
      plan.length > 0 &&
        h(
          "ol",
          {},
          plan.map((moves, place) =>
            h(
              "li",
              {},
              h("span", {}, inWords(moves)),
              h(
                "button",
                {
                  type: "button",
                  class: "bare",
                  "aria-label": text.removeOf(moves.join(" ")),
                  onClick: () => keep(plan.filter((_, other) => other !== place)),
                },
                text.remove,
              ),
            ),
          ),
        ),
      waiting && plan.length < MOST_LINES && form(text.add, add, field(text.line, line, text.lineHint)),
    ];
  }
}

/** A line that can be played: a step of theirs onto one square, and a step of yours onto another. @param {Table} table */
function example(table) {
  const { layers } = readPicture(table.positions.get(table.turn)?.svg ?? "");
  const [mine] = table.you;
  const steps = [...layers.querySelectorAll("[data-seat][data-goes]")].flatMap((tank) => {
    const from = squareOf(tank);
    if (!from) return [];
    return readSquares(tank.getAttribute("data-goes") ?? "")
      .filter((to) => Math.abs(to[0] - from[0]) < 2 && Math.abs(to[1] - from[1]) < 2)
      .map((to) => ({ seat: Number(tank.getAttribute("data-seat")), from, to }));
  });
  const theirs = steps.find(({ seat }) => seat !== mine);
  const reply = steps.find(({ seat, from, to }) => seat === mine && theirs && !same(to, theirs.to) && !same(from, theirs.to));
  const written = (/** @type {typeof theirs} */ step) =>
    step ? `${squareName(table.game, step.from)}-${squareName(table.game, step.to)}` : "";
  return theirs && reply ? `${written(theirs)} ${written(reply)}` : "";
}

/** Their moves and the replies, in turn. @param {string[]} moves */
function inWords(moves) {
  return moves.map((move, place) => (place % 2 ? text.reply(move) : text.theirs(move))).join(", ");
}
