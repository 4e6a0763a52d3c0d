// Text of the puzzles: what is asked, why an answer is wrong, why one is right.

/** @typedef {import("../parts/puzzles/exercise.js").Puzzle} Puzzle */

import { count } from "./forms.js";

const within = (/** @type {Puzzle} */ { game, rounds }) =>
  game === "tank_battle"
    ? rounds === 1
      ? "with this move"
      : `within ${rounds} moves`
    : rounds === 1
      ? "in this round"
      : `within ${rounds} rounds`;

export const puzzleWords = {
  title: "Puzzles",
  subtitle: "Positions with exactly one solution, found by computer. A wrong answer shows what it overlooks.",
  sides: ["Orange", "Blue"],
  games: /** @type {Record<string, string>} */ ({
    tank_war: "Tank War",
    tank_duel: "Tank Duel",
    tank_battle: "Tank Battle",
  }),
  daily: "Puzzle of the day",
  dailyOf: (/** @type {string} */ game) => `Today's puzzle is from ${game}. Everybody gets the same one.`,
  dailySolved: "You have solved today's puzzle. The next one comes at midnight UTC.",
  solveDaily: "Solve it",
  again: "Look at it again",
  streak: (/** @type {number} */ days) => `${count(days, "day")} in a row`,
  noStreak: "No streak yet",
  streakWhy: "Solve the puzzle of the day on each day to keep your streak.",
  best: (/** @type {number} */ days) => `Longest: ${count(days, "day")}`,
  kept: "Kept in this browser. Sign in to keep it with your account.",
  solvedOf: (/** @type {number} */ solved, /** @type {number} */ all) => `${solved} of ${all} solved`,
  next: "Next puzzle",
  nextOf: (/** @type {string} */ game) => `Next puzzle of ${game}`,
  every: "All puzzles",
  everyOf: (/** @type {string} */ game) => `All puzzles of ${game}`,
  allSolved: "All solved",
  name: (/** @type {string} */ game, /** @type {number} */ place) => `${game}, puzzle ${place}`,
  place: (/** @type {number} */ place, /** @type {string} */ kind, /** @type {boolean} */ solved) =>
    `Puzzle ${place}: ${kind}${solved ? ", solved" : ""}`,
  stars: (/** @type {number} */ n, /** @type {number} */ most) => `${count(n, "star")} of ${most}`,
  kinds: /** @type {Record<string, string>} */ ({
    only: "the only move",
    mix: "the right mix",
    win: "win",
    escape: "escape",
    trap: "set a trap",
  }),
  youAre: (/** @type {string} */ side) => `You play ${side}`,
  gone: "There is no such puzzle.",
  overview: "All puzzles",
  analyse: "Analyse",
  tryAgain: "Try again",
  show: "Show the solution",
  shown: "This is the solution.",
  correct: "Right.",
  solvedDaily: (/** @type {number} */ days) => `Solved. Your streak: ${count(days, "day")}.`,
  onward: "And now?",

  /** What is asked at a step. @param {Puzzle} puzzle @param {number} at @param {string} other */
  task(puzzle, at, other) {
    const step = puzzle.steps[at];
    if (step.ask === "pair")
      return `Whichever single tank you drive, ${other} has an answer to it. Mix two: which ones? Pick both.`;
    if (step.ask === "share") {
      const [first, second] = puzzle.steps[at - 1].answer.split(" ");
      return `You mix ${first} and ${second}. How often do you drive ${first}?`;
    }
    if (puzzle.kind === "escape")
      return `Only one direction keeps your tank alive for ${puzzle.rounds} rounds, whatever ${other} does. Which one?`;
    if (puzzle.kind === "trap")
      return `Destroy ${other} ${within(puzzle)}, whatever it does. To shoot, set the tower and press Fire before you choose a direction.`;
    if (puzzle.kind === "win") return `Win ${within(puzzle)}, whatever ${other} does.`;
    return puzzle.aim === "win"
      ? `You can win. Only one tank is right: which one do you drive?`
      : `You can still save the draw. Only one tank is right: which one do you drive?`;
  },

  /** Why an answer is wrong. @param {Puzzle} puzzle @param {number} at @param {string} other @param {string} reply in words, may be empty @param {string} then */
  wrong(puzzle, at, other, reply, then) {
    const { ask } = puzzle.steps[at];
    if (ask === "pair") return `Not these two: ${other} ${reply} and gains, and neither tank stops that.`;
    if (ask === "share") return `Not that often: ${other} ${reply} and gains by it.`;
    const answers = reply ? `${other} ${reply}` : "That ends the game";
    /** @type {Record<string, string>} */
    const ends = {
      lost: `${answers}, and you have lost.`,
      drawn: `${answers}, and it is a draw.`,
      behind: `${answers}, and now ${other} is ahead.`,
      even: `${answers}, and your advantage is gone.`,
      ahead: `${answers}, and the win is no longer certain.`,
      late: `${answers}, and you do not win ${within(puzzle)}.`,
      destroyed: `${answers}, and your tank cannot be saved.`,
    };
    return ends[then];
  },

  /** Why the solution is right. @param {Puzzle} puzzle @param {string} other */
  right(puzzle, other) {
    const last = puzzle.steps[puzzle.steps.length - 1].answer;
    if (puzzle.kind === "mix") {
      const [first, second] = puzzle.steps[0].answer.split(" ");
      return `With ${first} ${last} of the time and ${second} otherwise, ${other} gains nothing, whatever it drives.`;
    }
    if (puzzle.kind === "escape")
      return `Nothing that ${other} does reaches you there; every other direction ends in flames.`;
    if (puzzle.kind === "trap") return `${other} has no square left on which it survives.`;
    if (puzzle.kind === "win") return `Whatever ${other} answers, you win.`;
    return puzzle.aim === "win"
      ? `Whatever ${other} drives, the win stays yours; every other tank gives it away.`
      : `Whatever ${other} drives, you hold the draw; every other tank loses it.`;
  },

  /** A move of the other side, as the end of a sentence. */
  replies: {
    drives: (/** @type {string} */ tank) => `drives ${tank}`,
    plays: (/** @type {string} */ move) => `answers ${move}`,
    passes: "passes",
    ways: /** @type {Record<string, string>} */ ({
      L: "left",
      R: "right",
      U: "up",
      D: "down",
      "-": "left",
    }),
    steers: (/** @type {string} */ way) => `drives ${way}`,
    steersAndFires: (/** @type {string} */ way, /** @type {string} */ shot) =>
      `drives ${way} and fires ${shot}`,
  },
  shares: /** @type {Record<string, string>} */ ({
    "1/4": "1 in 4",
    "1/3": "1 in 3",
    "1/2": "every second time",
    "2/3": "2 in 3",
    "3/4": "3 in 4",
  }),
};
