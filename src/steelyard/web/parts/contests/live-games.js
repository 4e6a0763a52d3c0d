// The games that are on, with what comes next; or why nothing is played just now.

import { words } from "../../words/contests.js";
import { fill, h, say } from "../page/dom.js";
import { LiveBoard } from "./live-board.js";

export class LiveGames {
  constructor() {
    this.doing = h("p", { class: "quiet", hidden: true });
    this.boards = h("div", { class: "boards" });
    this.coming = h("ol", { class: "coming" });
    this.next = h("div", { class: "next", hidden: true }, h("h3", {}, words.page.next), this.coming);
    /** @type {Map<number, LiveBoard>} */
    this.live = new Map();
    this.element = h(
      "section",
      { class: "now", hidden: true },
      h("h2", {}, words.page.now),
      this.doing,
      h("div", { class: "on-air" }, this.boards, this.next),
    );
  }

  /** @param {any} contest */
  draw({ state, doing, waits, course, coming }) {
    this.element.hidden = state !== "running";
    const why = waits ? words.page.waitingForOther : words.page.waiting;
    say(this.doing, doing ? words.page.doing(doing.what) : why);
    this.doing.hidden = !doing && !waits && (this.live.size > 0 || course?.games > 0);
    this.boards.hidden = !this.doing.hidden && !this.live.size;
    this.next.hidden = !coming.length;
    fill(this.coming, coming.map((/** @type {{seats: string[]}} */ { seats }) => h("li", {}, words.page.pair(seats))));
  }

  /** @param {import("./channel.js").Live} live */
  show(live) {
    let board = this.live.get(live.place);
    if (!board) {
      board = new LiveBoard();
      this.live.set(live.place, board);
      this.boards.append(board.element);
    }
    board.show(live);
    this.doing.hidden = true;
    this.boards.hidden = false;
  }

  /** @param {number} place */
  drop(place) {
    this.live.get(place)?.element.remove();
    this.live.delete(place);
  }
}
