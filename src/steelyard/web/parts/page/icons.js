// Line icons, 24 by 24, drawn with the text's colour.

import { svg } from "../../board/render.js";

const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  flip: "M7 20V5M7 5L3 9M7 5l4 4M17 4v15M17 19l-4-4M17 19l4-4",
  sound: "M4 9v6h4l5 4V5L8 9zM17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11",
  silent: "M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1.200 1.200M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1.200-1.200",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  file: "M12 4v11M7 11l5 5 5-5M5 20h14",
  film: "M4 5h16v14H4zM8 5v14M16 5v14M4 12h16M4 8.500h4M4 15.500h4M16 8.500h4M16 15.500h4",
  edit: "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4",
  frame: "M4 5h16v14H4zM9 10l-2.500 2.500L9 15M15 10l2.500 2.500L15 15",
  fork: "M6 4v16M6 12h6a6 6 0 0 0 6-6V4M15 7l3-3 3 3",
  lens: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  flag: "M6 21V4M6 5h12l-3 4 3 4H6",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21a8 8 0 0 1 16 0",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  up: "M12 19V5M5 12l7-7 7 7",
  down: "M12 5v14M5 12l7 7 7-7",
  left: "M19 12H5M12 5l-7 7 7 7",
  right: "M5 12h14M12 5l7 7-7 7",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.5.400.5 1 .5 1.600h6c0-.6 0-1.200.5-1.600A6 6 0 0 0 12 3z",
  book: "M4 5h6a2 2 0 0 1 2 2v13a2 2 0 0 0-2-2H4zM20 5h-6a2 2 0 0 0-2 2v13a2 2 0 0 1 2-2h6z",
  duel: "M4 4l11 11M20 4L9 15M6 13l5 5M18 13l-5 5M4 20l3.500-3.500M20 20l-3.500-3.500",
  fire: "M12 3v4M12 17v4M3 12h4M17 12h4M12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
};

/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: PATHS[name] }),
  );
}

/** The logo: a steelyard whose long arm carries a turret. */
export function emblem() {
  return svg(
    "svg",
    { class: "emblem", viewBox: "0 0 32 32", "aria-hidden": "true" },
    svg("path", { class: "beam", d: "M3 10.500L29 8M9 5v5M6.500 10.500v8M24 9v4" }),
    svg("path", { class: "pan", d: "M2 18.500h9a4.500 4.500 0 0 1-9 0z" }),
    svg("rect", { class: "weight", x: 20, y: 13, width: 8, height: 9, rx: 1.5 }),
    svg("path", { class: "beam", d: "M9 10v17M5 27.500h8" }),
  );
}
