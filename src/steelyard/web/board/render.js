// Updates the page to match a board's state.

import { about } from "./board.js";
import { byId, middle, placeOf, same, SQUARE, squareOf, viewBox } from "./picture.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./picture.js").Point} Point */

const SVG = "http://www.w3.org/2000/svg";
const CORNER = 27; // from the middle of a square to the corners of a mark
const CORNER_LENGTH = 12;

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** The fixed elements of a board. @param {HTMLElement} element */
export function skeleton(element) {
  const below = svg("g", { class: "below" });
  const position = svg("g", { class: "position" });
  const above = svg("g", { class: "above" });
  const turned = svg("g", {}, below, position, above);
  const root = /** @type {SVGSVGElement} */ (
    svg("svg", { class: "steelyard", "aria-hidden": "true" }, turned)
  );
  element.replaceChildren(root);
  return { root, turned: /** @type {SVGGElement} */ (turned), below, position, above };
}

/** @typedef {ReturnType<typeof skeleton>} Skeleton */

/** Replace the picture. @param {Skeleton} parts @param {BoardState} state @param {HTMLElement} element */
export function renderPicture(parts, state, element) {
  if (!state.picture) return;
  const { columns, rows, layers } = state.picture;
  const box = viewBox(columns, rows);
  parts.root.setAttribute("viewBox", box.join(" "));
  element.style.setProperty("--ratio", String(box[2] / box[3]));
  element.style.setProperty("--columns", String(columns));
  parts.position.replaceWith(layers);
  parts.position = layers;
}

/** Everything that is not in the picture: the selection, its targets, arrows, the keyboard cursor.
 * @param {Skeleton} parts @param {BoardState} state */
export function renderMarks(parts, state) {
  if (!state.picture) return;
  const { columns, rows } = state.picture;
  parts.root.classList.toggle("flipped", state.flipped);
  parts.turned.setAttribute(
    "transform",
    state.flipped ? `rotate(180 ${(columns * SQUARE) / 2} ${(rows * SQUARE) / 2})` : "",
  );
  const pickable = new Set(state.picks.map((pick) => pick.id));
  const choosing = new Set(state.picks.map((pick) => String(pick.seat)));
  for (const [id, element] of byId(parts.position)) {
    const seat = element.getAttribute("data-seat") ?? "";
    element.classList.toggle("pickable", pickable.has(id));
    element.classList.toggle("stuck", choosing.has(seat) && element.hasAttribute("data-stuck"));
  }
  const told = state.pointed === null ? null : about(state, state.pointed);
  const ground = svg("rect", { class: "paper", width: columns * SQUARE, height: rows * SQUARE });
  const reached = new Map([...state.marked, ...(told ? [...told.reach, ...told.aim] : [])].map((square) => [String(square), square]));
  parts.below.replaceChildren(ground, ...[...reached.values()].map(reachSquare)); // each square once
  parts.above.replaceChildren(
    ...state.chosen.flatMap((id) => cornersAround(parts, id, "chosen")),
    ...(state.picked === null ? [] : cornersAround(parts, state.picked, "picked")),
    ...state.reasons.flatMap((id) => ringAround(parts, id, "reason")),
    ...targets(parts, state),
    ...(told && state.picked === null ? told.goes : []).map((square) => goesMark(parts, square)),
    ...state.arrows.map(arrow),
    ...notes(state),
    ...(state.cursor === null ? [] : [cursorSquare(state.cursor)]),
  );
}

/** The targets of the selected element. Moves that need one click are shown when the pointer is over them.
 * @param {Skeleton} parts @param {BoardState} state */
function targets(parts, state) {
  return state.picks
    .filter((pick) => pick.id === state.picked || (pick.once && pick.id === state.hovered))
    .flatMap(({ id, to, capture }) => {
      const [cx, cy] = to ?? placeOfSquare(parts, id) ?? [];
      if (cx === undefined || cy === undefined) return [];
      return [
        svg("circle", capture ? { class: "target-ring", cx, cy, r: 26 } : { class: "target", cx, cy, r: 9 }),
      ];
    });
}

