// Text of challenges, of what players say to each other, and of the bar that says whose move it is.

import { count, number } from "./forms.js";

export const words = {
  paces: { blitz: "Blitz", rapid: "Rapid", correspondence: "Correspondence", untimed: "No clock" },
  rating: (/** @type {number} */ elo, /** @type {boolean} */ provisional) => `${elo}${provisional ? "?" : ""}`,
  ratingWhy: (/** @type {number} */ from, /** @type {number} */ to) =>
    `Rating, probably between ${from} and ${to}. A question mark: fewer than 5 rated games, or fewer than 3 of them against built-in bots.`,
  doubt: (/** @type {number} */ doubt) => `± ${doubt}`,
  rated: "Rated",
  casual: "Not rated",

  challenges: {
    title: "Challenges",
    none: "Nobody is waiting for an opponent. Make a challenge, and anybody can accept it.",
    make: "New challenge",
    accept: "Accept",
    acceptOf: (/** @type {string} */ name) => `Accept the challenge of ${name}`,
    decline: "Decline",
    declineOf: (/** @type {string} */ name) => `Decline the challenge of ${name}`,
    withdraw: "Withdraw",
    link: "Link",
    yours: "Your challenge",
    yoursTo: (/** @type {string} */ name) => `Your challenge to ${name}`,
    forYou: "for you",
    here: "here now",
    players: "Players",
    /** @type {Record<"person" | "place", (n: number) => string>} */
    more: {
      person: (n) => `and ${number(n)} more of the same person`,
      place: (n) => `and ${number(n)} more from the same place`,
    },
    next: "Show more challenges",
  },

  making: {
    title: "New challenge",
    game: "Game",
    clock: "Clock",
    opponent: "Opponent",
    person: "A player",
    anybody: "Anybody",
    name: "Name of the player",
    seat: "I play",
    chance: "Random",
    rated: "Rated",
    ratedHint: "The result changes both ratings. Needs a clock, and an account on both sides. Of the same two, the first three games that begin within a day count.",
    ratedBot: "The result changes your rating, and what it can be at most. Needs a clock and an account; there is no undo and no hint. One such game at a time.",
    send: "Challenge",
    cancel: "Cancel",
  },

  invitation: {
    by: (/** @type {string} */ name, /** @type {string} */ game) => `${name} invites you to a game of ${game}`,
    you: (/** @type {string} */ seat) => `You play ${seat}.`,
    start: "No clock runs before both have made their first move. Until then either player can cancel.",
    realtime: "The first round begins when both players are here.",
    accept: "Accept",
    taken: "Both seats are taken. You are watching.",
    lobby: "Your challenge is on the first page, where anybody can accept it. Or send this link:",
    withdraw: "Withdraw",
    qr: "QR code of the invitation",
    showQr: "QR code",
    closeQr: "Close",
  },

  takeback: {
    takeback: "Take back",
    takebackHow: "Ask the other player to let you take your last move back",
    asked: "You asked to take a move back. Waiting for an answer.",
    offered: (/** @type {string} */ name, /** @type {boolean} */ together) =>
      together ? `${name} asks to take the last round back.` : `${name} asks to take their last move back.`,
  },

  plans: {
    title: (/** @type {number} */ n) => (n ? `Conditional moves (${n})` : "Conditional moves"),
    why: "If the other player moves as you expect, your reply is played at once. Nobody else sees this. Any other move drops the plan.",
    yourMove: "Make your own move first, then plan for the answers to it.",
    line: "Their move, your reply, and so on",
    lineHint: "Moves as in the list of moves, with spaces between them.",
    add: "Add",
    remove: "Remove",
    removeOf: (/** @type {string} */ line) => `Remove the line ${line}`,
    theirs: (/** @type {string} */ move) => `if ${move}`,
    reply: (/** @type {string} */ move) => `then ${move}`,
  },

  waiting: {
    yourMove: (/** @type {number} */ n) => (n === 1 ? "Your move" : `Your move in ${n} games`),
    against: (/** @type {string} */ title, /** @type {string} */ name) => `${title} against ${name}`,
    left: (/** @type {string} */ time) => `${time} left`,
    challenges: (/** @type {number} */ n) => `${count(n, "challenge")} for you`,
    challengesShort: (/** @type {number} */ n) => count(n, "challenge"),
    yourMoveShort: (/** @type {number} */ n) => (n === 1 ? "Your move" : `Your move (${n})`),
    notify: "Notify me when it is my move",
    notifyOn: "You are notified when it is your move, as long as a page of this server is open.",
    notifyRefused: "The browser does not allow notifications for this server.",
    title: "Your move",
  },

  phrases: {
    label: "Say something",
    said: (/** @type {string} */ name, /** @type {string} */ phrase) => `${name}: ${phrase}`,
    /** What can be said at a table, by the word that is sent. @type {Record<string, string>} */
    all: {
      hello: "Hello",
      good_luck: "Good luck",
      well_played: "Well played",
      good_game: "Good game",
      thanks: "Thank you",
      oops: "Oops",
      one_moment: "One moment, please",
      have_to_go: "I have to go",
    },
  },

  cancel: "Cancel game",
  cancelWhy: "Before both have moved, the game can be cancelled. It has no result then.",
  vacationWhy: (/** @type {number} */ days) =>
    `While you are on vacation your clock stands still. You have ${count(days, "day")} left in this game; a vacation cannot be taken back.`,
};
