// What squares, seats and players are called on the pages.

import { characters } from "../../words/characters.js";
import { words } from "../../words/general.js";

const COLOURED = ["tank_war", "tank_duel", "tank_battle"]; // other games call their seats as they like

/** The name of a square in the notation of its game. @param {string} game @param {[number, number]} square */
export function squareName(game, [column, row]) {
  if (game === "tank_battle") return `${"abcdefghijk"[column] ?? "?"}${11 - row}`;
  return words.game.square.plain(column, row);
}

/** What a seat is called on the pages. @param {string} game @param {readonly string[]} names used by the game itself */
export function seatNames(game, names) {
  return COLOURED.includes(game) ? words.seats.colours : [...names];
}

/** What a bot is called on the pages. @param {string} bot */
export function characterName(bot) {
  return characters[bot]?.name ?? bot;
}

/** What somebody is called on the pages: whoever has chosen no name is a guest with a number, and the server calls everybody whose account was deleted alike. @param {string} name */
export function personName(name) {
  if (/^deleted player$/.test(name)) return words.common.deletedPlayer;
  const number = /^Guest (\d{4})$/.exec(name)?.[1];
  return number ? words.common.guest(number) : name;
}

/** Players as pages show them: built-in bots by their character's name, guests in the language of the page. @template {{name: string, bot?: string | null}} P @param {P[]} players @returns {P[]} */
export function withCharacters(players) {
  return players.map((player) => {
    const character = player.bot && player.name === player.bot ? characters[player.bot] : null;
    return { ...player, name: character ? character.name : personName(player.name) };
  });
}
