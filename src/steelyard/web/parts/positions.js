// The positions of a game that was played, as many at a time as the server gives.

import { get } from "./net.js";

const AT_A_TIME = 1000;

/** The positions around a turn. @param {string} table @param {number} turn @returns {Promise<any[]>} */
export async function positionsAround(table, turn) {
  const first = turn - (turn % AT_A_TIME);
  return (await get(`/api/tables/${table}/positions?first=${first}`)).positions;
}

/** A whole game. @param {string} table @returns {Promise<{game: string, options: Record<string, any>, positions: any[]}>} */
export async function allPositions(table) {
  const whole = await get(`/api/tables/${table}/positions`);
  for (let more = whole.positions; more.length === AT_A_TIME; whole.positions.push(...more))
    more = await positionsAround(table, whole.positions.length);
  return whole;
}
