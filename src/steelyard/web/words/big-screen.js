// Text of the big screen and of its page for phones.

import { played } from "./contests.js";
import { form } from "./forms.js";
import { words as general } from "./general.js";

/** What is counted in a match, by the word of the server. @type {Record<string, (n: number) => string>} */
const units = {
  ...general.game.score,
  games: (n) => form(n, "game", "games"),
  wins: (n) => form(n, "win", "wins"),
};

/** @param {number} n @param {string} name */
const counted = (n, name) => units[name]?.(n) ?? name;

export const eventWords = {
  title: "Steelyard",
  none: "No contest is running.",
  /** What the contest is at. @type {Record<string, string>} */
  phase: {
    draft: "This contest is being prepared",
    open: "Entries are open",
    closed: "Entries are closed",
    preparing: "The bots are being prepared",
    waiting: "Another contest is played first",
    running: "The first game is about to begin",
    paused: "A short break",
    undecided: "Waiting for a decision of the organiser",
    over: "Finished",
  },
  soon: "The games begin soon.",
  doing: (/** @type {string} */ what, /** @type {number} */ share) => `${what}, ${Math.round(100 * share)}\u00a0%`,
  closesIn: (/** @type {string} */ left) => `Entries close in ${left}`,
  nextIn: (/** @type {string} */ left) => `Next game in ${left} s`,
  over: "The winner is",
  overLevel: "The winners are",
  best: "Best team",
  bestLevel: "Best teams",
  wonBy: (/** @type {string} */ names) => `The contest was won by ${names}.`,
  teamsOnly: (/** @type {string} */ title) => `${title}, teams only`,
  scan: "Follow on your phone",
  now: "Live",
  last: "Just played",
  again: "Replay, already in the results",
  next: "Next",
  coming: "Coming up",
  bracket: "Bracket",
  house: "house bot",
  houseBot: (/** @type {string} */ name) => `${name} (house bot)`,
  more: (/** @type {number} */ n) => `and ${n} more`,
  matches: "matches",
  board: (/** @type {number} */ n, /** @type {number} */ of) => `board ${n} of ${of}`,
  game: (/** @type {number} */ n, /** @type {number} */ of) => `Game ${n} of ${of}`,
  points: (/** @type {string} */ points, /** @type {string} */ unit) => `${points} ${counted(points === "1" ? 1 : 2, unit)}`,
  figure: (/** @type {number} */ value, /** @type {string} */ name) => `${value} ${counted(value, name)}`,
  final: (
    /** @type {string} */ title,
    /** @type {string[]} */ names,
    /** @type {string[]} */ score,
    /** @type {string} */ why,
  ) => `${title}: ${names[0]} ${score.join("\u00a0:\u00a0")} ${names[1]}${why ? `, decided by ${why}` : ""}`,
  played,
  whole: "All results and games",
  offline: "Connection lost. This page reconnects by itself.",
};
