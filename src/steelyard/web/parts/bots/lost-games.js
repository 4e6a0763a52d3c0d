// The games that a bot has lost, for its owner; each opens at its last turns.

import { bots as words } from "../../words/bots.js";
import { fill, h } from "../page/dom.js";
import { moment } from "../page/form.js";
import { notice } from "../page/header.js";
import { get } from "../page/http.js";

/**
 * @typedef {object} LostGame
 * @property {string} to
 * @property {"ladder" | "trial" | "contest"} kind
 * @property {string} title
 * @property {string[]} names
 * @property {string} reason
 * @property {string} fault
 * @property {number} ended_ms
 */

const AT_FIRST = 8;
const LAST_TURNS = 4; // so many turns before the end

/** @param {string} id */
export function lostGames(id) {
  const list = h("ul", { class: "bot-games" });
  const none = h("p", { class: "quiet", hidden: true }, words.noneLost);
  const more = h("button", { type: "button", hidden: true }, words.more);
  async function load() {
    try {
      /** @type {{games: LostGame[]}} */
      const { games } = await get(`/api/bots/${id}/lost`);
      const show = (/** @type {number} */ most) => {
        fill(list, games.slice(0, most).map(line));
        more.hidden = games.length <= most;
      };
      more.addEventListener("click", () => show(Infinity));
      none.hidden = games.length > 0;
      show(AT_FIRST);
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }
  load();
  return h("div", { class: "game-list" }, h("p", { class: "quiet small" }, words.lostWhy), list, none, more);
}

/** @param {LostGame} game */
function line({ to, kind, title, names, reason, fault, ended_ms: ended }) {
  return h(
    "li",
    {},
    h(
      "a",
      { href: `${to}#-${LAST_TURNS}` },
      h("span", { class: "told" }, names.join(" \u2013 "), h("span", { class: "quiet" }, `, ${fault ? words.fault(fault) : reason}`)),
      h(
        "span",
        { class: "quiet small" },
        h("span", { class: "badge" }, kind === "contest" ? title : words.lostIn[kind]),
        h("time", {}, moment(ended)),
      ),
    ),
  );
}
