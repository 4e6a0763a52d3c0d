// The turn that decided a finished game: found when somebody asks, then one click away.

import { Study } from "../analysis/analysis.js";
import { fill, h } from "../page/dom.js";
import { words } from "../../words/general.js";

const DECISIVE = 0.15; // a smaller change of the value decides nothing

export class TurningPoint {
  /** @param {string} table its id @param {(turn: number) => void} onTurn show the position before a turn */
  constructor(table, onTurn) {
    this.table = table;
    this.onTurn = onTurn;
    /** @type {number | null} */
    this.found = null;
    this.button = h("button", { type: "button", onClick: () => this.ask() }, words.game.actions.turningPoint);
    this.words = h("p", { class: "turning small quiet", role: "status" });
    this.study = new Study({
      onResult: (review) => this.take(review),
      onProgress: (doing, share) => fill(this.words, words.analyse.progress(doing, share)),
      onFailed: (error) => fill(this.words, error),
      onCut: () => fill(this.words, words.analyse.cut),
    });
  }

  ask() {
    if (this.found !== null) return this.onTurn(this.found - 1);
    fill(this.words, words.analyse.reviewing);
    this.study.ask({ table: this.table });
  }

  /** @param {any} review */
  take({ rounds, decisive }) {
    const turn = decisive ?? largestChange(rounds);
    fill(this.words, turn === null ? words.game.actions.noTurning : words.game.actions.turningAt(turn));
    this.found = turn;
    if (turn !== null) this.onTurn(turn - 1);
  }
}

/** The turn that changed the value most. @param {{value: number, value_after: number}[]} rounds */
function largestChange(rounds) {
  const changes = rounds.map(({ value, value_after: after }) => Math.abs(after - value));
  const most = Math.max(...changes, 0);
  return most < DECISIVE ? null : changes.indexOf(most) + 1;
}
