// A position of Tank War.

/**
 * @typedef {object} Tank
 * @property {number} seat
 * @property {string} name `LA`: the one of type A on its player's own left
 * @property {string} type A hits diagonally, B next to it, C at a distance of two
 * @property {number} column
 * @property {number} row -1 once destroyed
 * @property {boolean} alive
 */

/** @typedef {{seat: number, tank: string, hit: string}} Shot who hit whom */

/** Columns count from the left as drawn, rows from the top; seat 0 starts at the top and drives down. */
export class State {
  /** @param {any} told */
  constructor(told) {
    /** @type {number} */
    this.round = told.round;
    /** @type {Tank[]} */
    this.tanks = told.tanks.map((/** @type {any} */ tank) => ({ ...tank, row: tank.alive ? tank.row : -1 }));
    /** @type {string[]} six rows, each box its owner's seat */
    this.territory = told.territory;
    /** @type {number[]} how many are seat 0's and seat 1's */
    this.boxes = told.boxes;
    /** @type {number[]} */
    this.surviving = told.surviving;
    /** @type {Shot[]} who hit whom in the last round */
    this.fired = told.fired;
    /** @type {string} the position in notation */
    this.text = told.state;
  }

  /**
   * @param {number} column
   * @param {number} row
   * @returns {Tank | undefined}
   */
  tankAt(column, row) {
    return this.tanks.find((tank) => tank.alive && tank.column === column && tank.row === row);
  }

  /**
   * The seat whose territory a box is.
   * @param {number} column
   * @param {number} row
   */
  owner(column, row) {
    return Number(this.territory[row][column]);
  }

  /**
   * @param {number} seat
   * @param {string} name
   * @returns {Tank}
   */
  tank(seat, name) {
    const found = this.tanks.find((tank) => tank.seat === seat && tank.name === name);
    if (!found) throw new Error(`seat ${seat} has no tank ${name}`);
    return found;
  }

  /**
   * The row in front of a tank.
   * @param {Tank} tank
   */
  ahead(tank) {
    return tank.row + (tank.seat === 0 ? 1 : -1);
  }
}
