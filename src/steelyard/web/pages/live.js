// The games on this server, with small live boards.

import { fill, h } from "../parts/page/dom.js";
import { allGames } from "../parts/tables/games.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { get } from "../parts/page/http.js";
import { listedTable } from "../parts/tables/table-list.js";
import { words } from "../words/general.js";

/** @typedef {import("../parts/tables/table-list.js").Listed} Listed */

const REFRESH_MS = 3000;

class LivePage {
  constructor() {
    this.game = new URLSearchParams(location.search).get("game") ?? "";
    this.only = this.game ? `&game=${encodeURIComponent(this.game)}` : "";
    this.playing = h("ul", { class: "tables" });
    this.finished = h("ul", { class: "tables" });
    this.past = h("h2", { hidden: true }, words.live.finished); // until it is known how far down it is
    this.more = h("button", { type: "button", hidden: true, onClick: () => this.older() }, words.live.more);
    this.filter = h(
      "select",
      { "aria-label": words.live.every, onChange: () => this.choose() },
      h("option", { value: "" }, words.live.every),
    );
    /** @type {Map<string, {turn: number, element: HTMLElement}>} */
    this.entries = new Map();
    /** @type {string | null} */
    this.cursor = null;
    document.body.prepend(
      pageHeader("watch"),
      h(
        "main",
        {},
        h("div", { class: "live-head" }, h("h1", {}, words.live.title), this.filter),
        h("h2", {}, words.live.playing),
        this.playing,
        this.past,
        this.finished,
        this.more,
      ),
    );
    document.title = `${words.live.title}, ${words.common.name}`;
    this.start();
  }

  async start() {
    await this.refresh();
    this.past.hidden = false;
    await this.older();
    setInterval(() => !document.hidden && this.refresh(), REFRESH_MS);
    try {
      for (const game of await allGames())
        this.filter.append(h("option", { value: game.id, selected: game.id === this.game }, game.title));
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }

  choose() {
    location.assign(this.filter.value ? `/live?game=${this.filter.value}` : "/live");
  }

  async refresh() {
    try {
      const { tables } = await get(`/api/tables?live=1&limit=24${this.only}`);
      if (tables.length)
        fill(
          this.playing,
          tables.map((/** @type {Listed} */ table) => this.entry(table)),
        );
      else fill(this.playing, h("li", { class: "quiet none" }, words.live.none));
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }

  /** A table's entry, drawn anew only when something has happened there. @param {Listed} table */
  entry(table) {
    const known = this.entries.get(table.id);
    if (known?.turn === table.turn) return known.element;
    const element = listedTable(table);
    this.entries.set(table.id, { turn: table.turn, element });
    return element;
  }

  async older() {
    try {
      const after = this.cursor ? `&after=${encodeURIComponent(this.cursor)}` : "";
      const { tables, next } = await get(`/api/tables?live=0&limit=24${this.only}${after}`);
      if (!tables.length && !this.finished.childElementCount)
        fill(this.finished, h("li", { class: "quiet none" }, words.live.noneFinished));
      else this.finished.append(...tables.map(listedTable));
      this.cursor = next;
      this.more.hidden = !next;
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }
}

new LivePage();
