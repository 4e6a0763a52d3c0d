// Which position is analysed: the game, the position as text with what is wrong with it, and the way to the editor.

import { words as common } from "../../words/general.js";
import { words } from "../../words/analysis.js";
import { fill, h } from "../page/dom.js";
import { tool } from "../tables/actions.js";

export class PositionForm {
  /** @param {{onGame: (game: string) => void, onPosition: (position: string) => void, onEdit: () => void}} hearing */
  constructor(hearing) {
    this.game = h("select", {
      "aria-label": common.analyse.game,
      onChange: () => hearing.onGame(this.game.value),
    });
    this.field = h("input", {
      type: "text",
      "aria-label": common.analyse.position,
      "aria-describedby": "position-problem",
      spellcheck: "false",
      autocomplete: "off",
    });
    this.problem = h("p", { class: "problem", id: "position-problem", role: "alert" });
    const onSubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      hearing.onPosition(this.field.value.trim());
    };
    this.element = h(
      "div",
      { class: "position-form" },
      h(
        "form",
        { class: "ask", onSubmit },
        this.game,
        this.field,
        h("button", { type: "submit" }, common.analyse.show),
      ),
      this.problem,
      h(
        "div",
        { class: "about" },
        tool("edit", words.edit, hearing.onEdit),
        h("details", {}, h("summary", {}, words.what), h("p", { class: "small" }, words.about.join(" "))),
      ),
    );
  }

  /** @param {import("../tables/games.js").GameInfo[]} games @param {string} chosen */
  offer(games, chosen) {
    fill(
      this.game,
      games.map(({ id, title }) => h("option", { value: id, selected: id === chosen }, title)),
    );
  }

  /** @param {string} position */
  show(position) {
    this.field.value = position;
    this.field.removeAttribute("aria-invalid");
    this.problem.textContent = "";
  }

  /** What was typed stays, with the reason. @param {string} position @param {string} reason */
  refuse(position, reason) {
    this.field.value = position;
    this.field.setAttribute("aria-invalid", "true");
    this.problem.textContent = words.badPosition(reason);
  }
}
