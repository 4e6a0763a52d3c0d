// Formats times, clocks and dates.

import { words } from "../../words/general.js";
import { locale } from "./language.js";

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** What a clock shows: tenths under ten seconds, days and hours above a day. @param {number} ms */
export function figures(ms) {
  const left = Math.max(ms, 0);
  if (left >= DAY) return words.common.daysHours(Math.floor(left / DAY), Math.floor((left % DAY) / HOUR));
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000); // a full clock shows its full time
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A moment, in the reader's own time. @param {number} ms */
export function when(ms) {
  return new Date(ms).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}

/** A clock's text in words: "bank:120s". @param {string} clock @param {boolean} joystick */
export function clockInWords(clock, joystick = false) {
  const [kind, figure = ""] = clock.split(":");
  const [first, second] = figure.split("+").map(inSeconds);
  if (kind === "bank") return words.clock.bank(span(first));
  if (kind === "round") return words.clock.round(first.toLocaleString(locale));
  if (kind === "fischer") return words.clock.fischer(span(first), String(second));
  if (kind === "days") return words.clock.days(first);
  return joystick ? words.clock.both : words.clock.none;
}

/** @param {string} part "120s", "2m", "500ms"; days have no unit */
function inSeconds(part) {
  const unit = part.endsWith("ms") ? 0.001 : part.endsWith("m") ? 60 : 1;
  return Number.parseFloat(part) * unit;
}

/** @param {number} seconds */
function span(seconds) {
  return seconds % 60 === 0 ? words.clock.minutes(seconds / 60) : words.clock.seconds(seconds);
}
