// The last set-up of each game, kept in the browser.

import { keep, setting } from "../page/settings.js";

/** @param {string} game @returns {Record<string, string>} by the names of the form's fields */
export function lastSetup(game) {
  return all()[game] ?? {};
}

/** @param {string} game @param {Record<string, any>} chosen */
export function rememberSetup(game, chosen) {
  const fields = Object.entries(chosen).map(([name, value]) => [name, String(value)]);
  keep("setups", JSON.stringify({ ...all(), [game]: Object.fromEntries(fields) }));
}

/** @returns {Record<string, Record<string, string>>} */
function all() {
  try {
    return Object(JSON.parse(setting("setups")));
  } catch {
    return {}; // written by something else: begin anew
  }
}
