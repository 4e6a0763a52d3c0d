// The verbs of a board. It shows pictures and says what was picked; what may be picked, it is told.

import { animate, changes, cuts } from "./animation.js";
import { placesOf } from "./board.js";
import { listen } from "./events.js";
import { readPicture, SQUARE } from "./picture.js";
import { renderMarks, renderPicture, skeleton } from "./render.js";
import { initialState } from "./state.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./animation.js").Phases} Phases */

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
  sizeLabels(element, state);

  return {
    element,
    state,

    /** Show a picture; with phases, or if it follows the one on show, as a movement.
     * @param {string} svg @param {{phases?: Phases | null, animated?: boolean}} how */
    show(svg, { phases = null, animated = true } = {}) {
      finish();
      const before = state.picture;
      state.picture = readPicture(svg);
      state.picked = null;
      state.hovered = null;
      renderPicture(parts, state, element);
      if (before && animated && !cuts(state.speed)) {
        const steps = phases?.length ? phases : changes(before.layers, state.picture.layers);
        if (steps.length) run(before.layers, steps);
      }
      redraw();
    },

    /** Change what the board knows, all at once. @param {Partial<BoardState>} changed */
    set(changed) {
      Object.assign(state, changed);
      if (!state.picks.some((pick) => pick.id === state.picked)) state.picked = null;
      redraw();
    },

    /** Let go of what is picked. @returns {boolean} whether anything was */
    cancel() {
      const had = state.picked !== null;
      state.picked = null;
      redraw();
      return had;
    },

    /** The square an element stands on. @param {string} id */
    placeOf(id) {
      return placesOf(state).get(id) ?? null;
    },

    /** End an animation that is under way. */
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

/** Coordinates keep their size on screen however large the board is. @param {HTMLElement} element @param {BoardState} state */
function sizeLabels(element, state) {
  new ResizeObserver(() => {
    const columns = state.picture?.columns ?? 8;
    const scale = element.clientWidth / (columns * SQUARE + 48);
    if (scale > 0) element.style.setProperty("--label", `${Math.min(13 / scale, 16)}px`);
  }).observe(element);
}
