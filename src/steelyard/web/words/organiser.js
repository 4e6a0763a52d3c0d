// Text of the organiser's part of a contest page.

import { count } from "./forms.js";

/** @typedef {{name: string, before: number | null, after: number | null}} Change */
/** @typedef {{teacher: boolean, quarantined: boolean}} Facts whether the contest has a teacher's bot, and whether the entrant could not be started */

export const deskWords = {
  title: "Manage the contest",
  settings: "Settings and decisions",
  open: "Open entries",
  freeze: "Close entries now",
  start: "Start",
  pause: "Pause",
  resume: "Resume",
  reason: "Reason",
  reasonRead: "It is kept in the contest's report, and the team reads it.",
  reasonKept: "It is kept in the audit log.",
  reasonOptional: "Reason (optional, for the audit log)",
  /** What comes next. @type {Record<string, string>} */
  step: {
    draft: "Only you can see this contest. Open entries to let teams enter.",
    open: "Teams can enter and upload versions until entries close.",
    frozen: "Entries are closed. Check the entries below, then start: that fixes the list of entrants.",
    running: "The games are played by themselves. When you pause, games that are already running are played to the end.",
    paused: "The contest resumes where it stopped.",
    over: "All games are played. You can publish grades and report below, and still correct what went wrong.",
  },
  noTeams: "No team can enter: the contest file has no entry with each_in, which stands for all teams. Only the bots that it names take part.",
  undecided: (/** @type {number} */ n) =>
    n ? `${n === 1 ? "1 game waits" : `${n} games wait`} for your decision.` : "",
  /** The title of each decision. @type {Record<string, string>} */
  decision: {
    disqualify: "Disqualify",
    withdraw: "Withdraw an entrant",
    reinstate: "Reinstate",
    rerun: "Rerun a game",
    rule: "Decide an undecided game",
    replace: "Replace the bot",
    version: "Change the version that plays",
    late: "Accept a late entry",
  },
  chooseEntrant: "Choose an entrant",
  chooseVersion: "Choose a version",
  chooseGame: "Choose a game",
  chooseWinner: "Choose the winner",
  theEntrant: "The entrant",
  gameOf: (/** @type {string} */ id, /** @type {string} */ pair) => `${pair}, ${id}`,
  noOtherVersion: "This team has uploaded no other version.",
  now: "As the contest stands:",
  /** What follows from each decision, by the rules. @type {Record<string, (name: string, version: number | undefined, facts: Facts) => string>} */
  follows: {
    disqualify: (name, _version, { teacher }) =>
      `${name} plays no more. It loses every game of the current round${teacher ? " and every game against the teacher's bot" : ""}, also those that it has won, and forfeits the games to come. Finished rounds stand: in a bracket it stays where it came to, in the ranking it comes last.`,
    withdraw: (name) =>
      `${name} plays no more. The games that it has played count, and it forfeits the games to come.`,
    reinstate: (name) =>
      `${name} plays again, as if the decision had never been made. Its played games count, its forfeits are played, and stages that went on without it are drawn anew if it belongs in them.`,
    rerun: () => "The result of this game no longer counts, and it is played again. Later rounds that depend on it may be drawn anew.",
    rule: () => "The game counts with this result, and the contest goes on.",
    replace: (name, version, { quarantined }) => quarantined
      ? `${version ? `Version ${version}` : "The chosen version"} plays for ${name}, which takes part from the beginning: all its games are played.`
      : `From the current round on, ${version ? `version ${version}` : "the chosen version"} plays for ${name}. What the old version has played counts; what it forfeited in this round is played.`,
    version: (name, version) => `When the contest starts, ${version ? `version ${version}` : "the chosen version"} plays for ${name}.`,
    late: () => "This person takes part with the newest version of their bot that passes the checks.",
  },
  /** What a decision changes, as the contest stands. */
  effect: {
    forfeited: (/** @type {number} */ n) => (n === 1 ? "1 played game becomes a forfeit." : `${n} played games become forfeits.`),
    discarded: (/** @type {number} */ n) => (n === 1 ? "1 played game no longer counts." : `${n} played games no longer count.`),
    restored: (/** @type {number} */ n) => (n === 1 ? "1 played game counts again." : `${n} played games count again.`),
    noneLost: "No played game is lost.",
    toPlay: (/** @type {number} */ due, /** @type {number} */ open, /** @type {number} */ all) => {
      const told = due ? `${count(due, "game")} to play because of this` : `${count(open, "game")} still to play`;
      const stage = due && due !== open ? `, ${open} in this stage` : "";
      return `${told}${stage}${all > open ? `, about ${all} in all with later stages` : ""}.`;
    },
    nothingLeft: "Nothing is left to be played.",
    which: "Which games",
    places: "Places change:",
    place: (/** @type {Change} */ { name, before, after }) => `${name}: ${before ?? "none"} \u2192 ${after ?? "none"}`,
    grades: "Grades change:",
    grade: (/** @type {Change} */ { name, before, after }) => `${name}: ${before ?? "none"} \u2192 ${after ?? "none"}`,
  },
  recorded: "The decision is recorded. It is listed under Incidents and decisions.",
  /** Before the start, where nothing is listed yet. @type {Record<string, (name: string) => string>} */
  changed: {
    late: (name) => `${name} takes part.`,
    version: (name) => `The version of ${name} is changed.`,
  },
  winner: "Winner",
  draw: "nobody (draw)",
  entrant: "Entrant",
  account: "Account",
  game: "Game",
  grade: "Grade",
  noGrade: "none",
  gradeAsComputed: "as the formula says",
  gradeZero: "0",
  /** The button of each decision, with the entrant it is about. @type {Record<string, (name: string) => string>} */
  confirm: {
    disqualify: (name) => (name ? `Disqualify ${name}` : "Disqualify"),
    withdraw: (name) => (name ? `Withdraw ${name}` : "Withdraw"),
    reinstate: (name) => (name ? `Reinstate ${name}` : "Reinstate"),
    rerun: () => "Rerun this game",
    rule: () => "Record this result",
    replace: (name) => (name ? `Replace the bot of ${name}` : "Replace the bot"),
    version: (name) => `Use this version for ${name}`,
    late: (name) => (name ? `Accept the entry of ${name}` : "Accept the entry"),
  },
  deadline: "Deadline",
  save: "Save",
  public: "Everybody may watch",
  published: "Everybody may see grades and report",
  code: "Code for teams (empty: anybody with an account may enter)",
  joinLink: "Link for participants: it creates their account and lets them join.",
  joinLinkDraft: "Link for participants: it works once entries are open.",
  joinLinkClosed: "Link for participants: entries are closed, so whoever joins with it now can only watch.",
  noJoinLink: "Set a code to get a link with which people create their account and join.",
  qrCode: "QR code",
  qrCodeOf: (/** @type {string} */ link) => `QR code of ${link}`,
  file: "Contest file",
  fileWhy: "It contains the seed. Anybody who knows the seed can compute the boards.",
  fileClosed: "It can be changed until entries are closed.",
  delete: "Delete the contest",
  deleteWhy: "This deletes the settings and entries permanently. Teams keep their bots. A contest that has started cannot be deleted.",
  deleteIt: "Delete permanently",
  entriesOf: (/** @type {number} */ n) => `Entries (${n})`,
  column: { team: "Team", bot: "Bot", version: "Version", state: "State" },
  ready: "ready",
  late_: "late",
  behind: "Incidents and decisions",
  nothing: "None yet.",
  problem: (/** @type {string} */ problem) => `The contest has stopped: ${problem}`,
  version: (/** @type {number} */ number, /** @type {string} */ state) => `version ${number}, ${state}`,
  changeVersion: "Change",
  versionOf: (/** @type {string} */ team) => `Change the version that plays for ${team}`,
  chosenByOrganiser: "chosen on the contest page",
  unfit: "did not pass the checks",
  unchecked: "could not be checked by this server; not the bot's fault",
  notChecked: "not checked yet",
  startWith: (/** @type {number} */ n) => `Start with ${count(n, "entrant")}`,
  startAnyway: "These entrants are not ready. A bot that does not start is quarantined; you can let it in later by replacing it.",
  startWithout: "These teams have no bot. They do not take part, and cannot be let in after the start.",
  cancel: "Cancel",
  noVersion: "no version yet",
  noBot: "no bot yet",
  /** @type {Record<string, string>} */
  what: {
    quarantined: "quarantined",
    disqualified: "disqualified",
    withdrawn: "withdrawn",
    reinstated: "reinstated",
    suspended: "suspended",
    rerun: "rerun",
    ruled: "decided",
    voids: "had games rerun",
    replaced: "replaced",
  },
  log: "Log",
};
