// Interactive boards for the rules pages.

import { createBoard } from "../../board/api.js";
import { onBoard, squareOf } from "../../board/picture.js";
import { words } from "../../words/general.js";
import { setupWords } from "../../words/setup.js";
import { fill, h } from "../page/dom.js";
import { icon } from "../page/icons.js";
import { post } from "../page/http.js";
import { translated } from "../page/sentences.js";

/** @typedef {import("./rule-diagrams.js").Diagram} Diagram */
/** @typedef {import("../../words/learn.js").Section} Section */
/** @typedef {import("../../board/picture.js").Point} Point */

/** What each type of tank hits in Tank War, for display only. @type {Record<string, Point[]>} */
const REACH = {
  A: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  B: [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ],
  C: [
    [-2, 0],
    [2, 0],
    [0, -2],
    [0, 2],
  ],
};
const LETTERS = "abcdefghijk";

/** @param {string} game @param {Diagram | null} diagram @param {Section} section */
export function diagramFor(game, diagram, section) {
  if (!diagram) return null;
  const shown = new DIAGRAMS[diagram.kind](game, diagram, section);
  shown.begin();
  return shown.element;
}

class Shown {
  /** @param {string} game @param {Diagram} diagram @param {Section} section */
  constructor(game, diagram, section) {
    this.game = game;
    this.diagram = diagram;
    this.section = section;
    this.options = diagram.options ?? {};
    this.place = h("div", { role: "application", tabindex: 0, "aria-label": section.caption });
    this.board = createBoard(this.place, { onSquare: (square) => this.touched(square) });
    this.caption = h("figcaption", { "aria-live": "polite" }, section.caption);
    this.controls = h("div", { class: "controls" });
    this.element = h("figure", { class: `diagram ${diagram.kind}` }, this.place, this.controls, this.caption);
  }

  async begin() {
    this.view = await this.start();
    this.board.show(this.view.svg, { animated: false });
    this.ready();
  }

  ready() {}

  /** @param {Point} square */
  touched(square) {
    void square;
  }

  start() {
    const { state, setup } = this.diagram;
    return post("/api/view", {
      game: this.game,
      options: this.options,
      ...(state ? { state } : { setup: setup ?? "" }),
    });
  }

  /** @param {string} state @param {Record<string, string>} moves */
  play(state, moves) {
    return post("/api/play", { game: this.game, options: this.options, state, moves });
  }
}

/** Tap a tank to see what it can hit. */
class Reach extends Shown {
  ready() {
    const picked = this.diagram.picked && this.board.placeOf(this.diagram.picked);
    if (picked) this.touched(picked);
  }

  /** @param {Point} square */
  touched([column, row]) {
    const { picture } = this.board.state;
    const tank = [...(picture?.layers.querySelectorAll(".tank[data-name]") ?? [])].find(
      (one) => String(squareOf(one)) === String([column, row]),
    );
    const type = tank?.getAttribute("data-name")?.at(1) ?? "";
    /** @type {Point[]} */
    const hit = (REACH[type] ?? []).map(([dx, dy]) => [column + dx, row + dy]);
    const inside = hit.filter(
      ([x, y]) => picture && x >= 0 && y >= 0 && x < picture.columns && y < picture.rows,
    );
    this.board.set({ marked: inside, chosen: tank ? [tank.getAttribute("data-id") ?? ""] : [] });
  }
}

/** Tap a tank to see where it can go. */
class Moves extends Shown {
  ready() {
    this.board.set({ picks: picksIn(this.view), onMove: () => this.board.set({ picked: null }) });
    const [file, rank] = [this.diagram.picked?.[0] ?? "", Number(this.diagram.picked?.slice(1))];
    const square = [LETTERS.indexOf(file), 11 - rank];
    const found = this.board.state.picks.find(({ id }) => String(this.board.placeOf(id)) === String(square));
    if (found) this.board.set({ picked: found.id });
  }
}

