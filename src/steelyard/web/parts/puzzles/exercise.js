// A position with a question: the board takes the answer and shows what follows from it.

import { createBoard } from "../../board/api.js";
import { puzzleWords } from "../../words/puzzles.js";
import { picksIn } from "../learn/diagrams.js";
import { fill, h, say } from "../page/dom.js";
import { post } from "../page/http.js";
import { Joystick, keysFor } from "../tables/joystick.js";
import { squareName } from "../tables/names.js";

/** @typedef {{turns: string[], then: string}} Refutation */
/**
 * @typedef {object} Step
 * @property {"move" | "way" | "pair" | "share"} ask
 * @property {string} answer
 * @property {string[]} turns what is played after the right answer
 * @property {Record<string, Refutation>} wrong
 */
/**
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} game
 * @property {string} kind
 * @property {number} level
 * @property {number} seat
 * @property {string} state
 * @property {number} rounds
 * @property {string} aim
 * @property {Step[]} steps
 */

const BETWEEN_MS = 900; // two turns that are shown in a row

export class Exercise {
  /**
   * @param {Puzzle} puzzle
   * @param {{onRight: (done: boolean) => void, onWrong: (sentence: string) => void}} told
   */
  constructor(puzzle, told) {
    this.puzzle = puzzle;
    this.told = told;
    this.at = 0;
    this.state = puzzle.state;
    /** the tanks picked for a mix @type {string[]} */
    this.pair = [];
    this.cursor = h("div", { class: "unseen", "aria-live": "assertive" });
    this.place = h("div", { role: "application", tabindex: 0, "aria-label": puzzleWords.title });
    this.board = createBoard(this.place, {
      flipped: puzzle.seat === (puzzle.game === "tank_war" ? 0 : 1) && puzzle.game !== "tank_duel",
      naming: (square) => squareName(puzzle.game, square),
      onMove: (pick) => this.picked(pick.move),
      onSay: (sentence) => say(this.cursor, sentence),
    });
    this.controls = h("div", { class: "answers" });
    this.stick = new Joystick(
      puzzle.seat,
      (_, held, what) =>
        what === "move" &&
        this.answer(held.fire && held.tower && this.step.ask === "move" ? `${held.move}!${held.tower}` : String(held.move)),
    );
    this.steers = keysFor([this.stick]);
  }

  get step() {
    return this.puzzle.steps[this.at];
  }

  get other() {
    return puzzleWords.sides[1 - this.puzzle.seat];
  }

  /** Show the position of this step and take answers. */
  async ask() {
    const { game, seat } = this.puzzle;
    const view = await post("/api/view", { game, state: this.state, seat });
    this.board.show(view.svg, { animated: false });
    this.pair = [];
    this.stick.held = { move: null, tower: null, fire: false };
    this.stick.draw();
    const { ask } = this.step;
    this.board.set({
      chosen: [],
      picks: ask === "share" ? [] : picksIn(view).filter((pick) => pick.seat === seat),
    });
    const steered = game === "tank_duel" && ask !== "share";
    this.stick.towerPad.hidden = ask === "way";
    fill(this.controls, steered && this.stick.element, ask === "share" && this.shares());
    this.take(true);
  }

  /** Take answers, or no longer; the joystick stays where it is, so that nothing moves. @param {boolean} open */
  take(open) {
    this.open = open;
    this.stick.element.classList.toggle("waits", !open);
    for (const button of this.stick.element.querySelectorAll("button")) button.disabled = !open;
    if (!open && !this.stick.element.isConnected) fill(this.controls);
  }

  shares() {
    const all = [this.step.answer, ...Object.keys(this.step.wrong)].sort((a, b) => share(a) - share(b));
    return all.map((each) =>
      h("button", { type: "button", onClick: () => this.answer(each) }, puzzleWords.shares[each] ?? each),
    );
  }

  /** @param {string} move */
  picked(move) {
    if (!this.open) return;
    if (this.step.ask === "pair") this.pickForPair(move);
    else if (this.puzzle.game === "tank_duel" && this.step.ask === "move")
      this.stick.drive(/** @type {import("../tables/joystick.js").Way} */ (move));
    else this.answer(move);
  }

  /** @param {string} tank */
  pickForPair(tank) {
    this.pair = this.pair.includes(tank) ? this.pair.filter((one) => one !== tank) : [...this.pair, tank];
    this.board.set({ chosen: this.pair.map((one) => `tank-${this.puzzle.seat}-${one}`) });
    if (this.pair.length < 2) return;
    const [one, two] = this.pair;
    const known = [this.step.answer, ...Object.keys(this.step.wrong)];
    this.answer(known.includes(`${one} ${two}`) ? `${one} ${two}` : `${two} ${one}`);
  }

  /** @param {string} given */
  async answer(given) {
    if (!this.open) return;
    const { answer, turns, wrong } = this.step;
    // A shot that changes nothing is as good as none.
    const meant = given === answer || given in wrong ? given : given.split("!")[0];
    const refutation = meant === answer ? null : wrong[meant];
    if (refutation === undefined) return;
    this.take(false);
    this.board.set({ picks: [] });
    if (refutation) {
      this.told.onWrong(this.why(refutation));
      await this.play(refutation.turns);
      return;
    }
    const last = await this.play(turns);
    if (last) this.state = last;
    this.at += 1;
    this.told.onRight(this.at === this.puzzle.steps.length);
  }

  /** Play the right answer. */
  show() {
    return this.answer(this.step.answer);
  }

  /** Play turns from here, one after the other. @param {string[]} turns @returns {Promise<string>} the last position */
  async play(turns) {
    if (!turns.length) return "";
    const { positions } = await post("/api/play", {
      game: this.puzzle.game,
      state: this.state,
      turns,
      all: true,
    });
    this.board.set({ chosen: [] });
    for (const [number, position] of positions.slice(1).entries()) {
      if (number) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
      this.board.show(position.svg, { phases: position.phases });
    }
    return positions[positions.length - 1].state;
  }

  /** What is wrong with an answer, in a sentence. @param {Refutation} refutation */
  why({ turns, then }) {
    return puzzleWords.wrong(this.puzzle, this.at, this.other, this.reply(turns), then);
  }

  /** What the other side answers in these turns, in words. @param {string[]} turns */
  reply(turns) {
    const { game, seat } = this.puzzle;
    const { replies } = puzzleWords;
    if (game === "tank_war") return replies.drives(turns[0].split("-")[1 - seat]);
    if (game === "tank_battle") {
      if (turns.length < 2) return "";
      return turns[1] === "--" ? replies.passes : replies.plays(turns[1]);
    }
    const [way, shot] = turns[0].split("/")[1 - seat].split("!");
    return shot
      ? replies.steersAndFires(replies.ways[way], replies.ways[shot])
      : replies.steers(replies.ways[way[0]]);
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether it was one of the joystick's keys */
  key(event) {
    return Boolean(this.open && this.stick.element.isConnected && this.steers(event));
  }
}

/** @param {string} text such as 2/3 */
function share(text) {
  const [part, whole] = text.split("/").map(Number);
  return part / whole;
}
