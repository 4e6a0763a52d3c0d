// The game that is reviewed, or from which a line branches.

import { allPositions } from "./positions.js";

export class PlayedGame {
  constructor() {
    this.table = "";
    /** turn by turn @type {any[]} */
    this.positions = [];
    /** what it is @type {{game: string, options: Record<string, any>} | null} */
    this.kind = null;
  }

  /** @param {string} table empty: none */
  async load(table) {
    if (table === this.table) return;
    const whole = table ? await allPositions(table) : null;
    this.table = table;
    this.positions = whole?.positions ?? [];
    this.kind = whole && { game: whole.game, options: whole.options };
  }

  /** The moves that were played in the position that is shown. @param {import("./address.js").Place} place @param {import("./line.js").Line} line */
  movesIn(place, line) {
    const turn = place.reviewed ? line.at : line.last === 0 ? place.turn : -1;
    return this.positions[turn + 1]?.moves ?? null;
  }
}
