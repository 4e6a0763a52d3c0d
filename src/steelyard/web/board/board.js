// Changes of a board's state. Nothing here touches the DOM.

import { words } from "../words/general.js";
import { byId, readSquares, same, squareAt, squareOf } from "./picture.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./state.js").Pick} Pick */
/** @typedef {import("./state.js").About} About */
/** @typedef {import("./picture.js").Point} Point */

/** The move that a click on a square plays, if any. @param {BoardState} state @param {Point} square @returns {Pick | null} */
export function playedBy(state, square) {
  const target = state.picks.find(
    ({ id, to }) => id === state.picked && to !== null && same(squareAt(...to), square),
  );
  if (target) return target;
  const id = pickableAt(state, square);
  return state.picks.find((offered) => offered.id === id && offered.once) ?? null;
}

/** The element on a square that can be picked. @param {BoardState} state @param {Point} square */
export function pickableAt(state, square) {
  const places = placesOf(state);
  const found = state.picks.find(({ id }) => same(places.get(id) ?? null, square));
  return found ? found.id : null;
}

/** Which square each element stands on. @param {BoardState} state @returns {Map<string, Point>} */
export function placesOf(state) {
  const places = new Map();
  if (!state.picture) return places;
  for (const [id, element] of byId(state.picture.layers)) {
    const square = squareOf(element);
    if (square) places.set(id, square);
  }
  return places;
}

/** Select an element, or clear the selection if it was selected already. @param {BoardState} state @param {string | null} id */
export function pick(state, id) {
  state.picked = id === state.picked ? null : id;
}

/** Move the keyboard cursor within the board. @param {BoardState} state @param {Point} step as seen on screen */
export function moveCursor(state, [right, down]) {
  if (!state.picture) return;
  const { columns, rows } = state.picture;
  const turned = state.flipped ? -1 : 1;
  const [column, row] = state.cursor ?? firstSquare(state);
  if (state.cursor === null) state.cursor = [column, row];
  else
    state.cursor = [
      Math.min(Math.max(column + turned * right, 0), columns - 1),
      Math.min(Math.max(row + turned * down, 0), rows - 1),
    ];
}

/** Move the keyboard cursor to the next element that can be picked. @param {BoardState} state @param {number} by */
export function nextPickable(state, by) {
  const places = placesOf(state);
  const squares = [...places]
    .filter(([id]) => state.picks.some((one) => one.id === id))
    .map(([, square]) => square);
  if (!squares.length) return;
  const now = squares.findIndex((square) => same(square, state.cursor));
  state.cursor = squares[(now + by + squares.length) % squares.length];
}

/** @param {BoardState} state @returns {Point} */
function firstSquare(state) {
  const places = placesOf(state);
  for (const { id } of state.picks) {
    const square = places.get(id);
    if (square) return square;
  }
  const { columns, rows } = state.picture ?? { columns: 1, rows: 1 };
  return [Math.floor(columns / 2), Math.floor(rows / 2)];
}

/** The element on a square that tells something about itself. @param {BoardState} state @param {Point} square */
export function tellingAt(state, square) {
  if (!state.picture) return null;
  for (const [id, element] of byId(state.picture.layers)) {
    const tells = TELLING.some((name) => element.hasAttribute(name));
    if (tells && element.hasAttribute("data-label") && same(squareOf(element), square)) return id;
  }
  return null;
}

const TELLING = ["data-reach", "data-aim", "data-goes", "data-stuck"];

/** What the picture tells of an element. @param {BoardState} state @param {string} id @returns {About | null} */
export function about(state, id) {
  const element = state.picture && byId(state.picture.layers).get(id);
  if (!element) return null;
  const told = (/** @type {string} */ name) => element.getAttribute(name) ?? "";
  const flies = id.startsWith("missile");
  return {
    label: told("data-label"),
    flies,
    reach: readSquares(told("data-reach")).filter((square) => flies || !isOwn(state, element, square)),
    aim: readSquares(told("data-aim")),
    goes: readSquares(told("data-goes")),
    stuck: told("data-stuck"),
  };
}

/** Whether a tank of the same side is on a square: no shot hits it. @param {BoardState} state @param {Element} tank @param {Point} square */
function isOwn({ picture }, tank, square) {
  const own = picture?.layers.querySelectorAll(`[data-reach][data-seat="${tank.getAttribute("data-seat")}"]`) ?? [];
  return [...own].some((other) => same(squareOf(other), square));
}

/** Describes the content of a square and what can be done there. @param {BoardState} state @param {Point} square */
export function inWords(state, square) {
  const { square: told } = words.game;
  const parts = [state.naming(square)];
  if (state.picture) {
    for (const [id, element] of byId(state.picture.layers)) {
      const label = element.getAttribute("data-label");
      if (label && same(squareOf(element), square)) {
        parts.push(label);
        if (id === state.picked) parts.push(told.picked);
        const stuck = element.getAttribute("data-stuck");
        if (stuck && element.classList.contains("stuck")) parts.push(told.stuck(stuck));
      }
    }
  }
  const played = playedBy(state, square);
  if (played) parts.push(played.capture ? told.capture : told.target);
  else if (pickableAt(state, square) !== null) parts.push(told.pickable);
  return parts.join(", ");
}
