// A game as a bot is told of it: a Start once, then a Turn each time a move is due.
import { State } from "./state.mjs";

/**
 * A game begins.
 * @typedef {object} Start
 * @property {string} game which one; a process may play many
 * @property {number} seat where you sit: 0 or 1
 * @property {Record<string, string>} options of the game that are not at their default
 * @property {string[]} players
 * @property {string} clock
 * @property {number} seed chance for your bot: with the same seed it should play the same
 */

/**
 * A move is due.
 * @typedef {object} Turn
 * @property {number} number
 * @property {State} state
 * @property {string[]} legal every move you may make
 * @property {number} seat
 * @property {number | null} clockMs what you have left; null is no limit
 * @property {number | null} enemyClockMs
 * @property {number} latencyMs how late this machine runs things: keep at least this much in hand
 */

/**
 * @param {import("./referee.mjs").Message} message
 * @returns {Start}
 */
export function startOf({ game, seat, options, players, clock, seed }) {
  const texts = Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]));
  return { game, seat, options: texts, players, clock, seed };
}

/**
 * @param {import("./referee.mjs").Message} message
 * @param {number} seat
 * @returns {Turn}
 */
export function turnOf(message, seat) {
  return {
    number: message.turn,
    state: new State(message.state),
    legal: message.legal,
    seat,
    clockMs: message.clocks_ms[seat],
    enemyClockMs: message.clocks_ms[1 - seat],
    latencyMs: message.latency_ms,
  };
}

/**
 * Numbers from 0 to 1 that look random; the same seed gives the same.
 * @param {number} seed
 * @returns {() => number}
 */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The item that is worth most; among equals chance decides.
 * @template T
 * @param {T[]} items
 * @param {(item: T) => number} worth
 * @param {() => number} random
 * @returns {T}
 */
export function best(items, worth, random) {
  const worths = items.map(worth);
  const most = Math.max(...worths);
  const equals = items.filter((_, index) => worths[index] === most);
  return equals[Math.floor(random() * equals.length)];
}
