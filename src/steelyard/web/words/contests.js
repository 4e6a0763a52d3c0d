// Text of the contest pages.

import { count } from "./forms.js";

/** A time in round figures. @param {number} seconds */
const about = (seconds) => {
  const minutes = seconds / 60;
  if (minutes < 1) return "less than a minute";
  if (minutes < 15) return `about ${count(Math.round(minutes), "minute")}`;
  if (minutes < 90) return `about ${5 * Math.round(minutes / 5)} minutes`;
  return `about ${Math.round(minutes / 30) / 2} hours`;
};

/** @param {number} games @param {number} left about how many are to come */
export const played = (games, left) =>
  left ? `${games} of about ${games + left} games played` : `${count(games, "game")} played`;

export const words = {
  list: {
    title: "Contests",
    none: "No contests yet.",
    more: "Older contests",
    make: "New contest",
    signInToMake: "Sign in to create a contest",
    onlyOrganisers: "Organisers create contests. Ask the administrator of this server to make you one.",
    code: "Code",
    join: "Join",
    joinWhy: "The organiser gives you the code of a contest, a captain the code of their team.",
    joinTitle: "Join with a code",
    teams: (/** @type {number} */ n) => count(n, "team"),
    private: "private",
    yours: "yours",
    entered: "you are taking part",
    by: (/** @type {string} */ name) => `by ${name}`,
  },

  state: {
    draft: "Draft",
    open: "Open for entries",
    frozen: "Entries closed",
    running: "Running",
    waiting: "Waiting for another contest",
    paused: "Paused",
    over: "Finished",
  },

  /** What a column counts, by its name in contest files. @type {Record<string, string>} */
  figures: { tanks: "tanks", boxes: "squares" },
  page: {
    deadline: (/** @type {string} */ when) => `Entries close ${when}.`,
    closed: (/** @type {string} */ when) => `Entries closed ${when}.`,
    noDeadline: "The organiser decides when entries close.",
    progress: (/** @type {number} */ games, /** @type {number} */ left, /** @type {number | null} */ seconds) =>
      seconds === null ? played(games, left) : `${played(games, left)}, ${about(seconds)} left`,
    stages: "Stages",
    now: "Live games",
    next: "Next games",
    pair: (/** @type {string[]} */ names) => names.join(" \u2013 "),
    doing: (/** @type {string} */ what) => `Preparing: ${what}`,
    waiting: "Queued: waiting for a free worker.",
    waitingForOther: "Another contest is being played. This one is played when that one has finished or is paused.",
    standings: "Standings",
    ranking: "Final ranking",
    rankingNow: "Ranking so far",
    cross: "Cross table",
    crossWhy: "Points of the row's bot in its games against the column's bot.",
    bracket: "Bracket",
    games: "Games",
    gamesOf: (/** @type {string} */ name) => `Games of ${name}`,
    gamesBetween: "Games of this match",
    allGames: "All games",
    recent: "Recent games",
    more: "More games",
    noGames: "No games played yet.",
    field: "Entrants",
    noField: "No entries yet.",
    byLot: (/** @type {string} */ names) => `Tied on every criterion, decided by lot: ${names}.`,
    says: (/** @type {string} */ name) => `bot: ${name}`,
    house: "house bot",
    fieldState: {
      in: "",
      quarantined: "quarantined: it does not start, so nobody plays against it",
      disqualified: "disqualified",
      withdrawn: "withdrawn",
      suspended: "suspended after failures",
      replaced: "replaced by another version",
    },
    winner: "Winner",
    bestTeam: "best team",
    place: (/** @type {number} */ place) => `Place ${place}`,
    watch: "Watch",
    turn: (/** @type {number} */ turn) => `turn ${turn}`,
    round: (/** @type {number} */ round) => `Round ${round}`,
    bye: "bye",
    decidedBy: (/** @type {string} */ why) => `decided by ${why}`,
    open: "to be decided",
    teacher: "Play against the teacher's bot",
    enter: "Enter the contest",
    enterYourself: "Take part with a bot of your own",
    enterWith: "Your bot",
    entered: (/** @type {string} */ bot) => `You are taking part with ${bot}.`,
    plays: (/** @type {string} */ bot, /** @type {number | null} */ number) =>
      number ? `You are taking part with ${bot}, version ${number}.` : `${bot} has no version that can play.`,
    played: (/** @type {string} */ bot, /** @type {number | null} */ number) =>
      `You entered ${bot}${number ? `, version ${number}` : ""}.`,
    yourBot: "Your bot",
    noEntry: "Your team has entered no bot, so it does not take part. Ask the organiser to accept a late entry.",
    notFit: (/** @type {string} */ why) =>
      `It is not ready to play: ${why}. If it stays so, it does not take part. Ask the organiser to accept another version before the start.`,
    /** Of somebody who does not play, or plays no more: why. @type {Record<string, string>} */
    outWhy: {
      quarantined: "It takes no part: it could not be built or did not start. Ask the organiser to replace it by a version that works.",
      suspended: "It is suspended: it lost too many games by failures, and forfeits the others. Ask the organiser to replace it.",
      out: "It takes no part: no version of it could play when the contest began.",
    },
    started: (/** @type {string} */ moment) => `started ${moment}`,
    toBotPage: "To its page",
    version: "Version that plays",
    newestFit: (/** @type {number | null} */ number) =>
      number ? `newest that passes (now version ${number})` : "newest that passes the checks",
    unfit: "No version of it has passed the checks. Upload a working one before the deadline.",
    newestUnfit: (/** @type {number} */ newest, /** @type {number} */ plays) =>
      `Version ${newest} has not passed the checks, so version ${plays} plays.`,
    unchecked: (/** @type {number} */ number) =>
      `This server could not check version ${number}, which is not its fault. It plays all the same; upload it again to have it checked.`,
    toBot: "See the failed checks",
    teamEntered: (/** @type {string} */ bot) => `Your team takes part with ${bot}.`,
    late: "Too late?",
    lateWhy: "Entries are closed. Join, then ask the organiser to accept a late entry with your bot.",
    captainEnters: "The captain of your team enters its bot.",
    change: "Change bot",
    withdraw: "Withdraw",
    noBot: "You have no bot for this game yet.",
    handIn: "Upload a bot",
    signIn: "Sign in to enter",
    needsCode: "You need a code to enter this contest.",
    mine: "Your games",
    nextMine: "Your next games",
    allMine: (/** @type {number} */ n) => `All your games (${n})`,
    mineWhy: "Only your team and the organiser can see this.",
    grade: (/** @type {number} */ grade) => `Your grade: ${grade}`,
    noGrade: (/** @type {string} */ note) => `You have no grade: ${note}`,
    gradeNow: (/** @type {number} */ grade) => `Your grade so far: ${grade}`,
    quarantine: (/** @type {string} */ fault) => `Your bot cannot take part: ${fault}`,
    disqualified: (/** @type {string} */ reason) => `You have been disqualified: ${reason}`,
    withdrawn: (/** @type {string} */ reason) => `You take part no more: ${reason}`,
    failure: (/** @type {string} */ fault, /** @type {number} */ turn) => `${fault} in turn ${turn}`,
    said: "Your bot's log",
    toLog: "Log turn by turn",
    print: "Print",
    rankingCsv: "Ranking (CSV)",
    grades: "Grades and how they are computed",
    gradesByPerson: (/** @type {boolean} */ final) => `Grades by person${final ? "" : ", not final"} (CSV)`,
    gradesByTeam: (/** @type {boolean} */ final) => `Grades by team with figures${final ? "" : ", not final"} (CSV)`,
    report: "Open the report",
    reportZip: "Whole report (zip)",
    screen: "Big screen",
    gone: "This contest does not exist, or you are not allowed to see it.",
    offline: "Connection lost. This page reconnects by itself.",
    column: { game: "Game", stage: "Stage", board: "Board", result: "Result", place: "Place", name: "Name" },
  },

  join: {
    title: "Join a contest",
    contest: (/** @type {string} */ name) => `Join ${name}`,
    team: (/** @type {string} */ name) => `Join the team ${name}`,
    members: (/** @type {string} */ names) => `In the team: ${names}`,
    register: "Create account and join",
    join: "Join",
    signedIn: (/** @type {string} */ name) => `You are signed in as ${name}.`,
    hasAccount: "You have an account already?",
    invitedOnly: "New accounts need an invite code here. Ask the organiser for one, or sign in.",
    notValid: "This link does not work",
    closed: "You cannot join with this link now.",
    onlyWatch: "Entries are closed: you can still join to watch, but not take part.",
  },

  team: {
    title: "Your team",
    name: "Name of the team",
    nameHint: "Letters, digits, spaces and - _ .",
    captain: "captain",
    captainDoes: "The captain uploads the bot, enters it and chooses its version. You see all games of your team.",
    places: (/** @type {number} */ taken, /** @type {number} */ size) => `${taken} of ${size} places taken.`,
    invite: "Create a link to invite others",
    newLink: "Create a new link (the old one ends)",
    link: (/** @type {string} */ code) => `Send this link to the people of your team, or tell them the code ${code}.`,
    leave: "Leave the team",
    makeCaptain: (/** @type {string} */ name) => `Make ${name} captain`,
    remove: (/** @type {string} */ name) => `Remove ${name}`,
    number: "Student number (optional)",
    numberWhy: "Only you and the organiser can see it.",
    numberClosed: "The contest is over. If the number is wrong, tell the organiser.",
  },
};
