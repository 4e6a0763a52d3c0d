// A game within a page of another site: the board, who played, and replay controls.

import { createBoard } from "../board/api.js";
import { positionsAround } from "../parts/analysis/positions.js";
import { fill, h } from "../parts/page/dom.js";
import { get } from "../parts/page/http.js";
import { ending, toldApart } from "../parts/tables/outcome.js";
import { ReplayBar } from "../parts/tables/replay.js";
import { fromSnapshot } from "../parts/tables/table.js";
import { words } from "../words/sharing.js";
import { seatNames } from "../parts/tables/names.js";
import { words as common } from "../words/general.js";

const theme = new URLSearchParams(location.search).get("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

class EmbeddedGame {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {import("../parts/tables/table.js").Table | null} */
    this.table = null;
    this.shown = -1;
    this.boardElement = h("div", {});
    this.board = createBoard(this.boardElement, { interactive: false });
    this.names = h("p", { class: "names" }, common.common.loading);
    this.replay = new ReplayBar({
      last: () => this.table?.turn ?? 0,
      show: (turn) => this.show(turn),
      tookMs: () => 1000,
    });
    const heading = h("h1", { class: "unseen" }, common.common.name);
    document.body.prepend(h("main", { class: "embed" }, heading, this.names, this.boardElement, this.replay.element));
    this.load();
  }

  async load() {
    try {
      this.table = fromSnapshot(await get(`/api/tables/${this.id}`));
    } catch (problem) {
      fill(this.names, /** @type {Error} */ (problem).message);
      return;
    }
    const { title, players, outcome, turn, game, seat_names } = this.table;
    const names = players.map((player) => player.name);
    document.title = common.game.title(title, names);
    const result = outcome ? ending(outcome, toldApart(players, seatNames(game, seat_names))) : "";
    fill(
      this.names,
      names.map((name, seat) => h("span", { class: `seat-${seat}` }, name)),
      h("span", { class: "result", title: result }, result),
      h("a", { href: `/g/${this.id}`, target: "_blank", rel: "noopener" }, words.open),
    );
    const asked = Number.parseInt(location.hash.slice(1), 10);
    await this.show(asked >= 0 && asked <= turn ? asked : turn);
  }

  /** @param {number} turn */
  async show(turn) {
    const { table } = this;
    if (!table) return;
    this.wanted = turn;
    if (!table.positions.has(turn))
      for (const one of await positionsAround(this.id, turn)) table.positions.set(one.turn, one);
    const position = table.positions.get(turn);
    if (!position || this.wanted !== turn) return;
    const step = turn - this.shown;
    this.shown = turn;
    this.board.state.speed = this.replay.speed;
    this.board.show(position.svg, {
      phases: step === 1 ? position.phases : null,
      animated: Math.abs(step) === 1,
    });
    this.boardElement.dataset.turn = String(turn);
    this.replay.draw(turn);
  }
}

new EmbeddedGame(location.pathname.split("/")[2] ?? "");