/** The middle of an element's square. @param {Skeleton} parts @param {string | null} id */
function placeOfSquare(parts, id) {
  const element = id === null ? undefined : byId(parts.position).get(id);
  const square = element?.tagName === "rect" ? squareOf(element) : null;
  return square && middle(square);
}

/** The corners of a square around an element: a commander has a ring. @param {Skeleton} parts @param {string} id @param {string} kind */
function cornersAround(parts, id, kind) {
  const place = placeOfElement(parts, id);
  if (!place) return [];
  const corner = `M-${CORNER} -${CORNER - CORNER_LENGTH}V-${CORNER}H-${CORNER - CORNER_LENGTH}`;
  const corners = [0, 90, 180, 270].map((turn) => svg("path", { d: corner, transform: `rotate(${turn})` }));
  return [svg("g", { class: `corners-${kind}`, transform: `translate(${place.x},${place.y})` }, ...corners)];
}

/** @param {Skeleton} parts @param {string} id @param {string} kind */
function ringAround(parts, id, kind) {
  const place = placeOfElement(parts, id);
  return place ? [svg("circle", { class: `ring-${kind}`, cx: place.x, cy: place.y, r: 28 })] : [];
}

/** @param {Skeleton} parts @param {string} id */
function placeOfElement(parts, id) {
  const element = byId(parts.position).get(id);
  return element ? placeOf(element) : null;
}

/** @param {Point} square */
function reachSquare([column, row]) {
  return svg("rect", { class: "reach", x: column * SQUARE, y: row * SQUARE, width: SQUARE, height: SQUARE });
}

/** Where a tank can go: a ring around a tank that it would capture. @param {Skeleton} parts @param {Point} square */
function goesMark(parts, square) {
  const [cx, cy] = middle(square);
  const taken = [...parts.position.querySelectorAll("[data-label]")].some((element) => same(squareOf(element), square));
  return svg("circle", taken ? { class: "target-ring", cx, cy, r: 26 } : { class: "target", cx, cy, r: 9 });
}

/** @param {Point} square */
function cursorSquare([column, row]) {
  const inset = 2;
  return svg("rect", {
    class: "cursor",
    x: column * SQUARE + inset,
    y: row * SQUARE + inset,
    width: SQUARE - 2 * inset,
    height: SQUARE - 2 * inset,
    rx: 4,
  });
}

/** @param {BoardState} state */
function notes(state) {
  return [...state.notes].map(([square, words]) => {
    const [x, y] = middle(/** @type {Point} */ (square.split(",").map(Number)));
    const text = svg("text", { class: "note", x, y });
    text.textContent = words;
    return text;
  });
}

const CLEAR = 22; // the distance between an arrow and the tank

/** @param {import("./state.js").Arrow} one */
function arrow({ from: [x, y], to: [x2, y2], seat, weight }) {
  const length = Math.hypot(x2 - x, y2 - y) || 1;
  const [dx, dy] = [(x2 - x) / length, (y2 - y) / length];
  const [x1, y1] = [x + dx * CLEAR, y + dy * CLEAR];
  const width = 6 + 8 * weight;
  const head = Math.min(2.2 * width, length / 2);
  const neck = [x2 - dx * head, y2 - dy * head];
  const beside = (/** @type {number[]} */ [px, py], /** @type {number} */ by) =>
    `${px - dy * by} ${py + dx * by}`;
  const outline = [
    beside([x1, y1], width / 2),
    beside(neck, width / 2),
    beside(neck, width),
    `${x2} ${y2}`,
    beside(neck, -width),
    beside(neck, -width / 2),
    beside([x1, y1], -width / 2),
  ];
  return svg("path", {
    class: `arrow arrow-${seat}`,
    d: `M${outline.join("L")}Z`,
    opacity: 0.35 + 0.5 * weight,
  });
}
