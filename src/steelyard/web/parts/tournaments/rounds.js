// The standings of a tournament and the games of its rounds.

import { h } from "../page/dom.js";
import { words } from "../../words/tournaments.js";

/** @typedef {{number: number, name: string, players: string[], left: boolean, you: boolean}} Entrant */
/** @typedef {{first: number, second: number | null, board: number, swapped: boolean, table: string | null, result: "first" | "second" | "draw" | "none" | null, you: boolean}} Game */
/** @typedef {{entrant: number, rank: number, points: string, matches: number, tie_breaks: string[]}} Standing */

const { page: text } = words;

/** @param {{standings: Standing[], tie_breaks: string[], entrants: Entrant[]}} tournament */
export function standingsTable({ standings, tie_breaks, entrants }) {
  const named = new Map(entrants.map((entrant) => [entrant.number, entrant]));
  const tieBreak = (/** @type {string} */ each) =>
    /** @type {Record<string, string[]>} */ (text.tieBreaks)[each] ?? [each, ""];
  return h(
    "table",
    { class: "ranking" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { class: "number" }, h("span", { class: "unseen" }, text.place)),
        h("th", {}, text.name),
        h("th", { class: "number" }, text.points),
        h("th", { class: "number" }, text.matches),
        tie_breaks.map((each) => h("th", { class: "number wide", title: tieBreak(each)[1] }, tieBreak(each)[0])),
      ),
    ),
    h(
      "tbody",
      {},
      standings.map(({ entrant, rank, points, matches, tie_breaks: values }) =>
        h(
          "tr",
          {},
          h("td", { class: "number figures" }, rank),
          h("td", {}, entrantName(named.get(entrant))),
          h("td", { class: "number figures" }, points),
          h("td", { class: "number figures" }, matches),
          values.map((value) => h("td", { class: "number figures wide" }, value)),
        ),
      ),
    ),
  );
}

/** @param {Entrant | undefined} entrant */
export function entrantName(entrant) {
  if (!entrant) return "";
  const players = entrant.players.join(", ");
  return h(
    "span",
    {},
    entrant.you ? h("strong", {}, entrant.name) : entrant.name,
    players !== entrant.name && h("span", { class: "quiet small" }, ` ${players}`),
    entrant.left && h("span", { class: "quiet small" }, ` (${text.left})`),
  );
}

/** The games of a round, match by match. @param {Game[]} games @param {Entrant[]} entrants @param {boolean} teams */
export function roundList(games, entrants, teams) {
  const named = new Map(entrants.map((entrant) => [entrant.number, entrant]));
  const playing = new Set(games.flatMap(({ first, second }) => [first, second]));
  const idle = entrants.filter(({ number, left }) => !left && !playing.has(number));
  return h(
    "ul",
    { class: "round" },
    games.map((game) => {
      const first = named.get(game.first)?.name ?? "";
      const second = named.get(game.second ?? 0)?.name;
      return h(
        "li",
        {},
        second === undefined
          ? `${first} ${text.bye}`
          : h("span", { class: "pair" }, first, " – ", second, teams && h("span", { class: "quiet small" }, text.board(game.board))),
        second !== undefined && h("span", { class: "figures" }, game.result ? text.results[game.result] : text.playing),
        gameLink(game, second !== undefined),
      );
    }),
    idle.map(({ name }) => h("li", { class: "quiet" }, `${name} ${text.idle}`)),
  );
}

/** @param {Game} game @param {boolean} paired */
function gameLink({ table, result, you }, paired) {
  if (!table) return paired && h("span", { class: "quiet small" }, text.forfeit);
  const own = you && !result;
  return h(
    "a",
    { class: own ? "button main" : "", href: `/g/${table}` },
    own ? text.yourGame : result ? text.review : text.watch,
  );
}
