// The board component's interface. It shows pictures and reports what was picked; the caller says what may be picked.

import { animate, changes, cuts } from "./animation.js";
import { placesOf } from "./board.js";
import { listen } from "./events.js";
import { onBoard, readPicture, viewBox } from "./picture.js";
import { renderMarks, renderPicture, skeleton } from "./render.js";
import { initialState } from "./state.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./animation.js").Phases} Phases */

const LABEL_PX = 13;

/**
 * @param {HTMLElement} element
 * @param {Partial<BoardState> & {interactive?: boolean}} config
 */
export function createBoard(element, { interactive = true, ...config } = {}) {
  const state = Object.assign(initialState(), config);
  const parts = skeleton(element);
  let finish = () => {};
  const redraw = () => renderMarks(parts, state);
  element.classList.add("board");
  if (interactive) listen(element, parts, state, redraw);
  const size = () => sizeLabels(element, state);
  new ResizeObserver(size).observe(element);

  return {
    element,
    state,

    /** Show a picture, animated if phases are given (in the picture's units) or if it follows the current one.
     * @param {string} svg @param {{phases?: Phases | null, animated?: boolean}} how */
    show(svg, { phases = null, animated = true } = {}) {
      finish();
      const before = state.picture;
      state.picture = readPicture(svg);
      state.picked = null;
      state.hovered = null;
      if (state.pointed !== null) state.onPoint(null); // it may be elsewhere now
      state.pointed = null;
      renderPicture(parts, state, element);
      if (before?.columns !== state.picture.columns) size();
      if (before && animated && !cuts(state.speed)) {
        const steps = phases?.length ? phases.map(placed) : changes(before.layers, state.picture.layers);
        if (steps.length) run(before.layers, steps);
      }
      redraw();
    },

    /** Change parts of the board's state and draw once. @param {Partial<BoardState>} changed */
    set(changed) {
      Object.assign(state, changed);
      if (!state.picks.some((pick) => pick.id === state.picked)) state.picked = null;
      redraw();
    },

    /** Clear the selection. @returns {boolean} whether anything was */
    cancel() {
      const had = state.picked !== null;
      state.picked = null;
      redraw();
      return had;
    },

    /** Show nothing of what somebody has just chosen, who looks away now. */
    hide() {
      if (state.pointed !== null) state.onPoint(null);
      Object.assign(state, { picked: null, hovered: null, pointed: null, cursor: null, untold: state.under });
      redraw();
    },

    /** The square an element stands on. @param {string} id */
    placeOf(id) {
      return placesOf(state).get(id) ?? null;
    },

    /** End a running animation. */
    finish() {
      finish();
    },
  };

  /** @param {SVGGElement} before @param {Phases} steps */
  function run(before, steps) {
    element.dataset.moving = "";
    const end = animate(parts, before, steps, state.speed, state.onStep, () => {
      delete element.dataset.moving;
      finish = () => {};
    });
    finish = end;
  }
}

/** @typedef {ReturnType<typeof createBoard>} Board */

/** A step with its points in the board's units. @param {import("./animation.js").Action[]} step */
function placed(step) {
  return step.map((action) => ({
    ...action,
    ...(action.from && { from: onBoard(action.from) }),
    ...(action.to && { to: onBoard(action.to) }),
    ...(action.at && { at: onBoard(action.at) }),
  }));
}

/** Coordinates keep their size on screen, whatever the size of the board. @param {HTMLElement} element @param {BoardState} state */
function sizeLabels(element, state) {
  if (!state.picture) return;
  const [, , width] = viewBox(state.picture.columns, state.picture.rows);
  const scale = element.clientWidth / width;
  if (scale > 0) element.style.setProperty("--label", `${Math.min(LABEL_PX / scale, 16)}px`);
}
