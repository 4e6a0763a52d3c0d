// Text of the pages about uploaded bots and the ladder.

import { count } from "./forms.js";

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MB`;

/** Why a bot failed. @see README.md, "Bots" @type {Record<string, string>} */
const faults = {
  failed_to_build: "it could not be built",
  failed_to_start: "it did not start",
  slow_start: "it was not ready in time",
  time_out: "it ran out of time",
  illegal_move: "it made an illegal move",
  unreadable_answer: "its answer could not be read",
  answer_too_long: "its answer was too long",
  crashed: "it crashed",
  out_of_memory: "it used too much memory",
  too_many_processes: "it started too many processes",
  platform_fault: "this machine failed, not the bot",
  both_failed: "both bots failed",
};

export const bots = {
  title: "Your bots",
  ladder: "Ladder",
  toLadder: "Go to the ladder",
  toBots: "Your bots",
  signIn: "Sign in to upload a bot.",
  none: "You have not uploaded a bot yet.",
  by: (/** @type {string} */ owner) => `by ${owner}`,

  handIn: "Upload a bot",
  handInWhy:
    "Upload a folder or zip file with a bot.toml, like a starter kit. The server builds and checks it. Then everybody can play against it, and it joins the ladder; while it is in a contest it is closed to others, unless you choose otherwise.",
  kit: "No bot yet? Start with a starter kit",
  kitWhy: "A folder with a working bot and one file to edit. You can upload it unchanged and watch it play.",
  kitFetch: "Download the kit",
  kitOr: "If Steelyard is installed on your machine:",
  language: "Language",
  kitCommand: "steelyard new tank_war python mybot",
  drop: "Drop a folder or zip file here",
  zip: "Choose a zip file",
  folder: "Choose a folder",
  packing: (/** @type {number} */ files) => `Packing ${count(files, "file")} …`,
  sending: "Uploading …",
  taken: (/** @type {number} */ number) => `Version ${number} has been uploaded.`,
  tooMany: "The folder has more than 1000 files. Choose the bot's own folder.",
  tooLarge: (/** @type {number} */ most) => `The folder is larger than ${megabytes(most)}. Remove files that the build does not need.`,
  empty: "It is empty.",
  noIsolation: (/** @type {string} */ why) => `This server cannot build bots at the moment: ${why}`,

  states: {
    none: "remote",
    waiting: "queued",
    building: "building",
    checking: "checking",
    fit: "ready",
    unfit: "failed",
    unchecked: "could not be checked",
    deleted: "deleted",
  },
  /** @param {{sources: number, builds: number, records: number, most: number}} space */
  space: ({ sources, builds, records, most }) =>
    `${megabytes(sources + builds + records)} of ${megabytes(most)} used: sources ${megabytes(sources)}, builds ${megabytes(builds)}, trials ${megabytes(records)}.`,
  deleteVersion: "Delete the sources",
  deleteWhy: "The games of this version are kept. The uploaded files cannot be restored.",
  deleted: "The sources have been deleted.",
  before: (/** @type {number} */ n) =>
    n > 1 ? `${count(n, "job")} in the queue. People take turns.` : "Next in the queue.",
  version: (/** @type {number} */ n) => `Version ${n}`,
  versions: "Versions",
  newVersion: "Upload a new version",
  checks: "Checks",
  notRun: "The checks after it were not run.",
  passed: "passed",
  failed: "failed",
  sent: "Sent",
  cameBack: "Received",
  nothing: "nothing",
  right: "Expected",
  details: "What was sent and received",
  log: "Bot's log",
  buildLog: "Build output",
  onlyYou: "Only you can see this.",
  fitWords: "This version passed every check and can play.",
  uncheckedWords: "Nothing is known against this version. Upload it again to have it checked.",

  play: (/** @type {string} */ name) => `Play against ${name}`,
  rating: "Rating",
  games: "Games",
  gamesOf: (/** @type {number} */ n) => count(n, "game"),
  unrated: "Unrated",
  notRated: "No rated games yet",
  lately: "Recent games",
  lostGames: "Lost games",
  lostWhy: "Each opens a few turns before its end: step on with the arrow keys. Only you can see this list.",
  noneLost: "It has lost no game yet.",
  lostIn: { ladder: "ladder", trial: "trial" },
  noGames: "No games yet.",
  more: "Older games",
  won: "won",
  lost: "lost",
  drew: "drew",
  bothFailed: "both failed",
  against: (/** @type {string} */ name) => `against ${name}`,
  trialGame: "trial",
  watch: "Watch",
  why: "Why",
  fault: (/** @type {string} */ fault) => faults[fault] ?? fault,
  turn: (/** @type {number} */ turn) => `in turn ${turn}`,

  offLadder: "Not on the ladder:",
  takeOff: "Remove from the ladder",
  putOn: "Add to the ladder",

  contests: "During contests",
  openInContests: "Others may play against it and see its games during contests",
  closedFor: (/** @type {string} */ contest) =>
    `It is entered in ${contest}, whose page says which version plays. Until that contest is over, only you can play against it and see its games, and it does not play on the ladder.`,
  openFor: (/** @type {string} */ contest) =>
    `It is entered in ${contest}, whose page says which version plays. It is open: others can play against it and see its games.`,
  notEntered: (/** @type {string} */ contest) => `It has not entered ${contest} yet.`,
  enterContest: (/** @type {string} */ contest) => `Enter ${contest} with this bot`,
  closedUntil: "Until then only its owner can play against it and see its games.",

  trial: "Is the new version better?",
  trialWhy: (/** @type {number} */ newer, /** @type {number} */ older) =>
    `Version ${newer} plays version ${older} from both sides of each board until the result is clear.`,
  trialStart: "Compare versions",
  trialPair: (/** @type {number} */ newer, /** @type {number} */ older) =>
    `Version ${newer} against ${older}`,
  trialFigures: (/** @type {any} */ told) =>
    `${told.wins} won, ${told.draws} drawn, ${told.losses} lost. Share of points: ${percent(told.interval[0])} to ${percent(told.interval[1])} (95 % confidence)`,
  trialNeeds: "This needs two versions that passed the checks.",

  home: "Remote bot",
  homeWhy:
    "It runs on your own machine (Windows, macOS or Linux, with Python and the Steelyard package) and connects with a token. Network delay counts as its thinking time. Its games are unrated unless an organiser makes them rated.",
  homeName: "Name of the bot",
  game: "Game",
  homeMake: "Get a token",
  token: "Your token. It is shown only once; keep it secret:",
  homeRun: "Run this in the bot's folder. After -- comes the command that starts the bot (in a kit, the run line of bot.toml):",
  homeCommand: (/** @type {string} */ address, /** @type {string} */ token) =>
    `steelyard connect ${address} --token ${token} -- python3 -m kit`,
  online: "connected",
  offline: "not connected",
  newToken: "New token",
  revoke: "Revoke the token",
  revoked: "The old token no longer works.",
  networkTime: "It runs on its owner's machine, and network delay counts as its thinking time.",
  rateIt: "Make its games rated",
  unrateIt: "Make its games unrated",

  ladderWhy: (/** @type {string} */ clock) =>
    `The bots play each other all the time, from both sides of each board, ${clock}. The built-in teacher always has a rating of 1000, so ratings mean the same from year to year.`,
  ladderOrder: "The order is cautious: half of the ± is subtracted from each rating, and bots with few games come last.",
  place: "Rank",
  bot: "Bot",
  owner: "Owner",
  ours: "built-in",
  doubt: (/** @type {number} */ elo) => `± ${elo}`,
  provisional: "few games yet",
  ladderEmpty: "Nobody has uploaded a bot for this game yet.",
  ladderGames: "Recent games",
  draw: "draw",
  beat: "beat",
};

/** @param {number} share */
function percent(share) {
  return `${Math.round(100 * share)} %`;
}
