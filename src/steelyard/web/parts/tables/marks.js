// What the page marks on the board besides moves: where a missile would fly, and what a hint proposes.

import { byId, middle, readSquares, same } from "../../board/picture.js";
import { boardPicks, owed } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../../board/api.js").Board} Board */
/** @typedef {import("../../board/picture.js").Point} Point */
/** @typedef {import("./joystick.js").Joystick} Joystick */

const NAMES = { L: "left", R: "right", U: "up", D: "down" };

/**
 * The squares over which the missile would fly that a joystick is about to fire; the picture has them for each way to drive.
 * @param {Board} board @param {Table} table @param {Joystick[]} sticks of this screen @returns {Point[]}
 */
export function missilePath({ state }, table, sticks) {
  const [stick] = sticks;
  if (!state.picture || !stick || !table.live || sticks.length > 1) return []; // two people see no more than the board
  const { move, tower, fire } = stick.held;
  if (!fire || !tower) return [];
  const facing = table.positions.get(table.turn)?.json?.Tanks[stick.seat].MoveDirection.toLowerCase();
  const way = stick.considered ?? move;
  const square = byId(state.picture.layers).get(`way-${stick.seat}-${way ? NAMES[way] : facing}`);
  const lines = (square?.getAttribute("data-shots") ?? "").split("|");
  const line = lines.find((one) => one.startsWith(`${tower}:`));
  return readSquares(line?.slice(2) ?? "");
}

/** Whether a shot is set that has to wait, because the tank's missile flies on. @param {Board} board @param {Table} table @param {Joystick[]} sticks */
export function shotWaits({ state }, table, sticks) {
  const [stick] = sticks;
  if (!state.picture || !stick?.held.fire || !table.live || sticks.length > 1) return false;
  const squares = byId(state.picture.layers);
  return Object.values(NAMES).every((way) => !squares.get(`way-${stick.seat}-${way}`)?.hasAttribute("data-shots"));
}

/** The move of a hint, as an arrow. @param {Board} board @param {Table} table @param {string} move in notation
 * @returns {import("../../board/state.js").Arrow[]} */
export function hintArrow(board, table, move) {
  const [seat] = owed(table);
  const picks = seat === undefined ? [] : boardPicks(table, seat);
  const pick = picks.find((one) => one.move === move) ?? picks.find((one) => one.move === move[0]); // of a joystick
  if (!pick) return [];
  const at = board.placeOf(pick.id);
  const from = pick.to ? at : board.placeOf(`tank-${seat}`);
  const to = pick.to ?? (at && middle(at));
  return from && to ? [{ from: middle(from), to, seat, weight: 0.6 }] : [];
}

/** The arrows of a hint that is still of use once a tank is picked: those of that tank. @param {Board} board
 * @param {import("../../board/state.js").Arrow[]} arrows @param {string | null} id */
export function arrowsOf(board, arrows, id) {
  const at = id === null ? null : board.placeOf(id);
  return at ? arrows.filter(({ from }) => same(from, middle(at))) : arrows;
}
