// Tank Duel's joystick: keys and large buttons. It keeps its setting until it is changed.

import { words } from "../../words/general.js";
import { fill, h } from "../page/dom.js";
import { icon } from "../page/icons.js";

/** @typedef {"L" | "R" | "U" | "D"} Way */
/** @typedef {{move: Way | null, tower: Way | null, fire: boolean}} Held */

const WAYS = /** @type {const} */ (["U", "L", "R", "D"]);
const ICONS = /** @type {const} */ ({ U: "up", L: "left", R: "right", D: "down" });
/** @type {Held} */
const UNSET = { move: null, tower: null, fire: false };
/** @type {Record<string, Way>} */
const ARROWS = { ArrowUp: "U", ArrowLeft: "L", ArrowRight: "R", ArrowDown: "D" };
/** @type {Record<string, Way>} */
const WASD = { KeyW: "U", KeyA: "L", KeyD: "R", KeyS: "D" };
/** @type {Record<string, Way>} */
const TFGH = { KeyT: "U", KeyF: "L", KeyH: "R", KeyG: "D" };
/** @type {Record<string, Way>} */
const IJKL = { KeyI: "U", KeyJ: "L", KeyL: "R", KeyK: "D" };

/** The joystick in notation: `R!U`, `L>U`, `-`. @param {Held} held */
export function written({ move, tower, fire }) {
  const drive = move ?? "-";
  if (fire) return `${drive}!${tower ?? ""}`;
  return tower ? `${drive}>${tower}` : drive;
}

/** @param {string} text @returns {Held} */
export function read(text) {
  const found = /^([LRUD-])(?:([!>])([LRUD]?))?$/.exec(text);
  const way = (/** @type {string | undefined} */ letter) =>
    letter && letter !== "-" ? /** @type {Way} */ (letter) : null;
  return { move: way(found?.[1]), tower: way(found?.[3]), fire: found?.[2] === "!" };
}

/** The joystick in words: "drive right, fire up". @param {Held} held @returns {string} */
export function inWords({ move, tower, fire }) {
  const { joystick } = words.game;
  return [
    move && joystick.drives(joystick.ways[move]),
    tower && (fire ? joystick.fires : joystick.aims)(joystick.ways[tower]),
  ]
    .filter(Boolean)
    .join(", ");
}

/** A move as people say it: a joystick in words, else the notation. @param {string} game @param {string} move @returns {string} */
export function moveInWords(game, move) {
  return (game === "tank_duel" && inWords(read(move))) || move;
}

export class Joystick {
  /** @param {number} seat @param {(seat: number, held: Held, what: "move" | "tower" | "fire" | "consider") => void} onChange */
  constructor(seat, onChange) {
    this.seat = seat;
    this.onChange = onChange;
    this.hidden = false;
    /** Where the tower points, or else the tank. @type {Way} */
    this.facing = "L";
    /** The direction whose button is pointed at. @type {Way | null} */
    this.considered = null;
    /** @type {Held} */
    this.held = { move: null, tower: null, fire: false };
    const pad = (/** @type {"move" | "tower"} */ what) =>
      WAYS.map((way) =>
        h(
          "button",
          {
            type: "button",
            class: `way way-${way}`,
            "data-way": way,
            "aria-label": (what === "move" ? words.game.joystick.driveWay : words.game.joystick.towerWay)(
              words.game.joystick.ways[way],
            ),
            onClick: () => (what === "move" ? this.drive(way) : this.aim(way)),
            onPointerenter: () => what === "move" && this.consider(way),
            onPointerleave: () => what === "move" && this.consider(null),
            onFocus: () => what === "move" && this.consider(way),
            onBlur: () => what === "move" && this.consider(null),
          },
          icon(ICONS[way]),
        ),
      );
    this.drivePad = h(
      "div",
      { class: "pad drive", role: "group", "aria-label": words.game.joystick.drive },
      pad("move"),
      h("span", { class: "pad-name" }, words.game.joystick.drive),
    );
    this.fireButton = h(
      "button",
      { type: "button", class: "fire", "aria-keyshortcuts": "Space", onClick: () => this.fire() },
      icon("fire"),
      words.game.joystick.fire,
    );
    this.towerPad = h(
      "div",
      { class: "pad tower", role: "group", "aria-label": words.game.joystick.tower },
      pad("tower"),
      this.fireButton,
      h("span", { class: "pad-name" }, words.game.joystick.tower),
    );
    this.element = h(
      "div",
      {
        class: "joystick",
        role: "group",
        "aria-label": words.seats.colours[seat],
        "data-seat": seat,
      },
      this.drivePad,
      this.towerPad,
    );
    this.draw();
  }

  /** @param {Way} way */
  drive(way) {
    this.held.move = way;
    this.changed("move");
  }

  /** Show where the shot would go from there. @param {Way | null} way */
  consider(way) {
    this.considered = way;
    if (this.held.fire) this.onChange(this.seat, this.held, "consider");
  }

  /** @param {Way} way */
  aim(way) {
    this.held.tower = way;
    this.changed("tower");
  }

  /** Toggle firing in the next round. */
  fire() {
    this.held.fire = !this.held.fire;
    if (this.held.fire) this.held.tower ??= this.facing;
    this.changed("fire");
  }

  /** Turn the tower in a direction and fire in the next round. @param {Way} way */
  fireAt(way) {
    this.held.fire = !(this.held.fire && this.held.tower === way);
    this.held.tower = way;
    this.changed("fire");
  }

  /** The shot was fired: release the trigger. */
  letGo() {
    this.held.fire = false;
    this.draw();
  }

  /** @param {"move" | "tower" | "fire"} what */
  changed(what) {
    this.draw();
    this.onChange(this.seat, this.held, what);
  }

  /** Hide what is set: it is the other player's turn to look. @param {boolean} hidden */
  hide(hidden) {
    this.hidden = hidden;
    this.draw();
  }

  draw() {
    const { move, tower, fire } = this.hidden ? UNSET : this.held;
    for (const [pad, way] of /** @type {[HTMLElement, Way | null][]} */ ([
      [this.drivePad, move],
      [this.towerPad, tower],
    ])) {
      for (const button of pad.querySelectorAll("[data-way]")) {
        button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.way === way));
      }
    }
    this.fireButton.setAttribute("aria-pressed", String(fire));
    this.fireButton.title = fire ? words.game.joystick.armed : words.game.joystick.fireKey;
  }
}

/** Keys for the joysticks of this screen. @param {Joystick[]} sticks @returns {(event: KeyboardEvent) => boolean} whether it was one */
export function keysFor(sticks) {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !sticks.length) return false;
    const { code } = event;
    const [first, second] = sticks;
    if (second) {
      if (code in WASD) first.drive(WASD[code]);
      else if (code in TFGH) first.fireAt(TFGH[code]);
      else if (code in ARROWS) second.drive(ARROWS[code]);
      else if (code in IJKL) second.fireAt(IJKL[code]);
      else return false;
      return true;
    }
    if (code in ARROWS) first.drive(ARROWS[code]);
    else if (code in WASD) first.aim(WASD[code]);
    else if (code === "Space") first.fire();
    else return false;
    return true;
  };
}

/** A description of the keys. @param {number} sticks */
export function keyWords(sticks) {
  const lines = sticks > 1 ? words.game.joystick.keysTwo : [words.game.joystick.keys];
  const element = h("div", { class: "keys small quiet" });
  fill(
    element,
    lines.map((line) => h("p", {}, line)),
  );
  return element;
}
