// How a game ended, in one sentence.

import { words } from "../../words/general.js";

/** @param {import("./table.js").Outcome} outcome @param {string[]} names the players' names, from `toldApart` */
export function ending({ winner, reason, score, detail, stopped }, names) {
  if (stopped) return words.outcome.stopped(winner === null ? null : names[winner], stopped);
  const because = /** @type {Record<string, (more: number, less: number, loser: string) => string>} */ (
    words.outcome.because
  )[reason];
  if (!because) return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
  const [more, less] = winner === 1 ? [score[1], score[0]] : score;
  const result = winner === null ? words.outcome.draw : words.outcome.won(names[winner]);
  return `${result}: ${because(more, less, winner === null ? "" : names[1 - winner])}.`;
}

/** The players' names, or the seats' names if both players have the same name. @param {{name: string}[]} players @param {string[]} seats */
export function toldApart(players, seats) {
  const names = players.map((player) => player.name);
  return names[0] === names[1] ? seats : names;
}
