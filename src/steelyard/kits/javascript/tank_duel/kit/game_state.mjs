// A state of Tank Duel.

/** @typedef {"Left" | "Right" | "Up" | "Down" | null} DirectionWord */

/** Where to drive or aim; NEUTRAL is nowhere. */
export const Direction = Object.freeze({
  LEFT: /** @type {DirectionWord} */ ("Left"),
  RIGHT: /** @type {DirectionWord} */ ("Right"),
  UP: /** @type {DirectionWord} */ ("Up"),
  DOWN: /** @type {DirectionWord} */ ("Down"),
  NEUTRAL: /** @type {DirectionWord} */ (null),
});

/**
 * @typedef {object} Tank
 * @property {number} tankId
 * @property {number} playerId
 * @property {number} posX
 * @property {number} posY
 * @property {boolean} fire it fired a missile in the last round
 * @property {DirectionWord} moveDirection
 * @property {DirectionWord} towerDirection
 * @property {boolean} inFlames
 * @property {boolean} hitWall
 * @property {boolean} hitMine
 * @property {boolean} hitMissile
 * @property {boolean} hitTank
 */

/**
 * Two squares long; head and tail may lie off the board.
 * @typedef {object} Missile
 * @property {number} missileId
 * @property {number} tankId whose it is
 * @property {number} headPosX
 * @property {number} headPosY
 * @property {number} tailPosX
 * @property {number} tailPosY
 * @property {DirectionWord} direction
 * @property {boolean} inFlames
 */

/**
 * @typedef {object} GameState
 * @property {number} width
 * @property {number} height
 * @property {Tank[]} tanks each at the place of its id
 * @property {(Missile | null)[]} missiles null for a tank that has none in flight
 * @property {string} board `.` free, `x` wall, `o` mine, at x + y * width; without the tanks
 * @property {number} counter rounds played so far
 * @property {string} winner
 * @property {number} elapsedTime milliseconds, as the next two: so far, until the joysticks are read next, in a round
 * @property {number} nextMove
 * @property {number} gamePace
 */

/**
 * The same with names as JavaScript writes them: PosX becomes posX, in every object inside.
 * @param {any} told
 * @returns {any}
 */
function renamed(told) {
  if (Array.isArray(told)) return told.map(renamed);
  if (typeof told !== "object" || told === null) return told;
  return Object.fromEntries(
    Object.entries(told).map(([name, value]) => [name[0].toLowerCase() + name.slice(1), renamed(value)]),
  );
}

/**
 * A round lasts as long as the clock says; without one, times are 0.
 * @param {any} told
 * @param {number | null} clockMs
 * @returns {GameState}
 */
export function readState(told, clockMs = null) {
  const gamePace = Math.trunc(clockMs ?? 0);
  const elapsedTime = gamePace * told.Counter;
  return { ...renamed(told), elapsedTime, nextMove: elapsedTime + gamePace, gamePace };
}
