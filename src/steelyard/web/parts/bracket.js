// A knockout bracket: columns of matches, the first round on the left.

import { words } from "../words-contests.js";
import { h } from "./dom.js";

/**
 * @typedef {object} Match
 * @property {(string | null)[]} names
 * @property {boolean} [bye]
 * @property {number[] | null} score
 * @property {string | null} winner
 * @property {string} why what decided it, if not the games won
 * @property {string} to
 */
/** @typedef {{rounds: {title: string, matches: Match[]}[], third: (Match & {title: string}) | null}} Bracket */

/** @param {Bracket} bracket @param {{links?: boolean}} how */
export function bracketOf(bracket, { links = true } = {}) {
  const rounds = bracket.rounds.map((round, number) =>
    h(
      "div",
      { class: "round", "data-round": number },
      h("h3", {}, round.title),
      h(
        "div",
        { class: "matches" },
        round.matches.map((match) => h("div", { class: "slot" }, matchBox(match, links))),
      ),
    ),
  );
  return h(
    "div",
    { class: "wide", tabindex: "0" },
    h("div", { class: "bracket" }, rounds),
    bracket.third && third(bracket.third, links),
  );
}

/** @param {Match & {title: string}} match @param {boolean} links */
function third(match, links) {
  return h("div", { class: "third" }, h("h3", {}, match.title), matchBox(match, links));
}

/** @param {Match} match @param {boolean} links */
function matchBox(match, links) {
  const sides = match.names.map((name, side) => {
    const won = name !== null && name === match.winner && !match.bye;
    const out = match.winner !== null && !won && !match.bye;
    return h(
      "div",
      { class: `side${won ? " won" : ""}${out ? " out" : ""}` },
      h("span", { class: "name" }, name ?? (match.bye ? words.page.bye : words.page.open)),
      h("span", { class: "score figures" }, match.score ? String(match.score[side]) : ""),
    );
  });
  const box = [...sides, match.why && h("div", { class: "why small quiet" }, match.why)];
  return match.to && links
    ? h("a", { class: "match", href: match.to }, box)
    : h("div", { class: "match" }, box);
}
