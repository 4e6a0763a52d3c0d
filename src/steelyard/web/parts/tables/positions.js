// The earlier positions of a table: loaded when somebody looks back.

import { positionsAround } from "../analysis/positions.js";
import { notice } from "../page/header.js";
import { translated } from "../page/sentences.js";

/** @typedef {import("./table.js").Table} Table */

/** Load the positions around a turn. @param {Table} table @param {number} turn */
export async function loadPositions(table, turn) {
  const { undone } = table;
  try {
    const loaded = await positionsAround(table.id, turn);
    if (table.undone !== undone) return; // some of them may have been taken back
    for (const position of loaded) {
      const known = table.positions.get(position.turn)?.known; // the next turn may be a change of it
      table.positions.set(position.turn, known ? { ...position, known } : position);
    }
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}

/** How long a turn took, in milliseconds. @param {Table} table @param {number} turn */
export function tookMs({ positions }, turn) {
  const [before, after] = [turn - 1, turn].map((one) => positions.get(one)?.at_ms);
  return before !== undefined && after !== undefined ? after - before : 1000;
}

/** What happened in a turn, in words. @param {Table} table @param {number} turn */
export async function lastTurnAt(table, turn) {
  if (!table.positions.has(turn)) await loadPositions(table, turn);
  return translated(table.positions.get(turn)?.last_turn ?? "");
}
