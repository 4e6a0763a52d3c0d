// Positions of a finished game, loaded page by page.

import { Refusal, get } from "../page/http.js";

const AT_A_TIME = 1000;
const WAIT_MS = 10_000; // the rate limit's window: one person gets about one page within it

/** The positions around a turn. @param {string} table @param {number} turn @returns {Promise<any[]>} */
export async function positionsAround(table, turn) {
  const first = turn - (turn % AT_A_TIME);
  return (await get(`/api/tables/${table}/positions?first=${first}`)).positions;
}

/** A whole game. @param {string} table @returns {Promise<{game: string, options: Record<string, any>, positions: any[]}>} */
export async function allPositions(table) {
  const whole = await get(`/api/tables/${table}/positions`);
  for (let more = whole.positions; more.length === AT_A_TIME; whole.positions.push(...more))
    more = await positionsFrom(table, whole.positions.length);
  return whole;
}

/** The next positions of a long game. If the server's rate limit refuses, waits and tries once more. @param {string} table @param {number} turn */
async function positionsFrom(table, turn) {
  try {
    return await positionsAround(table, turn);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 429) throw error;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    return positionsAround(table, turn);
  }
}
