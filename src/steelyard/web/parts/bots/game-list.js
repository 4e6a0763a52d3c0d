// A list of games between bots, with the failure for the owner of the bot that failed.

import { bots as words } from "../../words/bots.js";
import { h } from "../page/dom.js";
import { moment } from "../page/form.js";
import { notice } from "../page/header.js";
import { get } from "../page/http.js";

/**
 * @typedef {object} BotGame
 * @property {string} id
 * @property {"ladder" | "trial"} kind
 * @property {string[]} names
 * @property {(string | null)[]} bots
 * @property {number | null} winner
 * @property {boolean} both_failed
 * @property {string} reason
 * @property {boolean} rated
 * @property {number} ended_ms
 * @property {{fault: string, detail: string, turn: number, line: string, stderr: string} | null} verdict
 */

/** A list that grows at the end. @param {string} where @param {string | null} bot whose games they are */
export function gameList(where, bot = null) {
  const list = h("ul", { class: "bot-games" });
  const none = h("p", { class: "quiet", hidden: true }, words.noGames);
  const more = h("button", { type: "button", hidden: true, onClick: () => older() }, words.more);
  /** @type {string | null} */
  let cursor = null;
  async function older() {
    try {
      const { games, next } = await get(cursor ? `${where}?after=${cursor}` : where);
      list.append(...games.map((/** @type {BotGame} */ game) => line(game, bot)));
      none.hidden = list.childElementCount > 0;
      cursor = next;
      more.hidden = !next;
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }
  older();
  return h("div", { class: "game-list" }, list, none, more);
}

/** @param {BotGame} game @param {string | null} bot */
function line(game, bot) {
  return h(
    "li",
    {},
    h(
      "a",
      { href: `/g/${game.id}` },
      h("span", { class: "told" }, bot && game.kind === "ladder" ? ownWords(game, bot) : pairWords(game)),
      h("span", { class: "quiet small" }, kind(game), h("time", {}, moment(game.ended_ms))),
    ),
    game.verdict && verdict(game.verdict),
  );
}

/** @param {BotGame} game */
function kind(game) {
  if (game.kind === "trial") return h("span", { class: "badge" }, words.trialGame);
  return !game.rated && h("span", { class: "badge" }, words.unrated);
}

/** @param {BotGame} game @param {string} bot */
function ownWords(game, bot) {
  const seat = game.bots.indexOf(bot);
  const result = game.both_failed ? words.bothFailed : game.winner === null ? words.drew : game.winner === seat ? words.won : words.lost;
  const shown = h("strong", { class: result === words.lost && "lost" }, result);
  return [shown, ` ${words.against(game.names[1 - seat])}`];
}

/** @param {BotGame} game */
function pairWords(game) {
  const nobody = game.both_failed ? words.bothFailed : words.draw;
  if (game.winner === null) return `${game.names[0]} – ${game.names[1]}: ${nobody}`;
  return [h("strong", {}, game.names[game.winner]), ` ${words.beat} `, game.names[1 - game.winner]];
}

/** @param {NonNullable<BotGame["verdict"]>} verdict */
function verdict({ fault, detail, turn, line: answer, stderr }) {
  return h(
    "details",
    {},
    h("summary", {}, `${words.fault(fault)}${turn ? `, ${words.turn(turn)}` : ""}`),
    h("p", { class: "small" }, detail),
    answer && labelled(words.cameBack, answer),
    stderr && labelled(words.log, stderr),
  );
}

/** A program's output, with a label. @param {string} label @param {string} text */
export function labelled(label, text) {
  return h("div", { class: "labelled" }, h("span", { class: "small quiet" }, label), h("pre", {}, text));
}
