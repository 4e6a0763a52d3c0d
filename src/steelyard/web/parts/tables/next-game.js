// Games that follow from one: from a position of it, or against the next bot.

import { notice } from "../page/header.js";
import { withModule } from "../page/later.js";
import { nextBot, openTable } from "./games.js";

/** @typedef {import("./games.js").GameInfo} GameInfo */
/** @typedef {import("./table.js").Table} Table */

/** Set up another game. @param {GameInfo} info @param {import("./setup.js").Origin | null} origin */
export function setUp(info, origin = null) {
  return withModule(import("./setup.js"), ({ openSetup }) => openSetup(info, origin));
}

/** Set up a game that begins with a position of this one. @param {GameInfo} info @param {Table} table @param {number} turn */
export function playOn(info, table, turn) {
  const position = table.positions.get(turn);
  if (!position) return;
  setUp(info, {
    position: position.state,
    options: table.options,
    svg: position.svg,
    from: { table: table.id, turn },
  });
}

/** The same game against the next bot. @param {GameInfo} info @param {Table} table */
export async function playNextLevel(info, table) {
  const bot = nextBot(info, table);
  /** @type {import("./games.js").Seat[]} */
  const seats = table.players.map((_, seat) => (table.you.includes(seat) ? { kind: "me" } : { kind: "bot", bot }));
  try {
    await openTable({ game: table.game, options: table.options, clock: table.clock, seats });
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}
