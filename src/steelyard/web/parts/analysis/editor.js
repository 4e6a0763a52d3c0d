// The board editor: pieces are placed and removed by click or key; the server says whether the position is legal.

import { createBoard } from "../../board/api.js";
import { svg } from "../../board/render.js";
import { words } from "../../words/analysis.js";
import { squareName } from "../tables/names.js";
import { words as common } from "../../words/general.js";
import { setupWords } from "../../words/setup.js";
import { fill, find, h } from "../page/dom.js";
import { silhouette } from "../tables/silhouettes.js";
import { draftOf } from "./drafts.js";
import { viewOf } from "./line.js";

/** @typedef {import("./drafts.js").Tool} Tool */
/** @typedef {import("./drafts.js").Way} Way */
/** @type {Way[]} */
const WAYS = ["U", "R", "D", "L"];
const DEGREES = { U: 0, R: 90, D: 180, L: 270 };
const SETTLE_MS = 200; // a person who places several pieces needs only the last answer
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Show the editor instead of a board until a position is chosen, or none.
 * @param {import("../tables/games.js").GameInfo} game
 * @param {Record<string, any>} options
 * @param {{state: string, svg: string}} position
 * @param {{page: HTMLElement, board: HTMLElement, panel: HTMLElement}} places
 * @returns {Promise<{options: Record<string, any>, position: string} | null>}
 */
export function edited(game, options, position, { page, board, panel }) {
  return new Promise((resolve) => {
    const close = (/** @type {{options: Record<string, any>, position: string} | null} */ found) => {
      editor.board.remove();
      editor.panel.remove();
      page.classList.remove("edits");
      resolve(found);
    };
    const editor = new Editor(game, options, position, close);
    page.classList.add("edits");
    board.before(editor.board);
    panel.prepend(editor.panel);
  });
}

class Editor {
  /**
   * @param {import("../tables/games.js").GameInfo} game
   * @param {Record<string, any>} options
   * @param {{state: string, svg: string}} position
   * @param {(found: {options: Record<string, any>, position: string} | null) => void} onDone
   */
  constructor(game, options, position, onDone) {
    this.game = game;
    this.options = { ...Object.fromEntries(game.options.map((one) => [one.name, one.default])), ...options };
    this.onDone = onDone;
    this.draft = draftOf(game.id, position.state);
    /** @type {Tool} */
    this.tool = "tank0";
    /** @type {Way} */
    this.way = "U";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.asked = 0;
    const ground = h("div", { "aria-hidden": "true" });
    this.ground = createBoard(ground, { interactive: false });
    this.ground.show(position.svg, { animated: false });
    this.grid = h("div", {
      class: "cells",
      role: "group",
      "aria-label": words.editor,
      onKeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    this.reason = h("p", { class: "problem", role: "status" });
    this.done = h("button", { type: "button", class: "main", onClick: () => this.finish() }, words.analyseThis);
    this.board = h("div", { class: `editor ${game.id.replace("_", "-")}` }, ground, this.grid);
    this.panel = h("section", { class: "editing", "aria-label": words.editor });
    if (this.draft) {
      this.board.style.setProperty("--columns", String(this.draft.columns));
      this.board.style.setProperty("--rows", String(this.draft.rows));
    }
    this.drawPanel();
    this.drawCells();
    this.check();
  }

  drawPanel() {
    const { draft } = this;
    if (!draft) return;
    const toolButton = (/** @type {Tool} */ tool, /** @type {number} */ index) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(tool === this.tool), onClick: () => this.choose(tool) },
        h("span", { class: "quiet figures" }, index + 1),
        words.tools[tool],
      );
    fill(
      this.panel,
      h("h2", {}, words.editor),
      h("p", { class: "small quiet" }, words.editing),
      h("div", { class: "tools-to-place", role: "group" }, draft.tools.map(toolButton)),
      draft.points && this.chooser(words.pointing, WAYS, this.way, (way) => words.ways[way], (way) => (this.way = way)),
      draft.mover !== null &&
        this.chooser(
          words.toMove,
          [0, 1],
          draft.mover,
          (seat) => common.seats.colours[seat],
          (seat) => {
            draft.mover = seat;
            this.check();
          },
        ),
      this.game.options.map((option) => this.optionField(option)),
      this.reason,
      h(
        "div",
        { class: "controls" },
        this.done,
        h("button", { type: "button", onClick: () => this.clear() }, words.clear),
        h("button", { type: "button", onClick: () => this.onDone(null) }, words.cancel),
      ),
    );
  }

  /**
   * @template {string | number} T
   * @param {string} label @param {T[]} values @param {T} chosen @param {(value: T) => string} wording @param {(value: T) => void} act
   */
  chooser(label, values, chosen, wording, act) {
    const select = h(
      "select",
      { onChange: () => act(values[select.selectedIndex]) },
      values.map((value) => h("option", { selected: value === chosen }, wording(value))),
    );
    return h("label", {}, label, select);
  }

  /** @param {{name: string, meaning: string, samples: any[]}} option */
  optionField({ name, meaning, samples }) {
    const chosen = this.options[name];
    const values = samples.includes(chosen) ? samples : [chosen, ...samples];
    const value = (/** @type {any} */ one) => named(setupWords.values, String(one));
    const label = named(setupWords.options, name);
    const field = this.chooser(label, values, chosen, value, (one) => {
      this.options[name] = one;
      this.changed();
    });
    field.title = meaning;
    return field;
  }

