// Your bot: edit this file.
//
// This one drives where the longest run of free squares lies ahead, and fires when the enemy is in line.
import { GameMap, same } from "./game_map.mjs";
import { Direction } from "./kit/game_state.mjs";

/** @typedef {import("./kit/game_state.mjs").DirectionWord} DirectionWord */
/** @typedef {import("./kit/game_state.mjs").GameState} GameState */
/** @typedef {import("./game_map.mjs").Position} Position */
/** @typedef {(moveDirection: DirectionWord, towerDirection: DirectionWord, fire: boolean) => void} SetJoystick */

const LONGEST_LOOK = 6;

export class TankLogic {
  static playerName = "{{name}}";

  /**
   * A game begins; there is a new TankLogic for each.
   * @param {number} tankId
   * @param {SetJoystick} setJoystick
   */
  constructor(tankId, setJoystick) {
    this.tankId = tankId;
    this.setJoystick = setJoystick;
  }

  /**
   * Called with the first state of a game and each time it has changed: set the joystick.
   * It may be set as often as you like in a round; what was set last counts, and stays set.
   * @param {GameState} gameState
   */
  makeMove(gameState) {
    const map = new GameMap(this.tankId, gameState);
    /** @type {[DirectionWord, (position: Position) => Position][]} */
    const steps = [
      [Direction.LEFT, (position) => map.moveLeft(position)],
      [Direction.RIGHT, (position) => map.moveRight(position)],
      [Direction.UP, (position) => map.moveUp(position)],
      [Direction.DOWN, (position) => map.moveDown(position)],
    ];
    const runs = steps.map(([, step]) => freeRun(map, step));
    const [way, step] = steps[runs.indexOf(Math.max(...runs))];
    const aim = inLine(step(map.ownPosition), map.enemyPosition);
    this.setJoystick(way, aim, aim !== Direction.NEUTRAL);
  }
}

/**
 * How many squares ahead are free, as far as we look.
 * @param {GameMap} map
 * @param {(position: Position) => Position} step
 */
function freeRun(map, step) {
  let square = step(map.ownPosition);
  for (let length = 0; length < LONGEST_LOOK; length++) {
    const taken = same(square, map.enemyPosition) || map.isMissileInPosition(square);
    if (taken || !map.isEmpty(square)) return length;
    square = step(square);
  }
  return LONGEST_LOOK;
}

/**
 * Where to fire from `own` to hit `enemy`; a missile does not go around the edge.
 * @param {Position} own
 * @param {Position} enemy
 * @returns {DirectionWord}
 */
export function inLine(own, enemy) {
  if (own.y === enemy.y && own.x !== enemy.x) return enemy.x < own.x ? Direction.LEFT : Direction.RIGHT;
  if (own.x === enemy.x && own.y !== enemy.y) return enemy.y < own.y ? Direction.UP : Direction.DOWN;
  return Direction.NEUTRAL;
}
