// On the page of a bot that was uploaded on the way to a contest: enter it there.

import { bots as words } from "../../words/bots.js";
import { h } from "../page/dom.js";
import { notice } from "../page/header.js";
import { get, post } from "../page/http.js";
import { contestBefore } from "./contest-link.js";

/** What is still to be done; nothing if the team has entered, or cannot enter. @param {string} bot its id */
export async function enterWith(bot) {
  const id = encodeURIComponent(contestBefore());
  const contest = id && (await get(`/api/contests/${id}`).catch(() => null)); // it may be gone; the bot is not
  const you = contest && contest.state === "open" && contest.you;
  if (!you || you.needs_code || !you.captain || you.bot) return null;
  if (!you.bots.some((/** @type {{id: string}} */ each) => each.id === bot)) return null;
  const enter = async () => {
    try {
      await post(`/api/contests/${id}/entry`, { bot, version: null });
      location.assign(`/c/${id}`);
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  };
  return h(
    "section",
    { class: "enter-with" },
    h("p", {}, words.notEntered(contest.name)),
    h("button", { type: "button", class: "main", onClick: enter }, words.enterContest(contest.name)),
  );
}
