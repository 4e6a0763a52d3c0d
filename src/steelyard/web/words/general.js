// Text that many pages have, and of the pages for watching, analysing and learning. Accounts, bots, contests and the rules have files of their own.

import { count, number } from "./forms.js";
import { tables } from "./tables.js";

export const words = {
  ...tables,

  common: {
    name: "Steelyard",
    pages: "Pages",
    skip: "Skip to the content",
    play: "Play",
    watch: "Watch",
    analyse: "Analyse",
    learn: "Learn",
    puzzles: "Puzzles",
    ladder: "Ladder",
    contests: "Contests",
    signIn: "Sign in",
    signedOut: "You are no longer signed in here.",
    signInAgain: "Sign in again",
    wentBack: "The database of this server has lost games. Nobody can play until its administrator has repaired it.",
    account: (/** @type {string} */ name) => `Your account: ${name}`,
    sound: "Sound",
    soundOn: "Sound is on",
    soundOff: "Sound is off",
    language: "Language",
    theme: { system: "System colours", light: "Light colours", dark: "Dark colours" },
    toContest: "Back to the contest",
    ofTournament: "Game of a tournament",
    noServer: "The server cannot be reached. Check that it is running, then try again.",
    noAnswer: (/** @type {number} */ status) => `The server refused (status ${status}) and gave no reason.`,
    daysHours: (/** @type {number} */ days, /** @type {number} */ hours) => `${days} d ${hours} h`,
    bot: "BOT",
    guest: (/** @type {string} */ digits) => `Guest ${digits}`,
    deletedPlayer: "deleted player",
    loading: "Loading …",
    copy: "Copy",
    onlyHere: "This address works on this computer only. For others, start the server with --host 0.0.0.0 and open this page at the address that it prints.",
    copied: "Copied.",
    copyFailed: (/** @type {string} */ text) => `Copying failed. Please copy this yourself: ${text}`,
    missing: "Page not found",
    missingWhy: "The address is wrong, the page is not on this server, or you are not allowed to see it.",
    toLobby: "Back to the games",
  },

  clock: {
    none: "No clock",
    both: "No clock: rounds wait for both",
    bank: (/** @type {string} */ span) => `${span} each for the whole game`,
    round: (/** @type {string} */ seconds) => `${seconds} s per round`,
    fischer: (/** @type {string} */ span, /** @type {string} */ extra) => `${span} + ${extra} s per move`,
    days: (/** @type {number} */ days) => `${count(days, "day")} per move`,
    minutes: (/** @type {number} */ minutes) => `${minutes} min`,
    seconds: (/** @type {number} */ seconds) => `${seconds} s`,
  },

  lobby: {
    title: "Three tank games for two players",
    subtitle: "Play against a bot, or against a person here or by link. No account needed.",
    play: "Play",
    playLabel: (/** @type {string} */ title) => `Play ${title}`,
    change: "Set up",
    changeLabel: (/** @type {string} */ title) => `Set up a game of ${title}`,
    rules: "Rules",
    rulesLabel: (/** @type {string} */ title) => `Rules of ${title}`,
    against: (/** @type {string} */ bot, /** @type {string} */ clock) => `vs ${bot} · ${clock}`,
    yours: "Your games",
    now: "Live games",
    all: "All games",
    back: (/** @type {string} */ game, /** @type {string} */ other) => `Return to your game: ${game} vs ${other}`,
    backOpen: (/** @type {string} */ game) => `Your game of ${game} waits for an opponent`,
    nameLabel: "You play as",
    nameSave: "Save",
    nameChanged: (/** @type {string} */ name) => `You now play as ${name}.`,
    short: {
      tank_war: "Six lanes. Both players move one tank at the same time, then every tank fires.",
      tank_duel: "Two tanks that cannot stop. Each leaves a trail of mines and has one missile in flight at a time.",
      tank_battle: "Tanks that move like chess queens. Get them into the enemy base.",
    },
  },

  live: {
    title: "Games on this server",
    playing: "Live",
    finished: "Finished",
    none: "Nobody is playing right now. Games appear here when they start.",
    noneFinished: "No finished games yet.",
    more: "More",
    every: "All games",
    turn: (/** @type {number} */ turn) => `turn ${turn}`,
  },

  analyse: {
    title: "Analyse",
    position: "Position",
    show: "Show",
    game: "Game",
    value: "Value",
    valueWords: (/** @type {number} */ value, /** @type {string[]} */ seats) => {
      if (Math.abs(value) < 0.0005) return "Even with best play";
      const ahead = value > 0 ? seats[0] : seats[1];
      return Math.abs(value) > 0.9995 ? `${ahead} wins with best play` : `${ahead} is ahead`;
    },
    scoreWords: (/** @type {number} */ score, /** @type {string[]} */ seats) => {
      if (Math.abs(score) < 0.05) return "About even";
      const ahead = score > 0 ? seats[0] : seats[1];
      return Math.abs(score) > 0.9995 ? `${ahead} wins` : `${ahead} is ahead`;
    },
    matrix: "Value of each pair of moves",
    matrixWords: (/** @type {string} */ row, /** @type {string} */ column) =>
      `Rows are ${row}'s moves and columns are ${column}'s. Each cell is the resulting value for ${row}. The bars show how often best play chooses each move.`,
    played: "played",
    gave: (/** @type {string} */ seat) => `${seat} gave away`,
    review: "Review, turn by turn",
    reviewing: "Reviewing every turn …",
    nothingGiven: "nothing",
    searching: "Searching …",
    cut: "Connection lost. The analysis starts again when it is back.",
    ended: "The analysis has ended. Go to another position and back to restart it.",
    depth: (/** @type {number} */ depth) => `depth ${depth}`,
    effort: (/** @type {number} */ n) => `${number(n)} searched`,
    lines: "Best lines",
    over: "The game is over in this position.",
    choose: (/** @type {string} */ seat) => `${seat}: choose a move.`,
    compareWords: (/** @type {number} */ turn) => `The game at the same turn: ${turn}`,
    progress: (/** @type {string} */ doing, /** @type {number} */ share) =>
      `${doing}${share ? `: ${Math.round(100 * share)} %` : " …"}`,
    backToGame: "Back to the game",
  },

  learn: {
    title: "Learn the games",
    subtitle: "Short rules with boards to try out, and the original example of each game.",
    read: (/** @type {string} */ title) => `Rules of ${title}`,
    play: (/** @type {string} */ title) => `Play ${title}`,
    step: "Next round",
    again: "Start over",
    others: "Other games",
  },
};
