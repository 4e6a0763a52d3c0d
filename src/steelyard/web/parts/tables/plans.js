// Conditional moves: "if they play this, I play that", in games with days per move. Nobody else sees them.

import { fill, h } from "../page/dom.js";
import { form, field } from "../page/form.js";
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
  }

  /** @param {Table} table @param {boolean} simultaneous */
  draw(table, simultaneous) {
    const { you, live, started, clock, players, plan = [], turn } = table;
    const people = you.length === 1 && players.every(({ kind }) => kind === "guest");
    this.element.hidden = !(live && started && people && clock.startsWith("days"));
    const waiting = !owed(table).length;
    const drawn = JSON.stringify([plan, turn, waiting, simultaneous, this.element.hidden]);
    if (drawn === this.drawn) return; // a field that has the focus keeps it
    this.drawn = drawn;
    fill(
      this.element,
      h("summary", {}, text.title(plan.length)),
      h("div", { class: "inside" }, this.inside(table, simultaneous, waiting, plan)),
    );
  }

  /** @param {Table} table @param {boolean} simultaneous @param {boolean} waiting @param {string[][]} plan */
  inside(table, simultaneous, waiting, plan) {
    if (simultaneous) return [h("p", { class: "quiet small" }, text.simultaneous)];
    const keep = (/** @type {string[][]} */ lines) => this.send({ type: "plan", turn: table.turn, lines });
    const line = h("input", { type: "text", name: "line", maxlength: 120, autocomplete: "off", placeholder: "g9-f8 g1-e3" });
    const add = async () => {
      const moves = line.value.trim().split(/[\s,]+/).filter(Boolean);
      if (moves.length) keep([...plan, moves]);
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

/** Their moves and the replies, in turn. @param {string[]} moves */
function inWords(moves) {
  return moves.map((move, place) => (place % 2 ? text.reply(move) : text.theirs(move))).join(", ");
}
