// The turn that decided a finished game: found when somebody asks, then one click away.

import { Study } from "../analysis/analysis.js";
import { fill, h } from "../page/dom.js";
import { moveInWords } from "./joystick.js";
import { seatNames } from "./names.js";
import { words } from "../../words/general.js";

const DECISIVE = 0.15; // a smaller change of the value decides nothing

export class TurningPoint {
  /** @param {string} id the table's @param {() => import("./table.js").Table | null} table
   * @param {(turn: number) => void} onTurn show the position before a turn */
  constructor(id, table, onTurn) {
    this.id = id;
    this.table = table;
    this.onTurn = onTurn;
    /** @type {number | null} */
    this.found = null;
    this.button = h("button", { type: "button", onClick: () => this.ask() }, words.game.actions.turningPoint);
    this.words = h("p", { class: "turning small quiet", role: "status" });
    this.study = new Study({
      onResult: (review) => this.take(review),
      onProgress: (doing, share) => this.tell(words.analyse.progress(doing, share), true),
      onFailed: (error) => this.tell(error),
      onCut: () => this.tell(words.analyse.cut),
    });
  }

  ask() {
    if (this.found !== null) return this.onTurn(this.found - 1);
    this.tell(words.analyse.reviewing);
    this.study.ask({ table: this.id });
  }

  /** @param {string} sentence @param {boolean} busy more follows soon: screen readers wait for it */
  tell(sentence, busy = false) {
    this.words.ariaBusy = String(busy);
    fill(this.words, sentence);
  }

  /** @param {any} review */
  take({ rounds, decisive, turning_points: points = [] }) {
    const { noTurning, turningAt } = words.game.actions;
    const turn = decisive ?? largestChange(rounds);
    const point = points.find((/** @type {any} */ { round }) => round === turn);
    this.tell(turn === null ? noTurning : [turningAt(turn), this.better(point)].filter(Boolean).join(" "));
    this.found = turn;
    if (turn !== null) this.onTurn(turn - 1);
  }

  /** The mistake that was made there. @param {any} point what the review says about the turn, if anything */
  better(point) {
    const table = this.table();
    if (!table || !point?.mistake || !point.best) return "";
    const seat = seatNames(table.game, table.seat_names)[point.seat];
    return words.game.actions.better(seat, moveInWords(table.game, point.best));
  }
}

/** The turn that changed the value most. @param {{value: number, value_after: number}[]} rounds */
function largestChange(rounds) {
  const changes = rounds.map(({ value, value_after: after }) => Math.abs(after - value));
  const most = Math.max(...changes, 0);
  return most < DECISIVE ? null : changes.indexOf(most) + 1;
}
