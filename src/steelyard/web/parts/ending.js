// How a game ended, in one sentence.

import { words } from "../words.js";

/** @param {import("../pages/table.js").Outcome} outcome @param {string[]} names of the players, told apart */
export function ending({ winner, reason, score, detail }, names) {
  const because = /** @type {Record<string, (more: number, less: number) => string>} */ (
    words.outcome.because
  )[reason];
  if (!because) return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
  const [more, less] = winner === 1 ? [score[1], score[0]] : score;
  const who = winner === null ? words.outcome.draw : words.outcome.wins(names[winner]);
  return `${who}: ${because(more, less)}.`;
}

/** The players' names or, where both have one name, their seats'. @param {{name: string}[]} players @param {string[]} seats */
export function toldApart(players, seats) {
  const names = players.map((player) => player.name);
  return names[0] === names[1] ? seats : names;
}
