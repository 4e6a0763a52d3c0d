// Text of the pages for playing, watching and analysing. Accounts, bots, contests and the rules have files of their own.

/** @param {number} n @param {string} one @param {string} many */
const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export const words = {
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
    account: (/** @type {string} */ name) => `Your account: ${name}`,
    sound: "Sound",
    soundOn: "Sound is on",
    soundOff: "Sound is off",
    theme: { system: "System colours", light: "Light colours", dark: "Dark colours" },
    noServer: "The server cannot be reached. Check that it is running, then try again.",
    noAnswer: (/** @type {number} */ status) => `The server refused (status ${status}) and gave no reason.`,
    daysHours: (/** @type {number} */ days, /** @type {number} */ hours) => `${days} d ${hours} h`,
    bot: "BOT",
    loading: "Loading …",
    copy: "Copy",
    copied: "Copied.",
    copyFailed: (/** @type {string} */ text) => `Copying failed. Please copy this yourself: ${text}`,
    missing: "Page not found",
    missingWhy: "The address is wrong, the page is not on this server, or you are not allowed to see it.",
    toLobby: "Back to the games",
  },

  clock: {
    none: "No clock",
    both: "No clock: each round waits for both",
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
    nameLabel: "You play as",
    nameSave: "Save",
    nameChanged: (/** @type {string} */ name) => `You now play as ${name}.`,
    short: {
      tank_war: "Six lanes. Both players move one tank at the same time, then every tank fires.",
      tank_duel: "Two tanks that cannot stop. Each leaves a trail of mines and has one missile.",
      tank_battle: "Tanks that move like chess queens. Get them into the enemy base.",
    },
  },

  setup: {
    handedIn: "Uploaded bots",
    byOwner: (/** @type {string} */ name, /** @type {string} */ owner) => `${name}, by ${owner}`,
    title: (/** @type {string} */ game) => `New game of ${game}`,
    playOn: "Continue from this position",
    opponent: "Players",
    kinds: {
      bot: "Me against a bot",
      link: "Me against a person, by link",
      screen: "Two people on this screen",
      bots: "Watch two bots",
    },
    bot: "Bot",
    first: (/** @type {string} */ seat) => `Bot playing ${seat}`,
    rated: (/** @type {number} */ rating) => `rating ${Math.round(rating)}`,
    seat: "I play",
    nameOf: (/** @type {string} */ seat) => `Who plays ${seat}`,
    chance: "Random",
    clock: "Clock",
    pace: "Pace",
    setup: "Board",
    private: "Only people with the link can watch",
    options: {
      lanes: "Lanes",
      c_reach: "Range of C tanks",
      layout: "Layout",
      quiet_limit: "Quiet moves until the game ends",
      swap_starts: "Starting squares",
    },
    values: {
      exactly_two: "exactly two boxes",
      up_to_two: "one or two boxes",
      true: "swapped",
      false: "as drawn",
      none: "no limit",
    },
    start: "Start",
    cancel: "Cancel",
  },

  seats: {
    colours: ["Orange", "Blue"],
    coloured: ["tank_war", "tank_duel", "tank_battle"], // other games call their seats as they like
  },

  game: {
    board: (/** @type {string} */ title) =>
      `${title} board. Arrow keys move between squares, Enter selects, Escape cancels.`,
    plainBoard: (/** @type {string} */ title) => `${title} board`,
    square: {
      plain: (/** @type {number} */ column, /** @type {number} */ row) => `column ${column}, row ${row}`,
    },
    you: "you",
    openSeat: "open seat",
    won: "won",
    boardRole: "board",
    away: "away",
    status: {
      waitingForPlayer: "Waiting for the other player. Send them this link:",
      waitingForAnybody: "Waiting for an opponent.",
      waitingForSeat: (/** @type {string} */ seat) => `Waiting for someone to play ${seat}.`,
      yourMove: "Your move.",
      seatMove: (/** @type {string} */ seat) => `${seat} to move.`,
      chooseTank: "Choose a tank to move forward.",
      seatChooses: (/** @type {string} */ seat) => `${seat}: choose a tank. The other player looks away.`,
      sealed: (/** @type {string} */ name) => `Your move is locked in. Waiting for ${name}.`,
      drive: "Choose a direction.",
      confirmTank: "Choose a tank, then click the box ahead of it.",
      turnIn: (/** @type {string} */ set, /** @type {string} */ name) => `Your turn is in: ${set}. Waiting for ${name}.`,
      holding: (/** @type {string} */ set) => `Your joystick: ${set}.`,
      chosen: (/** @type {string} */ seat, /** @type {string} */ other) => `${seat} has chosen. ${other}: choose a direction.`,
      pass: "You have no legal move and must pass.",
      waitingFor: (/** @type {string} */ name) => `Waiting for ${name}.`,
      bothChoose: "Both players are choosing.",
      oneChooses: (/** @type {string} */ name) => `${name} is choosing.`,
      running: "Both tanks are driving.",
      paused: (/** @type {string} */ name) => `${name} is away. The clocks are paused.`,
      gettingReady: (/** @type {string} */ name) => `${name} is starting up. The clocks are paused.`,
      vacation: (/** @type {string} */ name, /** @type {string} */ until) =>
        `${name} is on vacation until ${until}.`,
      yourVacation: (/** @type {string} */ until) => `Your move. You are on vacation until ${until}.`,
      preparing: (/** @type {string} */ name, /** @type {string} */ doing, /** @type {number} */ share) =>
        `${name}: ${doing}, ${Math.round(100 * share)} %`,
      looking: (/** @type {number} */ turn, /** @type {number} */ all) =>
        `Viewing turn ${turn} of ${all}.`,
      toNow: "Back to the current position",
    },
    offline: "Connection lost. Your moves are sent as soon as it is back.",
    online: "Reconnected.",
    gone: "This game is not on this server.",
    closed: "This game is closed",
    copyLink: "Copy link",
    moves: "Moves",
    log: {
      own: "Your bot's log",
      of: (/** @type {string} */ name) => `${name}'s log`,
      begin: "Before turn 1",
      turn: (/** @type {number} */ turn) => `Turn ${turn}`,
      nothing: "Nothing in this turn.",
    },
    noMoves: "No moves yet.",
    score: {
      points: ["point", "points"],
      lost: ["lost", "lost"],
      tanks: ["tank", "tanks"],
      surviving: ["tank", "tanks"],
      boxes: ["box", "boxes"],
      mines: ["mine", "mines"],
    },
    army: (/** @type {number} */ left, /** @type {number} */ lost) =>
      `${count(left, "tank")} left, ${lost} captured`,
    commanderLost: "including the commander",
    missile: { ready: "missile ready", flying: "missile in flight" },
    actions: {
      title: "Actions",
      resign: "Resign",
      resignSure: "Resign this game?",
      resignYes: "Yes, resign",
      no: "No",
      pointsSure: (/** @type {number[]} */ [own, other]) =>
        `End the game now and count the points? You have ${own}, the other side ${other}.`,
      pointsYes: "Yes, end the game",
      vacationSure: (/** @type {number} */ days) =>
        `Stop your clock for ${count(days, "day")}? The days are used up even if you move sooner.`,
      vacationYes: "Yes, start it",
      undo: "Undo",
      hint: "Hint",
      hinting: "Looking for a good move …",
      hinted: (/** @type {string} */ move) => `Hint: ${move}`,
      undone: (/** @type {number} */ n) => `${count(n, "move")} taken back`,
      nextLevel: "Try the next level",
      review: "Review",
      turningPoint: "Turning point",
      turningAt: (/** @type {number} */ turn) => `The turning point was turn ${turn}.`,
      noTurning: "No single turn decided this game.",
      pass: "Pass",
      offerPoints: "Offer to end on points",
      offered: "Offered to end on points. Waiting for an answer.",
      pointsOffered: (/** @type {string} */ name) => `${name} offers to end the game on points.`,
      rematchOffered: (/** @type {string} */ name) => `${name} would like a rematch with sides swapped.`,
      accept: "Accept",
      decline: "Decline",
      declined: (/** @type {string} */ name) => `${name} declined.`,
      rematch: "Rematch",
      rematchHow: "The same game with sides swapped",
      rematchAsked: "Rematch offered. Waiting for an answer.",
      toRematch: "Go to the rematch",
      newGame: "New game",
      vacation: "Vacation",
      vacationDays: (/** @type {number} */ days) => `${count(days, "day")} of vacation`,
      vacationTake: "Start vacation",
      flip: "Flip the board",
      analyse: "Analyse",
      playOn: "Continue from here",
      fork: "Try another move from here",
      linkHere: "Copy link to this move",
      copyPosition: "Copy position",
      record: "Download record",
      more: "Moves and more",
      tools: "Share, analyse, continue",
    },
    spectators: (/** @type {number} */ n) => count(n, "spectator"),
    private: "Only people with the link can watch",
    from: (/** @type {number} */ turn) => `Continued from turn ${turn} of`,
    fromGame: "another game",
    joystick: {
      drive: "Drive",
      tower: "Tower",
      fire: "Fire",
      armed: "Fires in the next round",
      ways: { L: "left", R: "right", U: "up", D: "down" },
      drives: (/** @type {string} */ way) => `drive ${way}`,
      fires: (/** @type {string} */ way) => `fire ${way}`,
      aims: (/** @type {string} */ way) => `tower ${way}`,
      driveWay: (/** @type {string} */ way) => `Drive ${way}`,
      towerWay: (/** @type {string} */ way) => `Tower ${way}`,
      keys: "Arrow keys drive, W A S D turn the tower, space fires.",
      keysTwo: [
        "Orange: WASD drive, TFGH fire in a direction.",
        "Blue: arrow keys drive, IJKL fire in a direction.",
      ],
    },
    title: (/** @type {string} */ game, /** @type {string[]} */ names) => `${game}: ${names.join(" vs ")}`,
    typed: {
      tank_war: "Keyboard: type the tank's name, such as L A.",
      tank_battle: "Keyboard: type the start and target squares, such as g 1 d 4.",
    },
  },

  /** How a game ended; the reason comes from the server, in the words of the game. */
  outcome: {
    draw: "Draw",
    none: "No result",
    won: (/** @type {string} */ winner) => `${winner} won`,
    cancelled: (/** @type {string} */ because) => `No result: ${because}.`,
    youWon: "You won",
    youLost: "You lost",
    stopped: (/** @type {string | null} */ winner, /** @type {string} */ failure) =>
      `${winner === null ? "Nobody" : winner} won. Stopped here: ${failure}.`,
  },

  replay: {
    title: "Replay",
    first: "First position",
    back: "One turn back",
    play: "Play",
    pause: "Pause",
    forward: "One turn forward",
    last: "Last position",
    turn: "Turn",
    speed: "Speed",
    real: "real time",
    of: (/** @type {number} */ turn, /** @type {number} */ all) => `Turn ${turn} of ${all}`,
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
    effort: (/** @type {number} */ n) => `${n.toLocaleString("en")} searched`,
    lines: "Best lines",
    over: "The game is over in this position.",
    choose: (/** @type {string} */ seat) => `${seat}: choose a move.`,
    compareWords: (/** @type {number} */ turn) => `The game at the same turn: ${turn}`,
    progress: (/** @type {string} */ doing, /** @type {number} */ share) =>
      `${doing}: ${Math.round(100 * share)} %`,
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

/** The name of a square in the notation of its game. @param {string} game @param {[number, number]} square */
export function squareName(game, [column, row]) {
  if (game === "tank_battle") return `${"abcdefghijk"[column] ?? "?"}${11 - row}`;
  return words.game.square.plain(column, row);
}

/** What a seat is called on the pages. @param {string} game @param {readonly string[]} names used by the game itself */
export function seatNames(game, names) {
  return words.seats.coloured.includes(game) ? words.seats.colours : [...names];
}
