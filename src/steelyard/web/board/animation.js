// Animates the change from one picture to the next. The new picture is in place from the start. Elements that
// moved start at their old place; elements that were removed stay as ghosts until their step is shown.

import { byId, placeOf, SQUARE } from "./picture.js";
import { svg } from "./render.js";

/** @typedef {import("./picture.js").Place} Place */
/** @typedef {import("./picture.js").Point} Point */
/** @typedef {import("./render.js").Skeleton} Skeleton */
/**
 * @typedef {object} Action one thing that happened
 * @property {string} kind move, fly, bump, jump, shot, appear, hit, gone
 * @property {string} [id]
 * @property {number} [seat]
 * @property {Point} [from]
 * @property {Point} [to]
 * @property {Point} [at]
 */
/** @typedef {Action[][]} Phases a list of steps; the actions of a step happen at the same time */

const LASTS = { move: 180, fly: 180, bump: 180, jump: 180, shot: 120, appear: 120, hit: 250, gone: 250 };
const CUT = 4; // from this speed on there is no animation

/** @param {number} speed */
export function cuts(speed) {
  return speed >= CUT || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Derive the phases from the difference between two pictures. @param {Element} before @param {Element} after @returns {Phases} */
export function changes(before, after) {
  const [old, now] = [byId(before), byId(after)];
  /** @type {Action[]} */
  const moved = [];
  for (const [id, element] of now) {
    const [from, to] = [old.get(id), element].map((one) => (one ? placeOf(one) : null));
    if (from && to && (from.x !== to.x || from.y !== to.y)) {
      moved.push({ kind: "move", id, from: [from.x, from.y], to: [to.x, to.y] });
    }
  }
  const gone = [...old].filter(([id, element]) => !now.has(id) && placeOf(element));
  return [moved, gone.map(([id]) => ({ kind: "gone", id }))].filter((step) => step.length > 0);
}

/**
 * Animate a turn. Returns a function that ends the animation at once.
 * @param {Skeleton} parts with the new picture in place
 * @param {Element} before the old picture's layers
 * @param {Phases} phases
 * @param {number} speed
 * @param {(kind: string) => void} onStep
 * @param {() => void} onEnd
 */
export function animate(parts, before, phases, speed, onStep, onEnd) {
  const turn = new Turn(parts, before, speed);
  /** @type {number[]} */
  const timers = [];
  let start = 0;
  for (const step of phases) {
    if (!step.length) continue;
    const lasts = Math.max(...step.map((action) => durationOf(action))) / speed;
    for (const action of step) turn.add(action, start);
    for (const kind of new Set(step.map((action) => action.kind)))
      timers.push(setTimeout(onStep, start, kind));
    start += lasts;
  }
  turn.hideUntilTheirTime();
  const end = () => {
    timers.forEach(clearTimeout);
    turn.end();
    onEnd();
  };
  timers.push(setTimeout(end, start));
  return end;
}

/** @param {Action} action */
function durationOf(action) {
  return LASTS[/** @type {keyof typeof LASTS} */ (action.kind)] ?? LASTS.move;
}

class Turn {
  /** @param {Skeleton} parts @param {Element} before @param {number} speed */
  constructor(parts, before, speed) {
    this.parts = parts;
    this.speed = speed;
    this.old = byId(before);
    this.now = byId(parts.position);
    /** @type {Animation[]} */
    this.running = [];
    /** @type {Element[]} */
    this.ghosts = [];
    /** when the first shot, hit and bump are due @type {Map<string, number>} */
    this.due = new Map();
    /** ids that are drawn as they were until they are hit @type {Map<string, SVGElement>} */
    this.alive = new Map();
  }

  /** @param {Action} action @param {number} start ms */
  add(action, start) {
    if (!this.due.has(action.kind)) this.due.set(action.kind, start);
    const id = action.id ?? "";
    if (action.kind === "move") this.slide(id, action, start);
    else if (action.kind === "fly") this.slide(id, { kind: "fly" }, start); // from picture to picture: it is cut short at an edge
    else if (action.kind === "bump") this.bump(id, action, start);
    else if (action.kind === "jump") this.jump(id, action, start);
    else if (action.kind === "shot") this.flash(action, start);
    else if (action.kind === "appear") this.appear(id, start);
    else if (action.kind === "hit") this.hit(id, start);
    else if (action.kind === "gone") this.go(id, start);
  }

  /** Hide shots, bursts and text of the new picture until their step is shown. */
  hideUntilTheirTime() {
    const waits = { ".shot": "shot", ".burst, text.hit": "hit", ".bump": "bump" };
    for (const [selector, kind] of Object.entries(waits)) {
      const start = this.due.get(kind);
      if (start === undefined) continue;
      for (const element of this.parts.position.querySelectorAll(selector)) {
        this.hide(element, start);
        if (element.classList.contains("burst")) this.play(element, GROWING, start, LASTS.hit);
      }
    }
  }

  end() {
    this.running.forEach((animation) => animation.cancel());
    this.ghosts.forEach((ghost) => ghost.remove());
  }

  /** @param {string} id @param {Action} action @param {number} start */
  slide(id, action, start) {
    for (const element of this.shownAs(id)) {
      const to = placeOf(element);
      if (!to) continue;
      const was = this.old.get(id);
      const from = (was && placeOf(was)) ?? to;
      const begin = action.from ? { ...from, x: action.from[0], y: action.from[1] } : from;
      const end = action.to ? { ...to, x: action.to[0], y: action.to[1] } : to;
      this.play(element, [at(begin, to.turn), at(end, to.turn)], start, LASTS.move);
    }
  }

  /** Move half way to the target, and back. @param {string} id @param {Action} action @param {number} start */
  bump(id, action, start) {
    for (const element of this.shownAs(id)) {
      const place = placeOf(element);
      if (!place || !action.to) continue;
      const [x, y] = [place.x + (action.to[0] - place.x) * 0.35, place.y + (action.to[1] - place.y) * 0.35];
      this.play(element, [at(place), at({ ...place, x, y }), at(place)], start, LASTS.bump);
    }
  }

  /** Leave the board on one side and enter on the other. @param {string} id @param {Action} action @param {number} start */
  jump(id, action, start) {
    const was = this.old.get(id);
    for (const element of this.shownAs(id)) {
      const to = placeOf(element);
      if (!to || !action.from) continue;
      const way = [Math.sign(action.from[0] - to.x) * SQUARE, Math.sign(action.from[1] - to.y) * SQUARE];
      const edge = { ...to, x: to.x - way[0], y: to.y - way[1] };
      this.play(
        element,
        [
          { ...at(edge), opacity: 0 },
          { ...at(to), opacity: 1 },
        ],
        start,
        LASTS.jump,
      );
      const [x, y] = action.from;
      const leaving = this.ghost(was ?? element);
      this.play(
        leaving,
        [
          { ...at({ ...to, x, y }), opacity: 1 },
          { ...at({ ...to, x: x + way[0], y: y + way[1] }), opacity: 0 },
        ],
        start,
        LASTS.jump,
      );
    }
  }

  /** @param {Action} action @param {number} start */
  flash(action, start) {
    if (!action.from || !action.to) return;
    const [[x1, y1], [x2, y2]] = [action.from, action.to];
    const line = svg("path", { class: "flash", d: `M${x1} ${y1}L${x2} ${y2}`, pathLength: 1 });
    this.parts.above.append(line);
    this.ghosts.push(line);
    this.play(line, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], start, LASTS.shot);
    this.play(line, [{ opacity: 1 }, { opacity: 0 }], start + LASTS.shot / this.speed, LASTS.shot);
  }

  /** @param {string} id @param {number} start */
  appear(id, start) {
    const element = this.now.get(id);
    if (element) this.play(element, [{ opacity: 0 }, { opacity: 1 }], start, LASTS.appear);
  }

  /** Show the tank as it was until it is hit, then the wreck. @param {string} id @param {number} start */
  hit(id, start) {
    const wreck = this.now.get(id);
    const [alive] = this.shownAs(id);
    if (!alive || alive === wreck) return;
    if (wreck) this.hide(wreck, start);
    this.play(alive, [{ opacity: 1 }, { opacity: 0 }], start, LASTS.hit / 2, "both");
  }

  /** @param {string} id @param {number} start */
  go(id, start) {
    const [was, now] = [this.old.get(id), this.now.get(id)];
    const another = was && now && !isWreck(now); // a missile that was fired when this one was gone
    for (const element of another ? [this.ghost(was)] : this.shownAs(id)) {
      this.play(element, [{ opacity: 1 }, { opacity: 0 }], start, LASTS.gone, "both");
    }
  }

  /** The elements that show an id until its end: the element itself or, if it is a wreck or gone, its ghost.
   * @param {string} id @returns {SVGElement[]} */
  shownAs(id) {
    const now = this.now.get(id);
    const was = this.old.get(id);
    if (now && !isWreck(now)) return [now];
    if (!was) return now ? [now] : [];
    if (!this.alive.has(id)) {
      const ghost = this.ghost(was);
      const place = now?.getAttribute("transform");
      if (place) ghost.setAttribute("transform", place);
      this.alive.set(id, ghost);
    }
    return [/** @type {SVGElement} */ (this.alive.get(id))];
  }

  /** @param {SVGElement} element */
  ghost(element) {
    const copy = /** @type {SVGElement} */ (element.cloneNode(true));
    copy.removeAttribute("data-id");
    copy.classList.remove("pickable");
    this.parts.position.append(copy);
    this.ghosts.push(copy);
    return copy;
  }

  /** @param {Element} element @param {number} until ms, as shown */
  hide(element, until) {
    this.running.push(element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: until }));
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} start ms, as shown
   * @param {number} lasts ms at speed 1
   * @param {FillMode} fill
   */
  play(element, frames, start, lasts, fill = "backwards") {
    const timing = { delay: start, duration: lasts / this.speed, fill, easing: "ease-out" };
    this.running.push(element.animate(frames, timing));
  }
}

const GROWING = [
  { opacity: 0, transform: "scale(0.4)" },
  { opacity: 1, transform: "scale(1.15)" },
  { opacity: 1, transform: "scale(1)" },
];

/** @param {Element} element */
function isWreck(element) {
  return element.classList.contains("wreck") || element.hasAttribute("data-hits");
}

/** A place as a keyframe. If the end rotation is given, turn the shorter way. @param {Place} place @param {number} [end] */
function at({ x, y, turn }, end = turn) {
  const short = end + ((((turn - end) % 360) + 540) % 360) - 180;
  return { transform: `translate(${x}px, ${y}px) rotate(${short}deg)` };
}
