// Dates of contests as text, and in the fields of forms.

import { words } from "../../words/contests.js";
import { when } from "./time.js";

/** @param {{deadline_ms: number | null, state: string}} contest */
export function deadlineInWords(contest) {
  if (contest.state === "draft" || contest.state === "open")
    return contest.deadline_ms === null ? words.page.noDeadline : words.page.deadline(
      when(contest.deadline_ms),
    );
  return contest.deadline_ms === null ? "" : words.page.closed(when(contest.deadline_ms));
}

/** The value of a date and time field, in the reader's time zone. @param {number | null} ms */
export function fieldValue(ms) {
  if (ms === null) return "";
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** @param {string} value @returns {number | null} */
export function fromField(value) {
  return value ? new Date(value).getTime() : null;
}
