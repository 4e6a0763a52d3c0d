// Stopping one's clock for some days, in games with days per move.

import { words } from "../../words/general.js";
import { words as people } from "../../words/people.js";
import { confirmed } from "../page/confirmation.js";
import { fill, h } from "../page/dom.js";

/** @typedef {import("./table.js").Table} Table */

const DAY_MS = 86_400_000;
const DAYS = [1, 2, 3, 5, 7, 14];

export class Vacation {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this.send = send;
    this.element = h("details", { class: "more vacation", name: "drawer", hidden: true });
    this.drawn = -1;
  }

  /** @param {Table} table */
  draw({ you, live, started, clock, vacation_ms_left }) {
    const left = Math.floor((vacation_ms_left[you[0]] ?? 0) / DAY_MS);
    this.element.hidden = !(live && started && you.length && clock.startsWith("days") && left > 0);
    if (left === this.drawn) return; // a field that has the focus keeps it
    this.drawn = left;
    const { actions } = words.game;
    const days = h(
      "select",
      { "aria-label": actions.vacation },
      DAYS.filter((n) => n <= left).map((n) => h("option", { value: n }, actions.vacationDays(n))),
    );
    fill(
      this.element,
      h("summary", {}, actions.vacation),
      h(
        "div",
        { class: "inside" },
        h("p", { class: "quiet small" }, people.vacationWhy(left)),
        days,
        h("button", { type: "button", onClick: () => this.ask(Number(days.value)) }, actions.vacationTake),
      ),
    );
  }

  /** @param {number} days */
  async ask(days) {
    const { actions } = words.game;
    const sure = await confirmed(actions.vacationSure(days), { yes: actions.vacationYes, no: actions.no });
    if (sure) this.send({ type: "vacation", days });
  }
}
