// A live game of a contest: players and board.

import { createBoard } from "../../board/api.js";
import { eventWords } from "../../words/big-screen.js";
import { words } from "../../words/contests.js";
import { fill, h, say } from "../page/dom.js";
import { silhouette } from "../tables/silhouettes.js";
import { translated } from "../page/sentences.js";

/** @typedef {import("./channel.js").Live} Live */

export class LiveBoard {
  /** @param {{names?: boolean}} how whether it names the players above the board */
  constructor({ names = true } = {}) {
    this.sides = names ? [this.side(0), this.side(1)] : [];
    this.place = h("div", { "aria-hidden": "true" });
    this.board = createBoard(this.place, { interactive: false });
    this.turn = h("p", { class: "small quiet turn" });
    this.words = h("p", { class: "unseen", "aria-live": "off" });
    this.element = h(
      "article",
      { class: "liveboard" },
      names && h("div", { class: "sides" }, this.sides.map((side) => side.element)),
      h("div", { class: "ground" }, this.place),
      this.turn,
      this.words,
    );
    this.game = "";
    this.shown = -1;
    this.over = false;
  }

  /** @param {number} seat */
  side(seat) {
    const name = h("span", { class: "name" });
    const figures = h("span", { class: "figures" });
    return { name, figures, element: h("div", { class: `side seat-${seat}` }, silhouette(seat, { small: true }), name, figures) };
  }

  /** @param {Live} live */
  show(live) {
    const step = live.id === this.game && live.turn === this.shown + 1;
    this.game = live.id;
    this.shown = live.turn;
    this.over = live.over;
    this.element.dataset.game = live.id;
    this.element.dataset.turn = String(live.turn);
    this.element.classList.toggle("over", live.over);
    this.sides.forEach((side, seat) => {
      say(side.name, live.players[seat]);
      say(side.figures, live.score.map(({ name, values }) => eventWords.figure(values[seat], name)).join(", "));
      side.element.classList.toggle("won", live.over && live.winner === seat);
      side.element.classList.toggle("lost", live.over && live.winner === 1 - seat);
    });
    this.board.show(live.svg, { phases: step ? live.phases : null, animated: step });
    say(this.turn, live.over && live.result ? translated(live.result) : words.page.turn(live.turn));
    say(this.words, translated(live.text));
  }

  clear() {
    this.game = "";
    this.over = false;
    fill(this.turn);
  }
}
