// The joysticks of the people at this screen, and what is sent to the server.

import { h } from "../page/dom.js";
import { Joystick, keysFor, keyWords, read, written } from "./joystick.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./joystick.js").Held} Held */

/** @type {Record<string, import("./joystick.js").Way>} */
const LETTERS = { Left: "L", Right: "R", Up: "U", Down: "D" };

export class Drivers {
  /** @param {(message: object) => void} send @param {() => void} onAim what is aimed at has changed */
  constructor(send, onAim) {
    this.send = send;
    this.onAim = onAim;
    /** @type {Joystick[]} */
    this.sticks = [];
    this.keys = keysFor([]);
    this.element = h("div", { class: "drivers", hidden: true });
    /** @type {Table | null} */
    this.table = null;
  }

  /** A turn is over, or the table has just become known. @param {Table} table */
  turn(table) {
    this.table = table;
    if (!("tank_duel" === table.game && table.you.length)) return;
    if (!table.live && !this.sticks.length) return; // the board has the room
    if (this.sticks.length !== table.you.length) this.begin(table);
    for (const stick of this.sticks) {
      stick.facing = facing(table, stick.seat);
      if (stick.held.fire && fired(table, stick.seat)) {
        stick.letGo();
        if (table.realtime && table.live) this.tell(stick.seat, stick.held);
      }
    }
  }

  /** @param {Table} table */
  begin(table) {
    this.sticks = table.you.map(
      (seat) => new Joystick(seat, (who, held, what) => this.changed(who, held, what)),
    );
    for (const stick of this.sticks) {
      if (table.chosen[stick.seat]) stick.held = read(table.chosen[stick.seat]);
      stick.draw();
    }
    this.keys = keysFor(this.sticks);
    this.element.replaceChildren(...this.sticks.map((stick) => stick.element), keyWords(this.sticks.length));
  }

  /** @param {Table} table @param {boolean} now */
  draw(table, now) {
    this.element.hidden = !this.sticks.length || !table.live || !table.started;
    for (const stick of this.sticks) {
      stick.hide(this.sticks.length > 1 && !table.realtime && table.sealed[stick.seat]);
      const waits = !now || (!table.realtime && table.sealed[stick.seat]);
      stick.element.classList.toggle("waits", waits);
      for (const button of stick.element.querySelectorAll("button")) button.disabled = waits;
    }
  }

  /** A square beside a tank was clicked. @param {number} seat @param {string} way @returns {boolean} whether there is a joystick for it */
  drive(seat, way) {
    const stick = this.sticks.find((one) => one.seat === seat);
    stick?.drive(/** @type {import("./joystick.js").Way} */ (way));
    return stick !== undefined;
  }

  /** @param {number} seat @param {Held} held @param {"move" | "tower" | "fire" | "consider"} what */
  changed(seat, held, what) {
    const { table } = this;
    if (!table?.live || !table.started) return;
    if (what === "consider") this.onAim();
    else if (table.realtime) {
      this.tell(seat, held);
      this.onAim();
    } else if (what !== "move") this.onAim();
    else if (!table.sealed[seat]) {
      // Without a clock, choosing a direction is the move; the tower was set before.
      this.send({ type: "move", turn: table.turn + 1, move: written(held), seat });
    }
  }

  /** @param {number} seat @param {Held} held */
  tell(seat, held) {
    this.send({ type: "joystick", seat, move: written(held) });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.element.hidden) return false;
    const active = this.sticks.some((stick) => !stick.element.classList.contains("waits"));
    return active && this.keys(event);
  }
}

/** Where a tank's tower points, or else where it drives. @param {Table} table @param {number} seat */
function facing(table, seat) {
  const tank = table.positions.get(table.turn)?.json?.Tanks[seat];
  const word = tank && [tank.TowerDirection, tank.MoveDirection].find((one) => one in LETTERS);
  return LETTERS[word] ?? "L"; // as a tank without an order drives
}

/** @param {Table} table @param {number} seat */
function fired(table, seat) {
  const json = table.positions.get(table.turn)?.json;
  return json ? json.Tanks[seat].Fire === true : true;
}
