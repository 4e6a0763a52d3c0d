// The words of bots that people hand in, and of the ladder.

/** @param {number} n @param {string} one @param {string} many */
const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MB`;

/** What went wrong with a bot. @type {Record<string, string>} */
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
  platform_fault: "this machine let it down",
  both_failed: "both failed",
};

export const bots = {
  title: "Your bots",
  ladder: "Ladder",
  toLadder: "To the ladder",
  toBots: "Your bots",
  signIn: "Sign in to hand in a bot.",
  none: "You have handed in no bot yet.",
  by: (/** @type {string} */ owner) => `by ${owner}`,

  handIn: "Hand in a bot",
  handInWhy:
    "A folder or zip with a bot.toml, as a starter kit has it. It is built and checked here; then everybody can play against it, and it joins the ladder.",
  kit: "No bot yet? Begin with a starter kit",
  kitWhy: "A folder with a bot that plays already and one file to change. Hand it in as it is, and see it play.",
  kitFetch: "Download the kit",
  kitOr: "With Steelyard on your machine:",
  language: "Language",
  kitCommand: "steelyard new tank_war python mybot",
  drop: "Drop a folder or a zip here",
  zip: "Choose a zip",
  folder: "Choose a folder",
  packing: (/** @type {number} */ files) => `Packing ${count(files, "file")}.`,
  sending: "Sending.",
  taken: (/** @type {number} */ number) => `Version ${number} is handed in.`,
  tooMany: "The folder has more than 1000 files; choose the bot's own folder.",
  tooLarge: "The folder has more than 5 MB; leave out what is not needed to build.",
  empty: "There is nothing in it.",
  noIsolation: (/** @type {string} */ why) => `Bots cannot be built on this server now: ${why}`,

  states: {
    none: "runs at home",
    waiting: "waiting",
    building: "being built",
    checking: "being checked",
    fit: "fit",
    unfit: "not fit",
    deleted: "deleted",
  },
  /** @param {{sources: number, builds: number, records: number, most: number}} space */
  space: ({ sources, builds, records, most }) =>
    `${megabytes(sources + builds + records)} of ${megabytes(most)} used: sources ${megabytes(sources)}, builds ${megabytes(builds)}, trials ${megabytes(records)}.`,
  deleteVersion: "Delete its sources",
  deleteWhy: "Its games stay. What was handed in cannot be brought back.",
  deleted: "Its sources are deleted.",
  before: (/** @type {number} */ n) =>
    n > 1 ? `${count(n, "job")} in the queue, shared fairly.` : "It is next.",
  version: (/** @type {number} */ n) => `Version ${n}`,
  versions: "Versions",
  newVersion: "Hand in a new version",
  checks: "Checks",
  passed: "passed",
  failed: "failed",
  sent: "Sent",
  cameBack: "Came back",
  nothing: "nothing",
  right: "Right would be",
  details: "What was sent, what came back",
  log: "Its log",
  buildLog: "What the build printed",
  onlyYou: "Only you see this.",
  fitWords: "It has passed every check and can be played.",

  play: (/** @type {string} */ name) => `Play against ${name}`,
  rating: "Rating",
  games: "Games",
  unrated: "Unrated",
  notRated: "No rated game yet",
  lately: "Its last games",
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

  offLadder: "It is not on the ladder:",
  takeOff: "Take it off the ladder",
  putOn: "Put it on the ladder",

  trial: "Is the new version better?",
  trialWhy: (/** @type {number} */ newer, /** @type {number} */ older) =>
    `Version ${newer} plays version ${older}, each start from both sides, until one can tell.`,
  trialStart: "Find out",
  trialPair: (/** @type {number} */ newer, /** @type {number} */ older) =>
    `Version ${newer} against ${older}`,
  trialFigures: (/** @type {any} */ told) =>
    `${told.wins} won, ${told.draws} drawn, ${told.losses} lost; between ${percent(told.interval[0])} and ${percent(told.interval[1])} of the points (95 %)`,
  trialNeeds: "For this, two versions must be fit.",

  home: "A bot that runs at home",
  homeWhy:
    "It stays on your machine and connects with a token. Time on the way counts as its own. Its games are unrated unless an organiser allows more.",
  homeName: "Its name",
  game: "Game",
  homeMake: "Get a token",
  token: "This is shown once. Keep it to yourself:",
  homeRun: "Run this in the bot's folder:",
  homeCommand: (/** @type {string} */ address, /** @type {string} */ token) =>
    `steelyard connect ${address} --token ${token} -- python3 bot.py`,
  online: "connected",
  offline: "not connected",
  newToken: "New token",
  revoke: "Revoke the token",
  revoked: "Nobody can connect with the old token now.",
  networkTime: "It runs at its owner's, and time on the way counts.",
  rateIt: "Let its games count",
  unrateIt: "Do not let its games count",

  ladderWhy: (/** @type {string} */ clock) =>
    `Bots play one another all the time, both sides of each board, ${clock}. Our teacher stays at 1000, so ratings mean the same from year to year. The order is by what a bot is surely worth.`,
  place: "Place",
  bot: "Bot",
  owner: "Owner",
  ours: "ours",
  doubt: (/** @type {number} */ elo) => `± ${elo}`,
  provisional: "few games yet",
  ladderEmpty: "Nobody has handed in a bot for this game yet.",
  ladderGames: "Last games",
  draw: "draw",
  beat: "beat",
};

/** @param {number} share */
function percent(share) {
  return `${Math.round(100 * share)} %`;
}
