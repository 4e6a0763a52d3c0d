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
 * @property {() => string} nextLevel the bot after the one that was played; empty: there is none
 * @property {() => void} playNext a game against it
 * @property {() => HTMLElement} turningPoint the button that leads there
 * @property {boolean} agreement whether the game can be ended by points
 */

/** What is asked before something is done that cannot be undone. @typedef {{words: string, yes: string, act: () => void}} Question */

/** A player's buttons in the current state of the table. */
export class Actions {
  /** @param {Doing} doing */
  constructor(doing) {
    this.doing = doing;
    this.element = h("div", { class: "actions", role: "group", "aria-label": words.game.actions.title });
    /** @type {Question | null} */
    this.question = null;
    this.drawn = "";
  }

  /** @param {Table} table */
  draw(table) {
    const { you, live, started, offers, legal, rematch } = table;
    if (!live) this.question = null;
    const drawn = JSON.stringify([
      you,
      live,
      started,
      offers,
      Object.values(legal).map((moves) => moves.length === 1 && moves[0]),
      rematch,
      table.beginning,
      this.question?.words,
      this.doing.nextLevel(),
    ]);
    if (drawn === this.drawn) return; // the focused button keeps the focus
    this.drawn = drawn;
    if (this.question) fill(this.element, ...this.asking(table, this.question));
    else fill(this.element, ...this.offered(table), ...(live ? this.playing(table) : this.finished(table)));
  }

  /** @param {Table} table @param {Question} question */
  asking(table, { words: sentence, yes, act }) {
    const answer = (/** @type {boolean} */ sure) => {
      if (sure) act();
      this.ask(table, null);
    };
    return [
      h("p", {}, sentence),
      h("button", { type: "button", class: "main", onClick: () => answer(true) }, yes),
      h("button", { type: "button", onClick: () => answer(false) }, words.game.actions.no),
    ];
  }

  /** @param {Table} table @param {Question | null} question */
  ask(table, question) {
    this.question = question;
    this.draw(table);
    this.element.querySelector("button")?.focus();
  }

  /** @param {Table} table */
  offered(table) {
    const { actions } = words.game;
    return table.offers.map(({ seat, what }) => {
      const name = table.players[seat].name;
      if (table.you.includes(seat) || !table.you.length) {
        return h("p", { class: "offer" }, waitingWords(what));
      }
      const answer = (/** @type {string} */ type) => this.doing.send({ type, what });
      const accept = () =>
        what === "points" ? this.askForPoints(table, () => answer("accept")) : answer("accept");
      return h(
        "div",
        { class: "offer" },
        h("p", {}, offerWords(what, name, table)),
        h("button", { type: "button", class: "main", onClick: accept }, actions.accept),
        h("button", { type: "button", onClick: () => answer("decline") }, actions.decline),
      );
    });
  }

  /** The points end the game: ask first. @param {Table} table @param {() => void} act */
  askForPoints(table, act) {
    const { actions } = words.game;
    const [points] = table.positions.get(table.turn)?.score ?? [];
    const seat = table.you[0];
    const both = points ? [points.values[seat], points.values[1 - seat]] : [0, 0];
    this.ask(table, { words: actions.pointsSure(both), yes: actions.pointsYes, act });
  }

  /** @param {Table} table */
  playing(table) {
    const { actions } = words.game;
    if (!table.you.length || !table.started) return [];
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
      this.takeback(table),
      this.doing.agreement && !table.offers.some((offer) => offer.what === "points") && this.points(table),
      table.beginning
        ? h(
            "button",
            { type: "button", title: people.cancelWhy, onClick: () => this.doing.send({ type: "cancel" }) },
            people.cancel,
          )
        : h("button", { type: "button", onClick: () => this.resign(table) }, icon("flag"), actions.resign),
    ];
  }

  /** By consent, where a person plays against a person; against a bot there is undo. @param {Table} table */
  takeback(table) {
    const { takeback, takebackHow } = people.takeback;
    const asked = table.offers.some((offer) => offer.what === "takeback");
    const bot = table.players.some((player) => player.kind === "bot");
    const seat = table.you.find((one) => !table.to_move.includes(one)) ?? table.you[0];
    if (table.tournament || asked || bot || table.realtime || table.turn <= (table.to_move.length > 1 ? 0 : seat)) return null;
    const ask = () => this.doing.send({ type: "offer", what: "takeback" });
    const title = table.you.length > 1 ? null : takebackHow;
    return h("button", { type: "button", title, onClick: ask }, icon("undo"), takeback);
  }

  /** A person thinks about it; a bot, or oneself, may end the game at once. @param {Table} table */
  points(table) {
    const offer = () => this.doing.send({ type: "offer", what: "points" });
    const other = table.players[1 - table.you[0]];
    const atOnce = table.you.length > 1 || other.kind === "bot";
    return h(
      "button",
      { type: "button", onClick: () => (atOnce ? this.askForPoints(table, offer) : offer()) },
      words.game.actions.offerPoints,
    );
  }

  /** @param {Table} table */
  resign(table) {
    const { actions } = words.game;
    const seat = table.you.find((one) => table.to_move.includes(one)) ?? table.you[0];
    const act = () => this.doing.send({ type: "resign", seat });
    this.ask(table, { words: actions.resignSure, yes: actions.resignYes, act });
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
      table.turn > 0 && h("a", { class: "button", href: `/analyse/${table.id}` }, actions.review),
      table.outcome?.winner !== 1 - table.you[0] &&
        this.doing.nextLevel() &&
        h("button", { type: "button", onClick: () => this.doing.playNext() }, actions.nextLevel),
      table.turn > 0 && this.doing.turningPoint(),
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

/** What somebody is asked. @param {string} what @param {string} name @param {Table} table */
function offerWords(what, name, table) {
  const { actions } = words.game;
  if (what === "takeback") return people.takeback.offered(name, table.to_move.length > 1);
  return what === "rematch" ? actions.rematchOffered(name) : actions.pointsOffered(name);
}

/** What is said while an offer waits for its answer. @param {string} what */
function waitingWords(what) {
  const { actions } = words.game;
  if (what === "takeback") return people.takeback.asked;
  return what === "rematch" ? actions.rematchAsked : actions.offered;
}
