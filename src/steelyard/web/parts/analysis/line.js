// A line of moves that a person tries out, starting from a position.

import { byId, readPicture, squareOf } from "../../board/picture.js";
import { post } from "../page/http.js";

/** @typedef {any} View a position with what can be done there */

const AT_A_TIME = 50; // positions that the server draws for one request
const BETWEEN = /** @type {Record<string, string>} */ ({ tank_war: "-" });

export class Line {
  /** @param {string} game @param {Record<string, any>} options @param {View} root */
  constructor(game, options, root) {
    this.game = game;
    this.options = options;
    /** positions, the first one included @type {View[]} */
    this.views = [root];
    /** @type {string[]} */
    this.turns = [];
    this.at = 0;
  }

  get here() {
    return this.views[this.at];
  }

  get last() {
    return this.turns.length;
  }

  /** Play a turn here; the turns that followed before are discarded. @param {(string | null)[]} moves by seat @returns {Promise<void>} */
  async play(moves) {
    const turn = moves.filter((move) => move !== null).join(BETWEEN[this.game] ?? "/");
    const turns = [...this.turns.slice(0, this.at), turn];
    const view = await post("/api/play", {
      game: this.game,
      options: this.options,
      state: this.views[0].state,
      turns,
    });
    this.turns = [...turns.slice(0, -1), view.written ?? turn];
    this.views = [...this.views.slice(0, this.at + 1), view];
    this.at += 1;
  }

  /** Play turns as an address has them; the last one is shown. @param {string[]} turns @returns {Promise<void>} */
  async playAll(turns) {
    for (let first = 0; first < turns.length; first += AT_A_TIME) {
      const part = turns.slice(first, first + AT_A_TIME);
      const asked = { game: this.game, options: this.options, state: this.here.state, turns: part, all: true };
      const { positions } = await post("/api/play", asked);
      for (const view of positions.slice(1)) {
        this.views.push({ ...view, picks: null }); // asked for when it is shown
        this.turns.push(view.written);
      }
      this.at = this.last;
    }
  }

  /** The moves of a written turn, by seat. @param {string} turn @returns {(string | null)[]} */
  movesOf(turn) {
    const movers = this.here.to_move;
    const parts = movers.length > 1 ? turn.split(BETWEEN[this.game] ?? "/") : [turn];
    return [0, 1].map((seat) => parts[movers.indexOf(seat)] ?? null);
  }

  /** @param {number} turn */
  go(turn) {
    this.at = Math.min(Math.max(turn, 0), this.last);
  }
}

/** @param {string} game @param {Record<string, any>} options @param {string} state empty: the first position @returns {Promise<View>} */
export function viewOf(game, options, state) {
  return post("/api/view", { game, options, ...(state ? { state } : { setup: "" }) });
}

/** A position of a game with what can be done there. Read anew, its elements may have other names: they are matched by place.
 * @param {string} game @param {Record<string, any>} options @param {View} position @returns {Promise<View>} */
export async function withPicks(game, options, position) {
  const { svg, picks, to_move, outcome, legal } = await viewOf(game, options, position.state);
  const names = namesByPlace(svg, position.svg);
  const renamed = Object.entries(picks).map(([seat, elements]) => [
    seat,
    Object.fromEntries(Object.entries(elements).map(([id, entries]) => [names.get(id) ?? id, entries])),
  ]);
  return { ...position, picks: Object.fromEntries(renamed), to_move, outcome, legal };
}

/** Maps the ids of one picture to those of another. @param {string} from @param {string} to */
function namesByPlace(from, to) {
  const [old, now] = [from, to].map((svg) => byId(readPicture(svg).layers));
  const there = new Map(
    [...now]
      .filter(([, element]) => element.hasAttribute("data-label"))
      .map(([id, element]) => [String(squareOf(element)), id]),
  );
  return new Map(
    [...old].map(([id, element]) => [
      id,
      element.hasAttribute("data-label") ? there.get(String(squareOf(element))) : id,
    ]),
  );
}
