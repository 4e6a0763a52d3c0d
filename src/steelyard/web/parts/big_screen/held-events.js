// What the screen tells of the contest: while a game is shown, as it stood before that game had ended.

/** @typedef {import("./matches.js").Event} Event */
/** One that is live has not ended. @typedef {{id: string, ended?: number | null}} Game */

export class HeldEvents {
  constructor() {
    /** The one on show, and after it those that are held back. @type {Event[]} */
    this.events = [];
  }

  /** @param {Event} event */
  add(event) {
    if (event.contest?.id !== this.newest?.contest?.id) this.events = [];
    this.events.push(event);
  }

  get newest() {
    return this.events.at(-1) ?? null;
  }

  get shown() {
    return this.events[0] ?? null;
  }

  /** Show the newest that does not tell how a game has ended. @param {Game} game @returns {boolean} whether there is one */
  holdBack(game) {
    const last = this.events.findLastIndex((event) => event.course && !tells(event.course, game));
    if (last > 0) this.events.splice(0, last);
    return last >= 0;
  }

  /** Show the newest. */
  release() {
    this.events.splice(0, this.events.length - 1);
  }
}

/** Games are told in the order in which they ended. @param {import("./matches.js").Course} course @param {Game} game */
function tells({ recent }, { id, ended }) {
  return recent.some((each) => each.id === id) || (recent[0]?.ended ?? 0) >= (ended ?? Infinity);
}