/** A few turns to step through, each with a caption. */
class Film extends Shown {
  ready() {
    this.at = 0;
    this.variantField();
    this.next = h(
      "button",
      { type: "button", onClick: () => this.step() },
      icon("forward"),
      words.learn.step,
    );
    this.again = h(
      "button",
      { type: "button", class: "bare", onClick: () => this.restart() },
      words.learn.again,
    );
    fill(this.controls, this.variant, this.next, this.again);
    this.tell();
  }

  variantField() {
    const { variant } = this.diagram;
    if (!variant || this.variant) return;
    this.variant = h(
      "label",
      { class: "variant small" },
      setupWords.options[variant.name],
      h(
        "select",
        {
          onChange: (/** @type {Event} */ event) => {
            this.options = {
              ...this.options,
              [variant.name]: /** @type {HTMLSelectElement} */ (event.target).value,
            };
            this.restart();
          },
        },
        variant.values.map((value) => h("option", { value }, setupWords.values[value])),
      ),
    );
  }

  tell() {
    const { turns = [], variant } = this.diagram;
    const { captions = [], otherwise = {} } = this.section;
    const said = (variant && otherwise[this.options[variant.name] ?? ""]) || captions;
    const at = this.at ?? 0;
    fill(this.caption, said[at] ?? this.section.caption);
    if (this.next) this.next.disabled = at >= turns.length;
    if (this.again) this.again.disabled = at === 0;
  }

  async step() {
    const { turns = [] } = this.diagram;
    const turn = turns[this.at ?? 0];
    if (!turn) return;
    const [first, second] = turn.split(this.game === "tank_war" ? "-" : "/");
    this.at = (this.at ?? 0) + 1;
    this.view = await this.play(this.view.state, { 0: first, 1: second });
    this.board.show(this.view.svg, { phases: this.view.phases });
    this.tell();
  }

  async restart() {
    this.at = 0;
    this.view = await this.start();
    this.board.show(this.view.svg, { animated: false });
    this.tell();
  }
}

/** The reader drives the first tank; the other one follows a script. */
class Drive extends Shown {
  ready() {
    this.round = 0;
    this.again = h(
      "button",
      { type: "button", class: "bare", disabled: true, onClick: () => this.begin() },
      words.learn.again,
    );
    fill(this.controls, this.again);
    fill(this.caption, this.section.caption);
    this.board.set({ onMove: (pick) => this.drive(pick.move), picks: this.mine() });
  }

  mine() {
    return this.view.outcome ? [] : picksIn(this.view).filter((pick) => pick.seat === 0);
  }

  /** @param {string} way */
  async drive(way) {
    const { script = [] } = this.diagram;
    const other = script[(this.round ?? 0) % script.length];
    this.round = (this.round ?? 0) + 1;
    this.board.set({ picks: [] });
    if (this.again) this.again.disabled = false;
    this.view = await this.play(this.view.state, { 0: way, 1: other });
    this.board.show(this.view.svg, { phases: this.view.phases });
    this.board.set({ picks: this.mine() });
    if (this.view.outcome) fill(this.caption, translated(this.view.text));
  }
}

/** Text on squares. */
class Points extends Shown {
  ready() {
    this.board.set({ notes: new Map(Object.entries(this.diagram.notes ?? {})) });
  }
}

const DIAGRAMS = { reach: Reach, moves: Moves, film: Film, drive: Drive, points: Points };

/** What can be picked in a view, for either seat. @param {any} view @returns {import("../../board/state.js").Pick[]} */
export function picksIn(view) {
  return Object.entries(view.picks).flatMap(([seat, elements]) =>
    Object.entries(elements).flatMap(([id, entries]) =>
      entries.map((/** @type {any} */ entry) => ({
        ...entry,
        id,
        seat: Number(seat),
        to: entry.to && onBoard(entry.to),
        once: entry.to === null || view.to_move.length > 1,
      })),
    ),
  );
}
