// Pointer and keyboard input on a board.

import * as board from "./board.js";
import { byId, placeOf, same, squareAt } from "./picture.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./picture.js").Point} Point */

const DRAG = 6; // pixels before a press becomes a drag
const HOLD_MS = 400; // before a finger that stays asks about a tank instead of choosing it
/** @type {Record<string, Point>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {HTMLElement} element
 * @param {import("./render.js").Skeleton} parts
 * @param {BoardState} state
 * @param {() => void} redraw
 */
export function listen(element, parts, state, redraw) {
  /** @type {{start: Point, square: Point, dragging: SVGElement | null, wasPicked: boolean} | null} */
  let press = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let holding = undefined;

  /** @param {PointerEvent} event @returns {Point} in the board's units */
  const pointOf = (event) => {
    const matrix = parts.turned.getScreenCTM();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
    return [at.x, at.y];
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !state.picture) return;
    const square = squareAt(...pointOf(event));
    state.cursor = null;
    const id = board.pickableAt(state, square);
    const plays = board.playedBy(state, square);
    press = {
      start: [event.clientX, event.clientY],
      square,
      dragging: null,
      wasPicked: id !== null && id === state.picked,
    };
    if (!plays && id !== null && !press.wasPicked) pickUp(state, id);
    clearTimeout(holding);
    if (event.pointerType !== "mouse") holding = setTimeout(() => hold(square), HOLD_MS);
    redraw();
  });

  /** A finger has stayed on a square: tell about what is there, and choose nothing. @param {Point} square */
  function hold(square) {
    if (press?.dragging || board.tellingAt(state, square) === null) return;
    press = null;
    pickUp(state, null);
    point(square);
  }

  element.addEventListener("pointermove", (event) => {
    if (press && state.picked !== null && event.buttons === 1) drag(event, press);
    else if (!press && event.pointerType === "mouse") hover(squareAt(...pointOf(event)));
  });

  element.addEventListener("pointerleave", () => hover(null));
  element.addEventListener("contextmenu", (event) => state.pointed !== null && event.preventDefault());

  element.addEventListener("pointerup", (event) => {
    clearTimeout(holding);
    if (event.pointerType !== "mouse") point(null);
    if (!press || !state.picture) return;
    const { square: pressed, dragging, wasPicked } = press;
    press = null;
    dragging?.removeAttribute("style");
    const square = squareAt(...pointOf(event));
    const plays = board.playedBy(state, square);
    if (plays && (dragging || same(square, pressed))) play(plays);
    else if (!dragging && same(square, pressed)) release(square, wasPicked);
    redraw();
  });

  element.addEventListener("pointercancel", () => {
    clearTimeout(holding);
    point(null);
    press?.dragging?.removeAttribute("style");
    press = null;
  });

  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !state.picture || !state.picks.length) return;
    if (!key(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    redraw();
  });

  element.addEventListener("blur", () => {
    state.cursor = null;
    point(null);
    redraw();
  });

  /** @param {string} name @returns {boolean} whether it means something here */
  function key(name) {
    if (name in STEPS) board.moveCursor(state, STEPS[name]);
    else if (name === "n" || name === "N") board.nextPickable(state, name === "n" ? 1 : -1);
    else if (name === "Escape" && (state.picked !== null || state.cursor !== null)) {
      if (state.picked === null) state.cursor = null;
      else board.pick(state, null);
    } else if ((name === "Enter" || name === " ") && state.cursor) {
      if (enter(state.cursor)) return true; // the page tells what follows; the square is empty soon
    } else return false;
    point(state.cursor);
    if (state.cursor) state.onSay(board.inWords(state, state.cursor));
    return true;
  }

  /** @param {Point} square @returns {boolean} whether a move was played */
  function enter(square) {
    const plays = board.playedBy(state, square);
    const id = board.pickableAt(state, square);
    if (plays) {
      play(plays);
      if (plays.to) state.cursor = squareAt(...plays.to); // it goes with the tank
    } else if (id !== null) pickUp(state, id);
    else state.onSquare(square);
    return plays !== null;
  }

  /** @param {Point} square @param {boolean} wasPicked */
  function release(square, wasPicked) {
    if (wasPicked) pickUp(state, null);
    else if (board.pickableAt(state, square) === null) {
      if (state.picked !== null) pickUp(state, null);
      state.onSquare(square);
    }
  }

  /** @param {import("./state.js").Pick} plays */
  function play(plays) {
    state.picked = null;
    state.hovered = null;
    state.onMove(plays);
  }

  /** @param {PointerEvent} event @param {NonNullable<typeof press>} now */
  function drag(event, now) {
    if (!now.dragging && Math.hypot(event.clientX - now.start[0], event.clientY - now.start[1]) < DRAG)
      return;
    now.dragging ??= byId(parts.position).get(state.picked ?? "") ?? null;
    const place = now.dragging && placeOf(now.dragging);
    if (!now.dragging || !place) return;
    const [x, y] = pointOf(event);
    now.dragging.style.transform = `translate(${x}px, ${y}px) rotate(${place.turn}deg)`;
  }

  /** @param {Point | null} square */
  function hover(square) {
    state.under = square;
    if (square && state.untold && same(square, state.untold)) return;
    state.untold = null;
    const id = square && board.pickableAt(state, square);
    const free = Boolean(square && (id !== null || board.playedBy(state, square)));
    element.classList.toggle("hand", free);
    point(square);
    if (id === state.hovered) return;
    state.hovered = id;
    redraw();
  }

  /** Tell about what is on a square. @param {Point | null} square */
  function point(square) {
    const id = square && board.tellingAt(state, square);
    if (id === state.pointed) return;
    state.pointed = id;
    state.onPoint(id === null ? null : board.about(state, id));
    redraw();
  }
}

/** @param {BoardState} state @param {string | null} id */
function pickUp(state, id) {
  state.picked = id;
  state.onPick(id);
}
