// Joysticks for both seats, in a game that is driven with them: choosing a direction is the move.

import { fill, h } from "../page/dom.js";
import { Joystick, written } from "../tables/joystick.js";

export class Sticks {
  /** @param {(seat: number, move: string) => void} onMove */
  constructor(onMove) {
    this.onMove = onMove;
    /** @type {Joystick[]} */
    this.all = [];
    this.element = h("div", { class: "drivers", hidden: true });
  }

  /** @param {boolean} needed @param {string[]} seats */
  draw(needed, seats) {
    this.element.hidden = !needed;
    this.all = (needed ? [0, 1] : []).map(
      (seat) => new Joystick(seat, (who, held, what) => what === "move" && this.onMove(who, written(held))),
    );
    fill(
      this.element,
      this.all.flatMap((stick) => [h("h2", {}, seats[stick.seat]), stick.element]),
    );
  }

  /** A new turn: tower and directions stay as they are held, nothing is chosen yet. */
  reset() {
    for (const stick of this.all) {
      stick.held = { ...stick.held, move: null, fire: false };
      stick.draw();
    }
  }

  /** @param {number} seat @param {string} move @returns {boolean} whether there is a joystick to drive */
  drive(seat, move) {
    this.all[seat]?.drive(/** @type {import("../tables/joystick.js").Way} */ (move));
    return seat in this.all;
  }
}
