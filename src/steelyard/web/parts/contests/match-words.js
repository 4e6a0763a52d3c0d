// How a match ended, as pages and the big screen write it.

import { words } from "../../words/contests.js";
import { translated } from "../page/sentences.js";

/** What decided a match, in the words of the tables. @param {string} why */
export function criterion(why) {
  return words.figures[why] ?? translated(why);
}

/** Points, with halves as such. @param {number} points */
export function halves(points) {
  return Number.isInteger(points) ? String(points) : `${Math.floor(points) || ""}½`;
}
