// The way back to a contest, from one of its games and from the pages on which a team uploads its bot.

import { words } from "../../words/general.js";
import { h } from "../page/dom.js";

/** @param {string} id of the game's page; that of a contest's game begins with the contest's id and a dot */
export function contestLink(id) {
  const [contest, game] = id.split(".");
  return game ? h("p", { class: "to-contest small" }, h("a", { href: `/c/${contest}` }, words.common.toContest)) : null;
}

/** What the address of a page says when somebody comes to it from a contest. @param {string} contest its id */
export function fromContest(contest) {
  return contest ? `?contest=${encodeURIComponent(contest)}` : "";
}

/** The contest that somebody comes from; empty if from none. */
export function contestBefore() {
  return new URLSearchParams(location.search).get("contest") ?? "";
}

/** The way back there. */
export function wayBack() {
  const contest = contestBefore();
  return contest
    ? h("p", { class: "to-contest" }, h("a", { class: "button", href: `/c/${encodeURIComponent(contest)}` }, words.common.toContest))
    : null;
}
