// The way back from a game of a contest to the contest.

import { words } from "../../words/contests.js";
import { h } from "../page/dom.js";

/** @param {string} id of the game's page; that of a contest's game begins with the contest's id and a dot */
export function contestLink(id) {
  const [contest, game] = id.split(".");
  return game ? h("p", { class: "to-contest small" }, h("a", { href: `/c/${contest}` }, words.page.toContest)) : null;
}