  drawCells() {
    const { draft } = this;
    if (!draft) return;
    const focused = this.grid.contains(document.activeElement) ? this.indexOfFocus() : -1;
    const cells = [];
    for (let row = 0; row < draft.rows; row++)
      for (let column = 0; column < draft.columns; column++) cells.push(this.cell(draft, column, row));
    fill(this.grid, cells);
    cells[Math.max(focused, 0)].tabIndex = 0;
    if (focused >= 0) cells[focused].focus();
  }

  /** @param {import("./drafts.js").Draft} draft @param {number} column @param {number} row */
  cell(draft, column, row) {
    const { piece, way, ground } = draft.at(column, row);
    const what = piece ? words.tools[piece] : words.empty;
    return h(
      "button",
      {
        type: "button",
        tabindex: -1,
        class: `cell-to-place ${ground} ${piece === "wall" || piece === "mine" ? piece : ""}`,
        "aria-label": words.cell(squareName(this.game.id, [column, row]), what),
        onClick: () => this.place(column, row),
      },
      piece && picture(piece, way, this.markOf(piece, column)),
    );
  }

  /** What a turret shows: a commander's ring, or in Tank War what the tank of this lane hits. @param {Tool} piece @param {number} column */
  markOf(piece, column) {
    if (piece.startsWith("commander")) return "ring";
    const lanes = String(this.options.lanes ?? "");
    return lanes[piece === "tank0" ? lanes.length - 1 - column : column] ?? "";
  }

  indexOfFocus() {
    return [...this.grid.children].indexOf(/** @type {Element} */ (document.activeElement));
  }

  /** Place the chosen piece, or remove it where it is. @param {number} column @param {number} row */
  place(column, row) {
    const { draft } = this;
    if (!draft) return;
    const there = draft.at(column, row);
    const same = there.piece === this.tool && (!draft.points || there.way === this.way);
    draft.put(same ? "none" : this.tool, column, row, this.way);
    this.changed();
  }

  changed() {
    this.drawCells();
    this.check();
  }

  clear() {
    this.draft?.clear();
    this.changed();
  }

  /** @param {Tool} tool */
  choose(tool) {
    this.tool = tool;
    this.drawPanel();
    find('[aria-pressed="true"]', this.panel).focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { draft } = this;
    const index = this.indexOfFocus();
    if (!draft || index < 0) return;
    const [column, row] = [index % draft.columns, Math.floor(index / draft.columns)];
    const tool = draft.tools[Number(event.key) - 1];
    if (event.key in STEPS) {
      const [x, y] = [column + STEPS[event.key][0], row + STEPS[event.key][1]];
      if (x >= 0 && y >= 0 && x < draft.columns && y < draft.rows) this.focus(index, y * draft.columns + x);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      draft.put("none", column, row, this.way);
      this.changed();
    } else if (tool) {
      this.tool = tool;
      this.drawPanel();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} from @param {number} to */
  focus(from, to) {
    const cells = /** @type {HTMLElement[]} */ ([...this.grid.children]);
    cells[from].tabIndex = -1;
    cells[to].tabIndex = 0;
    cells[to].focus();
  }

  /** Ask the server whether this is a position of the game. */
  check() {
    clearTimeout(this.timer);
    this.done.disabled = true;
    this.timer = setTimeout(() => this.ask(), SETTLE_MS);
  }

  async ask() {
    const number = ++this.asked;
    /** @type {string | null} */
    let problem = null;
    try {
      const view = await viewOf(this.game.id, this.options, this.draft?.written() ?? "");
      if (number === this.asked) this.ground.show(view.svg, { animated: false });
    } catch (refusal) {
      problem = /** @type {Error} */ (refusal).message;
    }
    if (number !== this.asked) return; // something was changed meanwhile
    this.done.disabled = problem !== null;
    this.reason.classList.toggle("quiet", problem === null);
    fill(this.reason, problem === null ? words.legal : words.badPosition(problem));
  }

  finish() {
    const changed = this.game.options.filter((one) => this.options[one.name] !== one.default);
    const options = Object.fromEntries(changed.map(({ name }) => [name, this.options[name]]));
    this.onDone({ options, position: this.draft?.written() ?? "" });
  }
}

/** @param {Record<string, string>} table @param {string} key */
function named(table, key) {
  return table[key] ?? key;
}

/** @param {Tool} piece @param {Way} way @param {string} mark */
function picture(piece, way, mark) {
  if (piece === "wall" || piece === "mine") return null;
  const seat = piece.endsWith("1") ? 1 : 0;
  const shown = piece.startsWith("missile")
    ? svg(
        "svg",
        { class: "silhouette steelyard", viewBox: "-25 -31 50 56", "aria-hidden": "true" },
        svg("path", { class: `missile-${seat}`, d: "M0 -24C9 -10 7 16 0 22C-7 16 -9 -10 0 -24z" }),
      )
    : silhouette(seat, { mark, small: false });
  shown.style.transform = `rotate(${DEGREES[way]}deg)`;
  return shown;
}
