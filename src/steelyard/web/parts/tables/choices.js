// What a person can pick on the board now, and what they have chosen.

import { boardPicks, owed } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../../board/state.js").Pick} Pick */

/**
 * @param {Table} table
 * @param {{now: boolean, sent: Pick | null, together: boolean}} page whether it shows the current position, what it
 *   has sent, and whether all its seats choose at the same time
 */
export function choices(table, { now, sent, together }) {
  const mine = sent?.id && table.you.length === 1 ? [sent.id] : [];
  const chosen = now ? [...mine, ...sealedElements(table)] : [];
  const [seat] = owed(table);
  if (!now || sent || seat === undefined) return { picks: [], chosen };
  const seats = together ? owed(table) : [seat];
  return { picks: seats.flatMap((one) => boardPicks(table, one)), chosen };
}

/** The tanks of moves locked in on this page; none if two people share the screen. @param {Table} table */
function sealedElements(table) {
  if (table.you.length !== 1 || table.game === "tank_duel") return [];
  const [seat] = table.you;
  return table.sealed[seat] && table.chosen[seat] ? [`tank-${seat}-${table.chosen[seat]}`] : [];
}
