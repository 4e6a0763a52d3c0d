// Phrases that players can say to each other, and the latest that was said.

import { h, say } from "../page/dom.js";
import { words } from "../../words/people.js";

const { phrases: text } = words;

export class Phrases {
  /** @param {(message: object) => void} tell */
  constructor(tell) {
    this.choice = h(
      "select",
      { "aria-label": text.label },
      h("option", { value: "" }, text.label),
      Object.entries(text.all).map(([phrase, shown]) => h("option", { value: phrase }, shown)),
    );
    this.choice.addEventListener("change", () => {
      if (this.choice.value) tell({ type: "say", phrase: this.choice.value });
      this.choice.value = "";
    });
    this.latest = h("p", { class: "small", role: "status" });
    this.element = h("div", { class: "phrases" }, this.latest, this.choice);
  }

  /** @param {import("../tables/table.js").Table} table */
  draw(table) {
    const people = table.players.every((player) => player.kind === "guest");
    this.choice.hidden = !people || table.you.length !== 1;
    const last = table.said.at(-1);
    const shown = last && text.all[last.phrase];
    say(this.latest, shown ? text.said(table.players[last.seat].name, shown) : "");
    this.element.hidden = this.choice.hidden && !shown;
  }
}
