// Tournaments in a list: what is played, with which clock, and how far each is.

import { h } from "../page/dom.js";
import { clockInWords, when } from "../page/time.js";
import { words } from "../../words/tournaments.js";

/**
 * @typedef {object} Listed
 * @property {string} id
 * @property {string} name
 * @property {string} game
 * @property {string} title
 * @property {string} clock
 * @property {boolean} rated
 * @property {"swiss" | "round_robin"} kind
 * @property {number} team_size
 * @property {"open" | "running" | "over" | "cancelled"} state
 * @property {number} players
 * @property {number} round
 * @property {number | null} rounds
 * @property {number | null} starts_ms
 */

/** @param {Listed[]} tournaments */
export function tournamentList(tournaments) {
  return h("ul", { class: "tournaments" }, tournaments.map(row));
}

/** @param {Listed} tournament */
function row(tournament) {
  return h(
    "li",
    {},
    h("a", { href: `/tournaments/${tournament.id}` }, tournament.name),
    h("span", {}, tournament.title),
    h("span", { class: "quiet" }, terms(tournament).slice(1).join(" · ")),
    h("span", { class: "quiet small" }, standing(tournament)),
  );
}

/** What is played, and how. @param {Listed} tournament */
export function terms({ title, clock, kind, team_size }) {
  return [title, clockInWords(clock), words.kinds[kind], team_size > 1 && words.teams(team_size)].filter(Boolean);
}

/** How far it is. @param {Listed} tournament */
export function standing({ state, players, round, rounds, starts_ms }) {
  if (state === "running") return `${words.round(round, rounds)} · ${words.players(players)}`;
  const starts = state === "open" && starts_ms !== null && words.starts(when(starts_ms));
  return [words.states[state], starts, words.players(players)].filter(Boolean).join(" · ");
}
