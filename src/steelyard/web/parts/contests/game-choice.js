// Chooses a game of a contest: first an entrant, then one of their games.

import { deskWords } from "../../words/organiser.js";
import { words } from "../../words/contests.js";
import { fill, h } from "../page/dom.js";
import { notice } from "../page/header.js";
import { get } from "../page/http.js";
import { translated } from "../page/sentences.js";
import { oneOf } from "./decision-dialog.js";
import { field } from "./fields.js";

export class GameChoice {
  /** @param {string} id @param {{name: string, slug: string}[]} entrants */
  constructor(id, entrants) {
    this.id = id;
    this.entrant = oneOf("", deskWords.chooseEntrant, entrants.map(({ name, slug }) => [slug, name]));
    this.entrant.addEventListener("change", () => this.load());
    this.game = h("div", {});
    this.element = h("div", { class: "fields" }, field(deskWords.entrant, this.entrant), this.game);
  }

  async load() {
    const entrant = this.entrant.value;
    try {
      const games = await this.gamesOf(entrant);
      if (entrant !== this.entrant.value) return; // another entrant was chosen meanwhile
      const played = games.filter((game) => game.ended !== null).map((game) => /** @type {const} */ ([game.id, inWords(game)]));
      fill(this.game, field(deskWords.game, oneOf("game", deskWords.chooseGame, played)));
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }

  /** All games of an entrant, loaded page by page. @param {string} entrant @returns {Promise<any[]>} */
  async gamesOf(entrant) {
    /** @type {any[]} */
    const found = [];
    for (;;) {
      const { games, all } = await get(
        `/api/contests/${this.id}/games?bot=${encodeURIComponent(entrant)}&skip=${found.length}`,
      );
      found.push(...games);
      if (!games.length || found.length >= all) return found;
    }
  }
}

/** @param {any} game */
function inWords(game) {
  const round = game.round ? `, ${words.page.round(game.round).toLowerCase()}` : "";
  return `${translated(game.title)}${round}: ${game.seats.join(" \u2013 ")}, ${words.page.column.board} ${translated(game.board)}, ${translated(game.result)}`;
}
