// Says that the line to the server is cut, and when it is back.

import { words } from "../../words/general.js";
import { h } from "../page/dom.js";
import { notice } from "../page/header.js";

export class Offline {
  constructor() {
    this.element = h("p", { class: "offline", hidden: true }, words.game.offline);
  }

  /** @param {boolean} connected */
  draw(connected) {
    if (connected && !this.element.hidden) notice(words.game.online);
    this.element.hidden = connected;
  }
}
