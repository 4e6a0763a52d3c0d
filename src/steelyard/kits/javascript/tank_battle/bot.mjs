// Your bot: edit this file.
//
// This one takes what it can, a commander above all; otherwise it drives a tank as far as it can towards the
// enemy's corner. Among equals chance decides.
import { best, randomNumbers } from "./kit/playing.mjs";
import { FILES, fromSquare, toSquare } from "./kit/state.mjs";

/** @typedef {import("./kit/playing.mjs").Start} Start */
/** @typedef {import("./kit/playing.mjs").Turn} Turn */
/** @typedef {import("./kit/state.mjs").State} State */

const CORNER = ["a11", "k1"]; // where seat 0 and seat 1 want to go: the enemy's corner

export class Bot {
  static NAME = "{{name}}";

  /**
   * A game begins; there is a new Bot for each.
   * @param {Start} start
   */
  constructor(start) {
    this.seat = start.seat;
    this.random = randomNumbers(start.seed);
  }

  /**
   * One of turn.legal; `--`, a pass, is the only one if no tank can move.
   * @param {Turn} turn
   * @returns {string}
   */
  choose(turn) {
    if (turn.legal[0] === "--") return "--";
    return best(turn.legal, (move) => this.worth(turn.state, move), this.random);
  }

  /**
   * @param {State} state
   * @param {string} move
   */
  worth(state, move) {
    const goal = CORNER[this.seat];
    const nearer = distance(fromSquare(move), goal) - distance(toSquare(move), goal);
    if (!state.captures(move)) return nearer;
    return nearer + ("WB".includes(state.at(toSquare(move))) ? 40 : 20);
  }
}

/**
 * In moves of a chess king.
 * @param {string} square
 * @param {string} other
 */
export function distance(square, other) {
  const files = FILES.indexOf(square[0]) - FILES.indexOf(other[0]);
  return Math.max(Math.abs(files), Math.abs(Number(square.slice(1)) - Number(other.slice(1))));
}
