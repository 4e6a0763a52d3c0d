// Your bot: edit this file.
//
// This one looks one round ahead: of its moves it makes the one after which, over all answers of the enemy, it
// destroys the most for the least. Among equals chance decides.
import { best, randomNumbers } from "./kit/playing.mjs";

/** @typedef {import("./kit/playing.mjs").Start} Start */
/** @typedef {import("./kit/playing.mjs").Turn} Turn */
/** @typedef {import("./kit/state.mjs").State} State */
/** @typedef {import("./kit/state.mjs").Tank} Tank */

const DIAGONAL = ["-1,-1", "-1,1", "1,-1", "1,1"];
const ADJACENT = ["-1,0", "1,0", "0,-1", "0,1"];
const AT_TWO = ["-2,0", "2,0", "0,-2", "0,2"];

export class Bot {
  static NAME = "{{name}}";

  /**
   * A game begins; there is a new Bot for each.
   * @param {Start} start
   */
  constructor(start) {
    this.seat = start.seat;
    this.random = randomNumbers(start.seed);
    /** @type {Record<string, string[]>} */
    this.reach = {
      A: DIAGONAL,
      B: ADJACENT,
      C: start.options.c_reach === "up_to_two" ? [...ADJACENT, ...AT_TWO] : AT_TWO,
    };
  }

  /**
   * One of turn.legal.
   * @param {Turn} turn
   * @returns {string}
   */
  choose(turn) {
    return best(turn.legal, (move) => this.worth(turn.state, move), this.random);
  }

  /**
   * Enemies destroyed less own tanks lost, over all the enemy's moves together.
   * @param {State} state
   * @param {string} move
   */
  worth(state, move) {
    const own = this.moved(state, state.tank(this.seat, move));
    return state.tanks
      .filter((tank) => tank.seat !== this.seat && canMove(state, tank))
      .reduce((sum, enemy) => sum + this.gain(own, this.moved(state, enemy)), 0);
  }

  /**
   * A player's tanks when one of them has moved.
   * @param {State} state
   * @param {Tank} mover
   * @returns {Tank[]}
   */
  moved(state, mover) {
    return state.tanks
      .filter((tank) => tank.alive && tank.seat === mover.seat)
      .map((tank) => (tank === mover ? { ...tank, row: state.ahead(tank) } : tank));
  }

  /**
   * @param {Tank[]} own
   * @param {Tank[]} enemies
   */
  gain(own, enemies) {
    const destroyed = enemies.filter((enemy) => own.some((tank) => this.hits(tank, enemy)));
    const lost = own.filter((tank) => enemies.some((enemy) => this.hits(enemy, tank)));
    return destroyed.length - lost.length;
  }

  /**
   * @param {Tank} tank
   * @param {Tank} other
   */
  hits(tank, other) {
    return this.reach[tank.type].includes(`${other.column - tank.column},${other.row - tank.row}`);
  }
}

/**
 * @param {State} state
 * @param {Tank} tank
 */
function canMove(state, tank) {
  const row = state.ahead(tank);
  return tank.alive && row >= 0 && row <= 5 && !state.tankAt(tank.column, row);
}
