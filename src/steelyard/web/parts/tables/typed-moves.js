// Moves typed on the keyboard, such as LA or g1d4. Letters are collected until they form a move.

import { h, say } from "../page/dom.js";

const FORGET_MS = 2500;
const SETTLE_MS = 700; // a1 may still become a11

export class Typing {
  /** @param {(move: string) => void} onMove */
  constructor(onMove) {
    this.onMove = onMove;
    this.typed = "";
    this.timer = 0;
    this.element = h("p", { class: "typed figures", "aria-live": "polite", hidden: true });
  }

  /** @param {KeyboardEvent} event @param {string[]} legal @returns {boolean} whether it was part of a move */
  key(event, legal) {
    if (event.key.length !== 1 || !/[\w-]/.test(event.key)) return false;
    const typed = plain(this.typed + event.key);
    const moves = new Map(legal.map((move) => [plain(move), move]));
    if (![...moves.keys()].some((move) => move.startsWith(typed)))
      return this.typed !== "" && this.again(event, legal);
    const move = moves.get(typed);
    const only = [...moves.keys()].filter((one) => one.startsWith(typed)).length === 1;
    this.keep(move && only ? "" : typed);
    if (move && only) this.onMove(move);
    else if (move) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.settle(move), SETTLE_MS);
    }
    return true;
  }

  /** No further key was typed: play the shorter move. @param {string} move */
  settle(move) {
    this.keep("");
    this.onMove(move);
  }

  /** No move begins like this: the last key may be the first letter of another move. @param {KeyboardEvent} event @param {string[]} legal */
  again(event, legal) {
    this.keep("");
    return this.key(event, legal);
  }

  /** @param {string} typed */
  keep(typed) {
    clearTimeout(this.timer);
    this.typed = typed;
    this.element.hidden = !typed;
    say(this.element, typed.toUpperCase());
    if (typed) this.timer = setTimeout(() => this.keep(""), FORGET_MS);
  }
}

/** @param {string} move */
function plain(move) {
  return move.toLowerCase().replace(/[-x]/g, "");
}
