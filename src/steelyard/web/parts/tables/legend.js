// The small pictures of the legend, in the shapes used on the board.

import { svg } from "../../board/render.js";
import { silhouette } from "./silhouettes.js";

const TANKS = ["A", "B", "C", "ring"];

/** @param {string} name as in `words/guide.js` @param {number} seat whose tank is shown @returns {SVGElement} */
export function legendPicture(name, seat) {
  if (TANKS.includes(name)) return framed(silhouette(seat, { mark: name, small: false }));
  if (name === "stuck") {
    const tank = silhouette(seat, { small: false });
    tank.firstElementChild?.classList.add("stuck");
    return framed(tank);
  }
  return framed(svg("svg", { class: "steelyard", viewBox: "0 0 60 60", "aria-hidden": "true" }, ...shapes(name, seat)));
}

/** @param {SVGElement} picture */
function framed(picture) {
  picture.classList.add("legend-picture");
  return picture;
}

/** @param {string} name @param {number} seat @returns {SVGElement[]} */
function shapes(name, seat) {
  const square = (/** @type {string} */ kind, x = 2, width = 56) =>
    svg("rect", { class: kind, x, y: 2, width, height: 56 });
  switch (name) {
    case "ground":
      return [square("ground-0", 2, 28), square("ground-1", 30, 28)];
    case "mine":
      return [
        svg("circle", { class: "mine", cx: 30, cy: 30, r: 17 }),
        svg("circle", { class: "mine-light", cx: 25, cy: 24, r: 4 }),
      ];
    case "wall":
      return [square("wall"), svg("path", { class: "wall-edge", d: "M2 58l6 -6h44v-44l6 -6v56z" })];
    case "missile":
      return [svg("path", { class: `missile-${seat}`, d: "M30 3Q39 14 39 26V46l5 10h-28l5 -10V26Q21 14 30 3Z" })];
    case "aim":
      return [square("reach")];
    case "circle":
      return [square(`ground-${seat}`), svg("circle", { class: "ring", cx: 30, cy: 30, r: 20 })];
    case "hatch":
      return [svg("path", { class: "hatch", d: "M2 17L17 2M2 32L32 2M2 47L47 2M2 58L58 2M17 58L58 17M32 58L58 32M47 58L58 47" })];
    case "bump":
      return [svg("path", { class: "bump", d: "M14 30H46" })];
    default:
      return [];
  }
}
