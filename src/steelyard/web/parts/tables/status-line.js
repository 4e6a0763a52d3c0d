// The sentence about what the game waits for, or how it ended, with the page's title, the goal and what is pointed at.

import { fill, h, say } from "../page/dom.js";
import { words } from "../../words/general.js";
import { goals, guideWords } from "../../words/guide.js";
import { hasFinished } from "./first-game.js";
import { isInvited } from "./invitation.js";
import { resultOf } from "./outcome.js";
import { awaited } from "./status.js";
import { owed } from "./table.js";
import { seatNames } from "./names.js";
import { when } from "../page/time.js";
import { translated } from "../page/sentences.js";

/** @typedef {import("./table.js").Table} Table */

export class StatusLine {
  /** @param {() => void} onBack back to the current position */
  constructor(onBack) {
    this.onBack = onBack;
    this.heading = h("h1", { class: "unseen" });
    this.status = h("p", { class: "status", role: "status" }, words.common.loading);
    this.watchers = h("span", { class: "watchers small quiet" });
    this.result = h("h2", { class: "result" });
    this.hint = h("p", { class: "hint small quiet" });
    /** what is said instead of the hint while somebody points at something */
    this.told = "";
    this.shown = 0;
    this.element = h(
      "div",
      { class: "awaited" },
      h("div", { class: "result-place", "aria-live": "polite" }, this.result),
      this.status,
      this.watchers,
    );
  }

  /** @param {Table} table @param {number} shown the turn on show @param {boolean} shotWaits a shot is set that cannot be fired yet */
  draw(table, shown, shotWaits = false) {
    this.shown = shown;
    this.drawTitle(table);
    this.drawHint(table);
    say(this.result, resultOf(table, seatNames(table.game, table.seat_names)));
    this.drawStatus(table, shown, shotWaits && (table.realtime || owed(table).length > 0));
  }

  /** @param {Table} table @param {number} shown @param {boolean} shotWaits */
  drawStatus(table, shown, shotWaits) {
    if (shown === table.turn) {
      const sentences = [awaited(table, isInvited(table)), shotWaits && words.game.status.shotWaits];
      return say(this.status, sentences.filter(Boolean).join(" "));
    }
    if (this.status.dataset.turn === String(shown) && this.status.lastChild instanceof HTMLElement) return;
    this.status.dataset.turn = String(shown);
    const back = h("button", { type: "button", class: "bare", onClick: this.onBack }, words.game.status.toNow);
    fill(this.status, words.game.status.looking(shown, table.turn), table.live && " ", table.live && back);
  }

  /** Show in the tab's title whose move it is. @param {Table} table */
  drawTitle(table) {
    const players = table.players.map(({ kind, name }) => (kind === "open" ? (table.challenged ?? words.game.openSeat) : name));
    const names = words.game.title(table.title, players);
    say(this.heading, names);
    document.title = owed(table).length ? `${words.game.status.yourMove} ${names}` : names;
  }

  /** What is pointed at, else what happened in the turn on show and what to do while the other player chooses. @param {Table} table */
  drawHint(table) {
    const happened = translated(table.positions.get(this.shown)?.last_turn ?? "");
    const now = this.shown === table.turn;
    say(this.hint, this.told || [happened || atTheStart(table), now && meanwhile(table)].filter(Boolean).join(" "));
    const others = table.spectators - (table.you.length ? 0 : 1); // whoever only watches is counted there
    const watchers = others > 0 ? words.game.spectators(others) : "";
    const undone = table.undone ? words.game.actions.undone(table.undone) : "";
    const idle = table.idle_since_ms ? words.game.idleSince(when(table.idle_since_ms)) : "";
    const betweenBots = table.live && table.players.every(({ bot }) => bot) && words.game.betweenBots;
    const { rated, private: hidden } = words.game;
    const facts = [table.rated && rated, table.private && hidden, betweenBots, undone, watchers, idle];
    say(this.watchers, facts.filter(Boolean).join(" \u00b7 "));
  }

  /** Tell about something on the board. @param {import("../../board/state.js").About | null} about @param {Table | null} table */
  tell(about, table) {
    this.told = about ? inWords(about) : "";
    if (table) this.drawHint(table);
  }
}

/** The goal in a person's first game, else a hint about typing moves. @param {Table} table */
function atTheStart(table) {
  if (!table.live || !table.you.length) return "";
  if (!hasFinished(table.game)) return `${guideWords.goal}: ${goals[table.game] ?? ""}`;
  const typed = /** @type {Record<string, string>} */ (words.game.typed)[table.game] ?? "";
  return owed(table).length ? typed : "";
}

/** What somebody can do who waits for a person. @param {Table} table */
function meanwhile(table) {
  const { meanwhile: lookBack, meanwhileAway } = words.game.status;
  const waits = table.live && table.started && !table.realtime && table.you.length === 1 && !owed(table).length;
  if (!waits || table.players[1 - table.you[0]].kind === "bot") return "";
  if (table.clock.startsWith("days")) return meanwhileAway;
  return table.turn > 0 ? lookBack : "";
}

/** @param {import("../../board/state.js").About} about */
function inWords({ label, reach, aim, goes, stuck, flies }) {
  return [
    `${label.charAt(0).toUpperCase()}${label.slice(1)}.`,
    reach.length > 0 && (flies ? guideWords.flies : guideWords.hits),
    aim.length > 0 && guideWords.aims,
    goes.length > 1 && guideWords.goes(goes.length),
    stuck && guideWords.stuck(stuck),
  ]
    .filter(Boolean)
    .join(" ");
}
