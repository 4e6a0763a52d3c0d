// The rules for everybody; undo and hints in games against bots.

import { fill, h } from "../page/dom.js";
import { icon } from "../page/icons.js";
import { notice } from "../page/header.js";
import { post } from "../page/http.js";
import { moveInWords } from "./joystick.js";
import { owed } from "./table.js";
import { words } from "../../words/general.js";
import { guideWords } from "../../words/guide.js";

/** @typedef {import("./table.js").Table} Table */

/** Whether this page's player plays against a bot, unrated and not in real time. @param {Table} table */
export function mayAsk({ you, players, live, started, realtime, rated }) {
  return live && started && !realtime && !rated && you.length === 1 && players[1 - you[0]].kind === "bot";
}

export class Help {
  /** @param {{send: (message: object) => void, onHint: (move: string) => void, onRules: () => void}} doing */
  constructor(doing) {
    this.doing = doing;
    const { actions } = words.game;
    this.undo = h("button", { type: "button", onClick: () => doing.send({ type: "undo" }) }, icon("undo"), actions.undo);
    this.hint = h("button", { type: "button", onClick: () => this.ask() }, icon("bulb"), actions.hint);
    this.rules = h("button", { type: "button", onClick: doing.onRules }, icon("book"), guideWords.rules);
    this.words = h("p", { class: "hinted", role: "status" });
    this.element = h("div", { class: "help" }, this.undo, this.hint, this.rules);
    /** @type {Table | null} */
    this.table = null;
    this.turn = "";
  }

  /** @param {Table} table */
  draw(table) {
    this.table = table;
    this.undo.hidden = this.hint.hidden = !mayAsk(table);
    this.undo.disabled = table.turn === 0 && !table.you.some((seat) => table.sealed[seat]);
    this.hint.disabled = !owed(table).length;
    const turn = `${table.turn}.${table.undone}`;
    if (turn !== this.turn) fill(this.words);
    this.turn = turn;
  }

  async ask() {
    const { table, turn } = this;
    if (!table) return;
    fill(this.words, words.game.actions.hinting);
    try {
      const { move } = await post(`/api/tables/${table.id}/hint`, {});
      if (this.turn !== turn) return;
      fill(this.words, words.game.actions.hinted(moveInWords(table.game, move)));
      this.doing.onHint(move);
    } catch (problem) {
      fill(this.words);
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }
}
