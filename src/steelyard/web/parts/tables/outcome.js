// How a game ended, in one sentence.

import { words } from "../../words/general.js";
import { translated } from "../page/sentences.js";

/** @param {import("./table.js").Outcome} outcome @param {string[]} names the players' names, from `toldApart` */
export function ending({ winner, because, stopped, cancelled }, names) {
  const why = translated(because);
  if (cancelled) return words.outcome.cancelled(why);
  if (stopped) return words.outcome.stopped(winner === null ? null : names[winner], translated(stopped));
  if (winner === null) return `${words.outcome.draw}: ${why}.`;
  return `${words.outcome.won(names[winner])}: ${why.replace("{loser}", () => names[1 - winner])}.`;
}

/** What happened in the end, without who won: "Blue could drive no tank any more; 4 tanks to 3."
 * @param {import("./table.js").Outcome} outcome @param {{name: string}[]} players @param {string[]} seats */
export function reasonOf(outcome, players, seats) {
  const { winner, because, happened, stopped } = outcome;
  if (stopped) return ending(outcome, toldApart(players, seats));
  if (happened) return `${translated(happened)}.`;
  const why = translated(because);
  const sentence = winner === null ? why : why.replace("{loser}", () => seats[1 - winner]);
  return `${sentence[0].toUpperCase()}${sentence.slice(1)}.`;
}

/** The result as a heading, as the people at this page see it. @param {import("./table.js").Table} table @param {string[]} seats */
export function resultOf({ outcome, players, you }, seats) {
  if (!outcome) return "";
  if (outcome.cancelled) return words.outcome.none;
  if (outcome.winner === null) return words.outcome.draw;
  if (you.length === 1) return you[0] === outcome.winner ? words.outcome.youWon : words.outcome.youLost;
  return words.outcome.won(toldApart(players, seats)[outcome.winner]);
}

/** The players' names, or the seats' names if both players have the same name. @param {{name: string}[]} players @param {string[]} seats */
export function toldApart(players, seats) {
  const names = players.map((player) => player.name);
  return names[0] === names[1] ? seats : names;
}
