// Text of players' pages, the list of players, the archive and reports of players.

import { count } from "./forms.js";

export const words = {
  archive: {
    title: "Your games",
    of: (/** @type {string} */ name) => `Games of ${name}`,
    none: "No games found.",
    more: "More",
    filters: "Filter",
    everyGame: "All games",
    everyPace: "Any pace",
    everyResult: "Any result",
    results: { won: "Won", lost: "Lost", drawn: "Drawn" },
    ratedOrNot: "Rated or not",
    find: "Opponent",
  },

  profile: {
    since: (/** @type {string} */ day) => `Here since ${day}`,
    ratings: "Ratings",
    noRatings: "No rated games yet.",
    games: (/** @type {number} */ n) => count(n, "game"),
    againstBots: (/** @type {number} */ n, /** @type {number} */ limit) => `${n} against bots, which let it be ${limit} at most`,
    curve: (/** @type {string} */ game, /** @type {string} */ pace, /** @type {number} */ from, /** @type {number} */ to) =>
      `${game}, ${pace}: rating from ${from} to ${to}`,
    results: "Results",
    game: "Game",
    won: "Won",
    lost: "Lost",
    drawn: "Drawn",
    openings: "First moves",
    move: "First move",
    played: "Games",
    challenge: "Challenge",
    block: "Block",
    unblock: "Unblock",
    blocked: (/** @type {string} */ name) => `You and ${name} can no longer challenge each other.`,
    unblocked: (/** @type {string} */ name) => `${name} is no longer blocked.`,
    report: "Report",
    reportWhy: "What is wrong?",
    reasons: {
      unfair: "Plays with the help of a program",
      stalling: "Lets the clock run, or leaves games",
      name: "The name is offensive",
      other: "Something else",
    },
    reportSend: "Report",
    reported: "Reported. An organiser will look at it.",
    missing: "There is no player of that name.",
    account: "Account settings",
  },

  players: {
    title: "Players",
    name: "Name",
    rating: "Rating",
    games: "Games",
    place: "Place",
    none: "Nobody has played 5 rated games yet, 3 of them against built-in bots. Challenge somebody to a rated game.",
    about: "Rated games against people and built-in bots change your rating, but it counts at most as high as your games against the bots let it: win against stronger ones to lift that limit. This list has everybody with 5 rated games, 3 of them against bots.",
    pace: "Pace",
    find: "Look up a player",
    show: "Show",
  },

  reports: {
    title: "Reports",
    none: "No reports.",
    line: (/** @type {string} */ reporter, /** @type {string} */ reported) => `${reporter} reports ${reported}`,
    game: "Game",
    settle: "Settled",
    settleOf: (/** @type {string} */ reported) => `Settle the report on ${reported}`,
  },
};
