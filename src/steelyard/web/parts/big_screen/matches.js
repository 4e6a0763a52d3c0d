// The matches that the big screen and the phones show: score, board, what comes next.

/**
 * @typedef {object} Match
 * @property {string} title the round of a bracket, or the stage
 * @property {string[]} names
 * @property {{id: string, board: number, boards: number, of: number, points: number[] | null}[]} games as they were played, then those to come; boards and games of the match as known when it was played; points in the order of the names
 * @property {string[]} points what both have in the table; empty in a bracket
 * @property {string} unit of these points
 */
/**
 * @typedef {object} Row of a table
 * @property {number} place
 * @property {string} name
 * @property {number | null} matches
 * @property {string} points
 * @property {string} note
 */
/** @typedef {{title: string, unit: string, rows: Row[], cut: number}} Table */
/**
 * @typedef {object} Course
 * @property {number} seq
 * @property {boolean} done
 * @property {number} games
 * @property {number} to_come
 * @property {any[]} recent
 * @property {string[]} houses
 * @property {Table[]} tables
 * @property {import("../contests/bracket.js").Bracket | null} bracket
 * @property {{place: number, name: string}[]} podium
 * @property {string[]} winners with house bots
 * @property {{title: string, names: string[], score: number[], why: string} | null} final
 */
/**
 * @typedef {object} Event what `GET /api/event` answers
 * @property {any} contest
 * @property {string} address
 * @property {"draft" | "open" | "closed" | "preparing" | "waiting" | "running" | "paused" | "undecided" | "over"} phase
 * @property {boolean} realtime
 * @property {number} pause_ms
 * @property {string[]} entrants
 * @property {string[]} houses
 * @property {Course | null} course
 * @property {Match[]} matches
 * @property {string[]} playing the games that are on
 * @property {{what: string, share: number} | null} doing
 * @property {{id: string, seats: string[]}[]} coming
 */

/** @param {Match[]} matches @param {string} game */
export function matchOf(matches, game) {
  return matches.find((match) => match.games.some(({ id }) => id === game)) ?? null;
}

/** The points of both up to a game of the match; that game counts when it is over. @param {Match} match @param {string} game @param {boolean} over */
export function scoreAt(match, game, over) {
  const at = match.games.findIndex(({ id }) => id === game);
  const counted = match.games.slice(0, at + (over ? 1 : 0));
  return [0, 1].map((side) => counted.reduce((sum, { points }) => sum + (points?.[side] ?? 0), 0));
}

/** Which of the match's games it is, counted as they are played. @param {Match} match @param {string} game */
export function numberOf(match, game) {
  const at = match.games.findIndex(({ id }) => id === game);
  return match.games.slice(0, at).filter(({ points }) => points).length + 1;
}

/** The next pair other than the one that plays. @param {Event} event @param {Match | null} current @returns {string[] | null} */
export function nextPair({ coming, matches }, current) {
  const next = coming.find(({ id }) => !current?.games.some((game) => game.id === id));
  return next ? (matchOf(matches, next.id)?.names ?? next.seats) : null;
}

/** Whether another game follows the one that is ending; its result may not be known yet. @param {Event | null} event */
export function goesOn(event) {
  return event?.phase === "running" && (event.coming.length > 0 || (event.course?.to_come ?? 0) > 1);
}
