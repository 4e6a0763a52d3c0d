// Addresses of the analysis page: the game, the position, the line that is tried out, and how far it is shown.

/**
 * @typedef {object} Place what an address names
 * @property {string} reviewed the table whose game is reviewed; empty: none
 * @property {string} table the table from whose game the line branches; empty: none
 * @property {number} turn the turn of that game
 * @property {string} game
 * @property {Record<string, any>} options those that are not as usual
 * @property {string} position where the line begins; empty: where the game does
 * @property {string[]} line
 * @property {number} at how many turns are played in the position that is shown
 */

/** @param {{pathname: string, search: string, hash: string}} address @returns {Place} */
export function readAddress({ pathname, search, hash }) {
  const asked = new URLSearchParams(search);
  const reviewed = pathname.split("/")[2] ?? "";
  const line = (asked.get("line") ?? "").split(",").filter(Boolean);
  const at = hash.slice(1);
  return {
    reviewed,
    table: reviewed || asked.get("table") || "",
    turn: Number(asked.get("turn")) || 0,
    game: asked.get("game") ?? "tank_war",
    options: readOptions(asked.get("options") ?? "{}"),
    position: asked.get("position") ?? "",
    line,
    at: at === "" && !reviewed ? line.length : Number(at) || 0,
  };
}

/** @param {string} text */
function readOptions(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {}; // somebody has shortened the link
  }
}

/** @param {Place} place */
export function addressOf({ reviewed, table, turn, game, options, position, line, at }) {
  if (reviewed) return `/analyse/${reviewed}${at ? `#${at}` : ""}`;
  const named = {
    game,
    ...(table && { table, turn: String(turn) }),
    ...(Object.keys(options).length && !table && { options: JSON.stringify(options) }),
    ...(position && !table && { position }),
    ...(line.length && { line: line.join(",") }),
  };
  const query = Object.entries(named).map(([name, value]) => `${name}=${written(value)}`);
  return `/analyse?${query.join("&")}${at < line.length ? `#${at}` : ""}`;
}

/** Encoded as far as need be: positions stay readable. @param {string} value */
function written(value) {
  return encodeURIComponent(value).replace(/%2F/g, "/").replace(/%2C/g, ",").replace(/%3A/g, ":");
}
