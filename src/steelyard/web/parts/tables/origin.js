// The way back from a game to the contest or tournament that it belongs to.

import { contestLink } from "../contests/contest-link.js";
import { words } from "../../words/general.js";
import { h } from "../page/dom.js";

export class Origin {
  /** @param {string} id of the game's page */
  constructor(id) {
    this.element = h("div", { class: "origin" }, contestLink(id));
  }

  /** @param {import("./table.js").Table} table */
  draw({ tournament }) {
    if (!tournament || this.element.hasChildNodes()) return;
    this.element.append(
      h("p", { class: "to-contest small" }, h("a", { href: `/tournaments/${tournament}` }, words.common.ofTournament)),
    );
  }
}
