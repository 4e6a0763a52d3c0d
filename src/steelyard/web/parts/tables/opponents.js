// Which built-in bot somebody should play next, and how strong each is.

import { get } from "../page/http.js";

/** @typedef {import("./games.js").GameInfo} GameInfo */
/** @typedef {GameInfo["bots"][number]} BotInfo */

export const MOST_STARS = 5;
const THRESHOLDS = [600, 800, 950, 1150]; // in rating points, the teacher at 1000
const WINS = 2; // in a row, and the next level fits
const LOOKED_AT = 12; // games

/** @param {number | null} rating */
export function stars(rating) {
  return 1 + THRESHOLDS.filter((least) => (rating ?? 0) >= least).length;
}

/** The built-in bots from weak to strong. @param {GameInfo} game @returns {BotInfo[]} */
export function byStrength(game) {
  return [...game.bots].sort((one, other) => (one.rating ?? 0) - (other.rating ?? 0));
}

/**
 * The bot that fits: the usual one at first, then the one that was played last, and after two wins in a row against it the next one.
 * @param {GameInfo} game
 * @param {string} usual
 * @returns {Promise<{bot: string, promoted: boolean}>}
 */
export async function fitting(game, usual) {
  const { tables } = await get(`/api/tables?mine=1&game=${game.id}&limit=${LOOKED_AT}&pictures=0`);
  const bots = byStrength(game);
  return fit(results(tables, new Set(bots.map(({ name }) => name))), bots, usual);
}

/**
 * The games somebody has finished against built-in bots, latest first.
 * @param {{players: {kind: string, bot?: string | null}[], you: number[], outcome: {winner: number | null} | null}[]} tables
 * @param {Set<string>} bots
 * @returns {{bot: string, won: boolean}[]}
 */
export function results(tables, bots) {
  return tables.flatMap(({ players, you, outcome }) => {
    if (!outcome || you.length !== 1) return [];
    const { kind, bot } = players[1 - you[0]];
    return kind === "bot" && bot && bots.has(bot) ? [{ bot, won: outcome.winner === you[0] }] : [];
  });
}

/** @param {{bot: string, won: boolean}[]} played latest first @param {{name: string}[]} bots from weak to strong @param {string} usual */
export function fit(played, bots, usual) {
  if (!played.length) return { bot: usual, promoted: false };
  const { bot } = played[0];
  const last = played.slice(0, WINS);
  const beaten = last.length === WINS && last.every((one) => one.bot === bot && one.won);
  const next = bots[bots.findIndex((one) => one.name === bot) + 1];
  return beaten && next ? { bot: next.name, promoted: true } : { bot, promoted: false };
}
