// The games of this server, and opening a table.

import { leaveFor } from "../page/dialog.js";
import { get, post } from "../page/http.js";
import { hasFinished } from "./first-game.js";
import { byStrength, stars } from "./opponents.js";

/**
 * @typedef {object} GameInfo
 * @property {string} id
 * @property {string} title
 * @property {string} summary
 * @property {string[]} seat_names
 * @property {boolean} simultaneous
 * @property {boolean} joystick
 * @property {string} clock
 * @property {string[]} clocks
 * @property {boolean} agreement
 * @property {{name: string, default: any, meaning: string, samples: any[]}[]} options
 * @property {string[]} setups
 * @property {{name: string, summary: string, rating: number | null}[]} bots
 */
/** @typedef {{kind: "me", name?: string} | {kind: "open"} | {kind: "bot", bot: string}} Seat */

const ORDER = ["tank_war", "tank_duel", "tank_battle"];
const USUAL_BOTS = ["greedy", "level1"]; // beatable, but not by random moves

/** @returns {Promise<GameInfo[]>} */
export async function allGames() {
  /** @type {GameInfo[]} */
  const games = await get("/api/games");
  const place = (/** @type {GameInfo} */ game) =>
    (ORDER.indexOf(game.id) + ORDER.length + 1) % (ORDER.length + 1);
  return games.sort((a, b) => place(a) - place(b));
}

/** The default opponent: of the usual ones the first with one star, else the weakest. @param {GameInfo} game */
export function usualBot(game) {
  const [weakest] = byStrength(game).filter(({ name }) => USUAL_BOTS.includes(name));
  const [first] = game.bots.filter(({ name, rating }) => USUAL_BOTS.includes(name) && stars(rating) === 1);
  return (first ?? weakest)?.name ?? game.bots[Math.floor(game.bots.length / 2)].name;
}

/** The bot one level above the one a person has played; empty if there is none. @param {GameInfo} game @param {import("./table.js").Table} table */
export function nextBot(game, { players, you }) {
  if (you.length !== 1) return "";
  const met = game.bots.find((bot) => bot.name === players[1 - you[0]].bot);
  const rating = met?.rating ?? null;
  if (rating === null) return "";
  const stronger = game.bots.filter((bot) => (bot.rating ?? rating) > rating);
  return stronger.sort((a, b) => (a.rating ?? 0) - (b.rating ?? 0))[0]?.name ?? "";
}

/** The seat at the lower edge of the picture, the default for a person. @param {string} game */
export function lowerSeat(game) {
  return game === "tank_war" ? 1 : 0;
}

/** Whether the board has a side for each player. @param {string} game */
export function hasSides(game) {
  return game !== "tank_duel";
}

/** @param {object} terms @returns {Promise<void>} goes to the new table */
export async function openTable(terms) {
  const { id } = await post("/api/tables", terms);
  leaveFor(`/g/${id}`);
}

/** Start a game against a bot, the default one unless another is named. @param {GameInfo} game @param {string} bot */
export function playNow(game, bot = usualBot(game)) {
  const mine = lowerSeat(game.id);
  /** @type {Seat[]} */
  const seats = [
    { kind: "bot", bot },
    { kind: "bot", bot },
  ];
  seats[mine] = { kind: "me" };
  return openTable({ game: game.id, clock: usualClock(game), seats });
}

/** The default clock; there is none in the first game. @param {GameInfo} game */
export function usualClock(game) {
  if (game.joystick || !hasFinished(game.id)) return "none";
  return game.clock;
}
