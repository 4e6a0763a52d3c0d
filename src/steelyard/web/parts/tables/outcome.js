// How a game ended, in one sentence.

import { words } from "../../words/general.js";

/** @param {import("./table.js").Outcome} outcome @param {string[]} names the players' names, from `toldApart` */
export function ending({ winner, because, stopped, cancelled }, names) {
  if (cancelled) return words.outcome.cancelled(because);
  if (stopped) return words.outcome.stopped(winner === null ? null : names[winner], stopped);
  if (winner === null) return `${words.outcome.draw}: ${because}.`;
  return `${words.outcome.won(names[winner])}: ${because.replace("{loser}", () => names[1 - winner])}.`;
}

/** The players' names, or the seats' names if both players have the same name. @param {{name: string}[]} players @param {string[]} seats */
export function toldApart(players, seats) {
  const names = players.map((player) => player.name);
  return names[0] === names[1] ? seats : names;
}
