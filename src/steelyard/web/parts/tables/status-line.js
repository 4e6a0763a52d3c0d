// The sentence about what the game waits for, with the page's title, the number of spectators and a hint about keys.

import { fill, h, say } from "../page/dom.js";
import { words } from "../../words/general.js";
import { awaited } from "./status.js";
import { owed } from "./table.js";

/** @typedef {import("./table.js").Table} Table */

export class StatusLine {
  /** @param {() => void} onBack back to the current position */
  constructor(onBack) {
    this.onBack = onBack;
    this.heading = h("h1", { class: "unseen" });
    this.status = h("p", { class: "status", role: "status" }, words.common.loading);
    this.watchers = h("span", { class: "watchers small quiet" });
    this.hint = h("p", { class: "keys small quiet", hidden: true });
    this.element = h("div", { class: "awaited" }, this.status, this.watchers);
  }

  /** @param {Table} table @param {number} shown the turn on show */
  draw(table, shown) {
    this.drawTitle(table);
    this.drawHint(table);
    this.drawStatus(table, shown);
  }

  /** @param {Table} table @param {number} shown */
  drawStatus(table, shown) {
    if (shown === table.turn) return say(this.status, awaited(table));
    if (this.status.dataset.turn === String(shown) && this.status.lastChild instanceof HTMLElement) return;
    this.status.dataset.turn = String(shown);
    const back = h("button", { type: "button", class: "bare", onClick: this.onBack }, words.game.status.toNow);
    fill(this.status, words.game.status.looking(shown, table.turn), table.live && " ", table.live && back);
  }

  /** Show in the tab's title whose move it is. @param {Table} table */
  drawTitle(table) {
    const names = `${table.title}: ${table.players.map((player) => player.name).join(", ")}`;
    say(this.heading, names);
    document.title = owed(table).length ? `${words.game.status.yourMove} ${names}` : names;
  }

  /** A hint about typing moves, until the first move is made. @param {Table} table */
  drawHint(table) {
    const hint = /** @type {Record<string, string>} */ (words.game.typed)[table.game];
    this.hint.hidden = !hint || table.turn > 0 || !owed(table).length;
    say(this.hint, hint ?? "");
    const watchers = table.spectators ? words.game.spectators(table.spectators) : "";
    say(this.watchers, [table.private && words.game.private, watchers].filter(Boolean).join(" \u00b7 "));
  }
}
