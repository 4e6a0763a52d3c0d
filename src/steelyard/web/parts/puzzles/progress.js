// What somebody has solved: in their account if they are signed in, else in this browser.

import { post } from "../page/http.js";
import { keep, setting } from "../page/settings.js";

/**
 * @typedef {object} Progress
 * @property {string[]} solved the ids of puzzles
 * @property {string[]} days on which the puzzle of the day was solved, such as 2026-11-16
 */

const DAY_MS = 24 * 3600 * 1000;

/** @returns {Progress} */
export function localProgress() {
  try {
    const { solved, days } = JSON.parse(setting("puzzles"));
    if (Array.isArray(solved) && Array.isArray(days)) return { solved, days };
  } catch {
    // written by something else: begin anew
  }
  return { solved: [], days: [] };
}

/**
 * Note that a puzzle has been solved.
 * @param {{id: string, answers: string[], day: string, daily: string, signedIn: boolean}} what
 * @returns {Promise<Progress>}
 */
export async function noteSolved({ id, answers, day, daily, signedIn }) {
  if (signedIn) return post(`/api/puzzles/${id}/solved`, { answers });
  const { solved, days } = localProgress();
  const progress = {
    solved: [...new Set([...solved, id])],
    days: [...new Set(id === daily ? [...days, day] : days)].sort(),
  };
  keep("puzzles", JSON.stringify(progress));
  return progress;
}

/** What was solved in this browser goes into the new account. */
export async function takeOver() {
  const progress = localProgress();
  if (!progress.solved.length) return;
  await post("/api/puzzles/progress", progress);
  keep("puzzles", "{}");
}

/** The days in a row up to today, or up to yesterday as long as today's puzzle is open. @param {string[]} days @param {string} today */
export function streak(days, today) {
  const solved = new Set(days.map(number));
  let day = number(today);
  if (!solved.has(day)) day -= 1;
  let length = 0;
  while (solved.has(day - length)) length += 1;
  return length;
}

/** The longest streak so far. @param {string[]} days */
export function longest(days) {
  return Math.max(0, ...days.map((day) => streak(days, day)));
}

/** @param {string} day */
function number(day) {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}
