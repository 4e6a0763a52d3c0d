// The brackets of a stage as columns of matches, the first round on the left.

import { words } from "../../words/contests.js";
import { h } from "../page/dom.js";
import { translated } from "../page/sentences.js";
import { criterion, halves } from "./match-words.js";

/**
 * @typedef {object} Match
 * @property {(string | null)[]} names
 * @property {string[]} [marks] of those who are out: why
 * @property {boolean} [bye]
 * @property {number[] | null} score
 * @property {string | null} winner
 * @property {string} why what decided it, if not the games won
 * @property {string} to
 */
/** @typedef {{title: string, matches: (Match | null)[]}} Round null: nobody plays here, because of byes */
/** @typedef {{rounds: Round[], third: (Match & {title: string}) | null, more?: Bracket[]}} Bracket */

/** @typedef {{links: boolean, houses: string[]}} How */

/** @param {Bracket} bracket @param {{links?: boolean, houses?: string[]}} how whether matches are links; which names are those of house bots */
export function bracketOf(bracket, { links = true, houses = [] } = {}) {
  const how = { links, houses };
  const brackets = [bracket, ...(bracket.more ?? [])];
  return h(
    "div",
    { class: "wide", tabindex: "0" },
    brackets.flatMap((each) => [
      h("div", { class: "bracket" }, each.rounds.map((_, number) => column(each.rounds, number, how))),
      each.third && third(each.third, how),
    ]),
  );
}

/** @param {Round[]} rounds @param {number} number @param {How} how */
function column(rounds, number, how) {
  const { title, matches } = rounds[number];
  const straight = rounds[number + 1]?.matches.length === matches.length;
  const before = rounds[number - 1]?.matches ?? [];
  const lead = before.length / matches.length; // so many matches lead to each
  const slots = matches.map((match, position) => {
    const leading = before.slice(position * lead, (position + 1) * lead).some((each) => each !== null);
    const kind = `slot${match ? "" : " gap"}${leading ? " led" : ""}`;
    return h("div", { class: kind }, match && matchBox(match, how));
  });
  return h(
    "div",
    { class: `round${straight ? " straight" : ""}`, "data-round": number },
    h("h3", {}, translated(title)),
    h("div", { class: "matches" }, slots),
  );
}

/** @param {Match & {title: string}} match @param {How} how */
function third(match, how) {
  return h("div", { class: "third" }, h("h3", {}, translated(match.title)), matchBox(match, how));
}

/** @param {Match} match @param {How} how */
function matchBox(match, { links, houses }) {
  const sides = match.names.map((name, side) => {
    const won = name !== null && name === match.winner && !match.bye;
    const out = match.winner !== null && !won && !match.bye;
    return h(
      "div",
      { class: `side${won ? " won" : ""}${out ? " out" : ""}` },
      h(
        "div",
        { class: "who" },
        h("span", { class: "name" }, name ?? (match.bye ? words.page.bye : words.page.open)),
        name !== null && houses.includes(name) && h("span", { class: "mark small quiet" }, words.page.house),
        match.marks?.[side] && h("span", { class: "mark small quiet" }, match.marks[side]),
      ),
      h("span", { class: "score figures" }, match.score ? halves(match.score[side]) : ""),
    );
  });
  const box = [...sides, match.why && h("div", { class: "why small quiet" }, words.page.decidedBy(criterion(match.why)))];
  return match.to && links
    ? h("a", { class: "match", href: match.to }, box)
    : h("div", { class: "match" }, box);
}
