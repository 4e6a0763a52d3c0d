// Parses the server's picture of a position: its squares, and the elements on
// them. Ids become `data-id`, so that several boards can be on one page.

import { translated } from "../parts/page/sentences.js";

export const SQUARE = 60; // the side of a square, in the picture's units
const MARGIN = 30; // around the board in the picture
const SHOWN = 24; // how much of that margin is shown: room for coordinates

/** @typedef {[number, number]} Point in the units of the board, or column and row of a square */
/** @typedef {{x: number, y: number, turn: number}} Place where an element stands, and its rotation in degrees */
/**
 * @typedef {object} Picture
 * @property {number} columns
 * @property {number} rows
 * @property {string} words the position in words
 * @property {SVGGElement} layers everything on the board
 */

/** @param {string} text @returns {Picture} */
export function readPicture(text) {
  const plain = text.replace(/<style>[^]*?<\/style>/, ""); // the page has its own style sheet
  const root = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  const layers = root.querySelector(":scope > g");
  if (!(layers instanceof SVGGElement)) throw new Error("a picture has no board in it");
  layers.querySelector(".aside")?.remove();
  for (const element of layers.querySelectorAll("[id]")) {
    element.setAttribute("data-id", element.id);
    element.removeAttribute("id");
  }
  for (const name of ["data-label", "data-stuck"])
    for (const element of layers.querySelectorAll(`[${name}]`))
      element.setAttribute(name, translated(element.getAttribute(name) ?? ""));
  for (const cause of layers.querySelectorAll("text.hit"))
    cause.textContent = (cause.textContent ?? "").split(" ").map(translated).join(" ");
  layers.removeAttribute("transform");
  layers.setAttribute("class", "position");
  const [, , width, height] = (root.getAttribute("viewBox") ?? "0 0 420 420").split(" ").map(Number);
  return {
    columns: Number(root.getAttribute("data-columns") ?? (width - 2 * MARGIN) / SQUARE),
    rows: Number(root.getAttribute("data-rows") ?? (height - 2 * MARGIN) / SQUARE),
    words: translated(root.querySelector("desc")?.textContent ?? ""),
    layers: /** @type {SVGGElement} */ (document.importNode(layers, true)),
  };
}

/** The view box of a board of that size. @param {number} columns @param {number} rows */
export function viewBox(columns, rows) {
  return [-SHOWN, -SHOWN, columns * SQUARE + 2 * SHOWN, rows * SQUARE + 2 * SHOWN];
}

/** The place of an element, if it has a transform. @param {Element} element @returns {Place | null} */
export function placeOf(element) {
  const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)(?:\s*rotate\(([-\d.]+)\))?/.exec(
    element.getAttribute("transform") ?? "",
  );
  return found && { x: Number(found[1]), y: Number(found[2]), turn: Number(found[3] ?? 0) };
}

/** The square an element stands on, by its transform or as a rectangle. @param {Element} element @returns {Point | null} */
export function squareOf(element) {
  const place = placeOf(element);
  if (place) return squareAt(place.x, place.y);
  if (element.tagName !== "rect") return null;
  return squareAt(Number(element.getAttribute("x")), Number(element.getAttribute("y")));
}

/** Every element with an id, by its id. @param {ParentNode} layers @returns {Map<string, SVGElement>} */
export function byId(layers) {
  const found = new Map();
  for (const element of layers.querySelectorAll("[data-id]"))
    found.set(element.getAttribute("data-id"), element);
  return found;
}

/** A point of the whole picture, as the server gives it, in the units of the board. @param {Point} point @returns {Point} */
export function onBoard([x, y]) {
  return [x - MARGIN, y - MARGIN];
}

/** The square a point lies in. @param {number} x @param {number} y @returns {Point} */
export function squareAt(x, y) {
  return [Math.floor(x / SQUARE), Math.floor(y / SQUARE)];
}

/** Squares as a picture's attributes have them: `1,2 3,2`. @param {string} text @returns {Point[]} */
export function readSquares(text) {
  return text
    .split(" ")
    .filter(Boolean)
    .map((square) => /** @type {Point} */ (square.split(",").map(Number)));
}

/** The middle of a square. @param {Point} square @returns {Point} */
export function middle([column, row]) {
  return [(column + 0.5) * SQUARE, (row + 0.5) * SQUARE];
}

/** @param {Point | null} a @param {Point | null} b */
export function same(a, b) {
  return a !== null && b !== null && a[0] === b[0] && a[1] === b[1];
}
