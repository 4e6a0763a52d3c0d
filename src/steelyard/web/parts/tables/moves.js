// The moves of a game, one row per round; a click shows the position after it.

import { words } from "../../words/general.js";
import { fill, h } from "../page/dom.js";

export class MoveList {
  /** @param {(turn: number) => void} onTurn @param {(turn: number) => Promise<string>} explain a turn in words */
  constructor(onTurn, explain) {
    this.onTurn = onTurn;
    this.explain = explain;
    this.list = h("ol", { class: "moves", "aria-label": words.game.moves, tabindex: 0 });
    this.element = this.list;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    /** what they say @type {string[]} */
    this.shown = [];
    this.together = true;
    this.marked = 0;
    new ResizeObserver(() => this.mark(this.marked)).observe(this.list);
  }

  /** @param {string[]} moves @param {boolean} together whether a turn is a whole round */
  draw(moves, together) {
    const goesOn = this.shown.every((move, turn) => move === moves[turn]);
    this.shown = [...moves];
    if (!goesOn || together !== this.together) {
      this.buttons = [];
      this.list.replaceChildren();
    }
    this.together = together;
    if (!moves.length) fill(this.list, h("li", { class: "quiet" }, words.game.noMoves));
    else if (!this.buttons.length) this.list.replaceChildren();
    for (let turn = this.buttons.length + 1; turn <= moves.length; turn++) this.add(turn, moves[turn - 1]);
  }

  /** @param {number} turn @param {string} written */
  add(turn, written) {
    const button = h("button", { type: "button", class: "turn", onClick: () => this.onTurn(turn) }, written);
    button.addEventListener("pointerenter", async () => (button.title ||= await this.explain(turn)), { once: true });
    this.buttons.push(button);
    if (this.together || turn % 2 === 1) {
      const number = this.together ? turn : (turn + 1) / 2;
      this.list.append(h("li", {}, h("span", { class: "number figures" }, number), button));
    } else this.list.lastElementChild?.append(button);
  }

  /** @param {number} turn */
  mark(turn) {
    this.marked = turn;
    this.buttons.forEach((button, index) => {
      if (index + 1 === turn) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    const here = this.buttons[turn - 1];
    if (!here) this.list.scrollTop = 0;
    else if (turn === this.buttons.length) this.list.scrollTop = this.list.scrollHeight;
    else {
      const top = here.offsetTop - this.list.offsetTop;
      const [first, last] = [
        this.list.scrollTop,
        this.list.scrollTop + this.list.clientHeight - here.offsetHeight,
      ];
      if (top < first || top > last) this.list.scrollTop = top - this.list.clientHeight / 2;
    }
  }
}
