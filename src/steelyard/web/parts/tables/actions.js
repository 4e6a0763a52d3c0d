// What a player can do besides moving, and tools for everybody.

import { words } from "../../words/general.js";
import { words as people } from "../../words/people.js";
import { fill, h } from "../page/dom.js";
import { icon } from "../page/icons.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../page/icons.js").Icon} Icon */
/**
 * @typedef {object} Doing
 * @property {(message: object) => void} send
 * @property {() => void} again start a new game of this kind
 * @property {boolean} agreement whether the game can be ended by points
 */

/** A player's buttons in the current state of the table. */
export class Actions {
  /** @param {Doing} doing */
  constructor(doing) {
    this.doing = doing;
    this.element = h("div", { class: "actions", role: "group", "aria-label": words.game.actions.title });
    this.sure = false;
    this.drawn = "";
  }

  /** @param {Table} table */
  draw(table) {
    const { you, live, started, offers, legal, rematch, vacation_ms_left, clock } = table;
    const drawn = JSON.stringify([
      you,
      live,
      started,
      offers,
      Object.values(legal).map((moves) => moves.length === 1 && moves[0]),
      rematch,
      vacation_ms_left,
      clock,
      table.beginning,
      this.sure,
    ]);
    if (drawn === this.drawn) return; // the focused button keeps the focus
    this.drawn = drawn;
    fill(this.element, ...this.offered(table), ...(live ? this.playing(table) : this.finished(table)));
  }

  /** @param {Table} table */
  offered(table) {
    const { actions } = words.game;
    return table.offers.map(({ seat, what }) => {
      const name = table.players[seat].name;
      if (table.you.includes(seat) || !table.you.length) {
        return h("p", { class: "offer" }, what === "rematch" ? actions.rematchAsked : actions.offered);
      }
      const answer = (/** @type {string} */ type, /** @type {string} */ label, kind = "") =>
        h("button", { type: "button", class: kind, onClick: () => this.doing.send({ type, what }) }, label);
      return h(
        "div",
        { class: "offer" },
        h("p", {}, what === "rematch" ? actions.rematchOffered(name) : actions.pointsOffered(name)),
        answer("accept", actions.accept, "main"),
        answer("decline", actions.decline),
      );
    });
  }

  /** @param {Table} table */
  playing(table) {
    const { actions } = words.game;
    if (!table.you.length || !table.started) return [];
    if (this.sure) return this.resigning(table);
    const passing = table.you.find((seat) => table.legal[seat]?.[0] === "--");
    return [
      passing !== undefined &&
        h(
          "button",
          {
            type: "button",
            class: "main",
            onClick: () => this.doing.send({ type: "move", turn: table.turn + 1, move: "--", seat: passing }),
          },
          actions.pass,
        ),
      this.doing.agreement &&
        !table.offers.some((offer) => offer.what === "points") &&
        h(
          "button",
          { type: "button", onClick: () => this.doing.send({ type: "offer", what: "points" }) },
          actions.offerPoints,
        ),
      table.beginning
        ? h(
            "button",
            { type: "button", title: people.cancelWhy, onClick: () => this.doing.send({ type: "cancel" }) },
            people.cancel,
          )
        : h("button", { type: "button", onClick: () => this.ask(table, true) }, icon("flag"), actions.resign),
      table.clock.startsWith("days") && this.vacation(table),
    ];
  }

  /** @param {Table} table */
  resigning(table) {
    const { actions } = words.game;
    const seat = table.you.find((one) => table.to_move.includes(one)) ?? table.you[0];
    const yes = () => {
      this.doing.send({ type: "resign", seat });
      this.ask(table, false);
    };
    return [
      h("p", {}, actions.resignSure),
      h("button", { type: "button", class: "main", onClick: yes }, actions.resignYes),
      h("button", { type: "button", onClick: () => this.ask(table, false) }, actions.no),
    ];
  }

  /** @param {Table} table @param {boolean} sure */
  ask(table, sure) {
    this.sure = sure;
    this.draw(table);
    this.element.querySelector("button")?.focus();
  }

  /** @param {Table} table */
  vacation(table) {
    const { actions } = words.game;
    const left = Math.floor((table.vacation_ms_left[table.you[0]] ?? 0) / 86_400_000);
    if (left < 1) return false;
    const days = h(
      "select",
      { "aria-label": actions.vacation },
      [1, 2, 3, 5, 7, 14]
        .filter((n) => n <= left)
        .map((n) => h("option", { value: n }, actions.vacationDays(n))),
    );
    const take = () => this.doing.send({ type: "vacation", days: Number(days.value) });
    return h(
      "div",
      { class: "vacation" },
      days,
      h("button", { type: "button", onClick: take }, actions.vacationTake),
      h("p", { class: "quiet small" }, people.vacationWhy(left)),
    );
  }

  /** @param {Table} table */
  finished(table) {
    const { actions } = words.game;
    const offered = table.offers.some((offer) => offer.what === "rematch");
    return [
      table.rematch
        ? h("a", { class: "button main", href: `/g/${table.rematch}` }, actions.toRematch)
        : table.you.length > 0 &&
          !table.outcome?.cancelled &&
          !offered &&
          h(
            "button",
            {
              type: "button",
              class: "main",
              title: actions.rematchHow,
              onClick: () => this.doing.send({ type: "offer", what: "rematch" }),
            },
            actions.rematch,
          ),
      h("button", { type: "button", onClick: () => this.doing.again() }, actions.newGame),
    ];
  }
}

/** A button with an icon and a label, for the tools. @param {Icon} name @param {string} label @param {() => void} act */
export function tool(name, label, act) {
  return h("button", { type: "button", class: "bare tool", onClick: act }, icon(name), h("span", {}, label));
}

/** @param {Icon} name @param {string} label @param {string} href @param {string | null} download */
export function toolLink(name, label, href, download = null) {
  return h("a", { class: "button bare tool", href, download }, icon(name), h("span", {}, label));
}
