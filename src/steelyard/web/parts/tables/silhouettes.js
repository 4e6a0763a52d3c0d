// Small tanks beside the players' names, in the shapes used on the board.

import { svg } from "../../board/render.js";

/** @param {number} seat @param {{lost?: boolean, mark?: string, small?: boolean}} how */
export function silhouette(seat, { lost = false, mark = "", small = true } = {}) {
  const corner = seat === 0 ? 0 : 9;
  const turret =
    seat === 0
      ? svg("rect", { class: "turret", x: -11, y: -11, width: 22, height: 22 })
      : svg("circle", { class: "turret", r: 11.5 });
  const tank = svg(
    "g",
    { class: `tank seat-${seat}${lost ? " wreck" : ""}` },
    svg("rect", { class: "track", x: -21, y: -21, width: 9, height: 42, rx: corner / 3 }),
    svg("rect", { class: "track", x: 12, y: -21, width: 9, height: 42, rx: corner / 3 }),
    svg("rect", { class: "hull", x: -15, y: -18, width: 30, height: 38, rx: corner }),
    svg("rect", { class: "barrel", x: -3, y: -28, width: 6, height: 22 }),
    turret,
    ...(mark ? [svg("path", { class: "mark", d: MARKS[mark] ?? "" })] : []),
  );
  return svg(
    "svg",
    { class: `silhouette steelyard${small ? "" : " big"}`, viewBox: "-25 -31 50 56", "aria-hidden": "true" },
    tank,
  );
}

/** @type {Record<string, string>} */
const MARKS = {
  A: "M-5 -5L5 5M-5 5L5 -5",
  B: "M-6 0H6M0 -6V6",
  C: "M-3.500 0H3.500M0 -3.500V3.500M-8 0h.1M8 0h.1M0 -8v.1M0 8v.1",
  ring: "M0 -16a16 16 0 1 0 .1 0z",
};
