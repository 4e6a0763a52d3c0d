// Helps to read a GameState. Make a new one for each; change it and add to it as you like.

/** @typedef {import("./kit/game_state.mjs").GameState} GameState */
/** @typedef {import("./kit/game_state.mjs").Tank} Tank */
/** @typedef {{x: number, y: number}} Position */

/**
 * @param {Position} one
 * @param {Position} other
 */
export function same(one, other) {
  return one.x === other.x && one.y === other.y;
}

export class GameMap {
  #madeAt = performance.now();
  #tankId;
  #state;

  /**
   * @param {number} tankId
   * @param {GameState} gameState
   */
  constructor(tankId, gameState) {
    this.#tankId = tankId;
    this.#state = gameState;
  }

  get sizeX() {
    return this.#state.width;
  }

  get sizeY() {
    return this.#state.height;
  }

  get ownPosition() {
    return this.#place(this.#state.tanks[this.#tankId]);
  }

  get enemyPosition() {
    return this.#place(this.#state.tanks[1 - this.#tankId]);
  }

  /** Milliseconds since this GameMap was made. */
  get elapsed() {
    return Math.floor(performance.now() - this.#madeAt);
  }

  /**
   * Neither a wall nor a mine; a tank or a missile may be there.
   * @param {Position} position
   */
  isEmpty(position) {
    return this.#state.board[this.#index(position)] === ".";
  }

  /** @param {Position} position */
  isMissileInPosition(position) {
    return this.#state.missiles.some(
      (missile) =>
        missile !== null &&
        (same(position, { x: missile.headPosX, y: missile.headPosY }) ||
          same(position, { x: missile.tailPosX, y: missile.tailPosY })),
    );
  }

  /**
   * One step to the left, around the edge if need be; the others likewise.
   * @param {Position} position
   */
  moveLeft(position) {
    return this.#wrapped(position.x - 1, position.y);
  }

  /** @param {Position} position */
  moveRight(position) {
    return this.#wrapped(position.x + 1, position.y);
  }

  /** @param {Position} position */
  moveUp(position) {
    return this.#wrapped(position.x, position.y - 1);
  }

  /** @param {Position} position */
  moveDown(position) {
    return this.#wrapped(position.x, position.y + 1);
  }

  /** Prints walls, mines and missiles. */
  printMap() {
    for (let y = 0; y < this.sizeY; y++) {
      const row = Array.from({ length: this.sizeX }, (_, x) => this.#mark({ x, y }));
      console.log(row.join(""));
    }
  }

  /** Prints the positions of both tanks, the map and the missiles. */
  printState() {
    console.log(`own position ${this.ownPosition.x},${this.ownPosition.y}`);
    console.log(`enemy position ${this.enemyPosition.x},${this.enemyPosition.y}`);
    this.printMap();
    for (const missile of this.#state.missiles) {
      if (missile === null) continue;
      const head = `${missile.headPosX},${missile.headPosY}`;
      const tail = `${missile.tailPosX},${missile.tailPosY}`;
      console.log(`missile head ${head} tail ${tail} ${missile.direction}${missile.inFlames ? " in flames" : ""}`);
    }
  }

  /** @param {Position} position */
  #mark(position) {
    return this.isMissileInPosition(position) ? "*" : this.#state.board[this.#index(position)];
  }

  /** @param {Position} position */
  #index(position) {
    return position.x + position.y * this.sizeX;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {Position}
   */
  #wrapped(x, y) {
    return { x: (x + this.sizeX) % this.sizeX, y: (y + this.sizeY) % this.sizeY };
  }

  /**
   * @param {Tank} tank
   * @returns {Position}
   */
  #place(tank) {
    return { x: tank.posX, y: tank.posY };
  }
}
