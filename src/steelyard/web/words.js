// Every word on the pages but the rules, which are in words-learn.js.

/** @param {number} n @param {string} one @param {string} many */
const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export const words = {
  common: {
    name: "Steelyard",
    pages: "Pages",
    play: "Play",
    watch: "Watch",
    analyse: "Analyse",
    learn: "Learn",
    ladder: "Ladder",
    contests: "Contests",
    signIn: "Sign in",
    signedOut: "You are no longer signed in here.",
    signInAgain: "Sign in again",
    account: (/** @type {string} */ name) => `${name}, your account`,
    sound: "Sound",
    soundOn: "Sound is on",
    soundOff: "Sound is off",
    theme: { system: "Colours as the system has them", light: "Light colours", dark: "Dark colours" },
    noServer: "The server cannot be reached. Check that it runs, then try again.",
    noAnswer: (/** @type {number} */ status) => `The server answered with ${status} and no reason.`,
    daysHours: (/** @type {number} */ days, /** @type {number} */ hours) => `${days} d ${hours} h`,
    bot: "BOT",
    loading: "One moment.",
    copied: "Copied.",
    copyFailed: (/** @type {string} */ text) => `Copy this by hand: ${text}`,
    missing: "There is nothing here.",
    missingWhy: "The address is wrong, or what it names is not on this server, or not for you.",
    toLobby: "To the games",
  },

  clock: {
    none: "No clock",
    both: "Wait for both",
    bank: (/** @type {string} */ span) => `${span} each for the whole game`,
    round: (/** @type {string} */ seconds) => `${seconds} s a round`,
    fischer: (/** @type {string} */ span, /** @type {string} */ extra) => `${span} + ${extra} s a move`,
    days: (/** @type {number} */ days) => `${count(days, "day")} a move`,
    minutes: (/** @type {number} */ minutes) => `${minutes} min`,
    seconds: (/** @type {number} */ seconds) => `${seconds} s`,
  },

  lobby: {
    title: "Three tank games for two",
    subtitle: "Against a bot or a person, here or by link. No account needed.",
    play: "Play",
    playLabel: (/** @type {string} */ title) => `Play ${title}`,
    change: "Set up",
    changeLabel: (/** @type {string} */ title) => `Set up a game of ${title}`,
    rules: "Rules",
    rulesLabel: (/** @type {string} */ title) => `Rules of ${title}`,
    against: (/** @type {string} */ bot, /** @type {string} */ clock) => `against ${bot}, ${clock}`,
    yours: "Your games",
    now: "Being played now",
    all: "All games",
    nameLabel: "You play as",
    nameSave: "Save",
    nameChanged: (/** @type {string} */ name) => `You play as ${name} from now on.`,
    short: {
      tank_war: "Six lanes. Both drive one tank at once, then everything fires.",
      tank_duel: "Two tanks that cannot stop, mines behind them, one missile each.",
      tank_battle: "Tanks that move like queens. Bring them into the enemy base.",
    },
  },

  setup: {
    handedIn: "Handed in",
    byOwner: (/** @type {string} */ name, /** @type {string} */ owner) => `${name}, by ${owner}`,
    title: (/** @type {string} */ game) => `New game of ${game}`,
    playOn: "Play on from this position",
    opponent: "Who plays",
    kinds: {
      bot: "Me and a bot",
      link: "Me and a person, by link",
      screen: "Two people at this screen",
      bots: "Two bots, to watch",
    },
    bot: "Bot",
    first: (/** @type {string} */ seat) => `Bot for ${seat}`,
    rated: (/** @type {number} */ rating) => `${Math.round(rating)}`,
    seat: "I play",
    chance: "Either",
    clock: "Clock",
    pace: "Pace",
    setup: "Board",
    private: "Only people with the link can watch",
    options: {
      lanes: "Lanes",
      c_reach: "Reach of C",
      layout: "Layout",
      quiet_limit: "Quiet moves that end the game",
      swap_starts: "Start places",
    },
    values: {
      exactly_two: "exactly two boxes",
      up_to_two: "one or two boxes",
      true: "exchanged",
      false: "as drawn",
      none: "no limit",
    },
    start: "Start",
    cancel: "Cancel",
  },

  seats: {
    names: { tank_duel: ["Orange", "Blue"] },
  },

  game: {
    board: (/** @type {string} */ title) =>
      `Board of ${title}. Arrow keys move over the squares, Enter picks, Escape lets go.`,
    plainBoard: (/** @type {string} */ title) => `Board of ${title}`,
    square: {
      plain: (/** @type {number} */ column, /** @type {number} */ row) => `column ${column}, row ${row}`,
    },
    you: "you",
    openSeat: "open seat",
    won: "won",
    boardRole: "board",
    away: "away",
    status: {
      waitingForPlayer: "Waiting for the other player. Send this link:",
      waitingForSeat: (/** @type {string} */ seat) => `Waiting for somebody to play ${seat}.`,
      yourMove: "Your move.",
      seatMove: (/** @type {string} */ seat) => `${seat} to move.`,
      chooseTank: "Choose a tank to drive forward.",
      seatChooses: (/** @type {string} */ seat) => `${seat}: choose a tank. The other looks away.`,
      sealed: (/** @type {string} */ name) => `Your move is sealed; waiting for ${name}.`,
      drive: "Drive: choose a direction.",
      driving: (/** @type {string} */ way) => `You hold ${way}.`,
      pass: "You have no move: pass.",
      waitingFor: (/** @type {string} */ name) => `Waiting for ${name}.`,
      bothChoose: "Both are choosing.",
      oneChooses: (/** @type {string} */ name) => `${name} is choosing.`,
      running: "Both are driving.",
      paused: (/** @type {string} */ name) => `The clocks stand still until ${name} is back.`,
      gettingReady: (/** @type {string} */ name) => `${name} is getting ready; the clocks stand still.`,
      vacation: (/** @type {string} */ name, /** @type {string} */ until) =>
        `${name} is on vacation until ${until}.`,
      yourVacation: (/** @type {string} */ until) => `Your move. On vacation until ${until}.`,
      preparing: (/** @type {string} */ name, /** @type {string} */ doing, /** @type {number} */ share) =>
        `${name}: ${doing}, ${Math.round(100 * share)} %`,
      looking: (/** @type {number} */ turn, /** @type {number} */ all) =>
        `Looking at turn ${turn} of ${all}.`,
      toNow: "Back to now",
    },
    offline: "No connection. Your moves are kept and sent when it is back.",
    online: "Connected again.",
    gone: "This game is not on this server.",
    copyLink: "Copy link",
    moves: "Moves",
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
    commanderLost: "the commander among them",
    missile: { ready: "missile ready", flying: "missile in flight" },
    actions: {
      title: "Actions",
      resign: "Resign",
      resignSure: "Resign this game?",
      resignYes: "Yes, resign",
      no: "No",
      pass: "Pass",
      offerPoints: "Offer to end by points",
      offered: "Offered to end by points; waiting for the answer.",
      pointsOffered: (/** @type {string} */ name) => `${name} offers to end the game by points.`,
      rematchOffered: (/** @type {string} */ name) => `${name} would like a rematch, seats exchanged.`,
      accept: "Accept",
      decline: "Decline",
      declined: (/** @type {string} */ name) => `${name} declined.`,
      rematch: "Rematch",
      rematchHow: "The same game with the seats exchanged",
      rematchAsked: "Rematch offered; waiting for the answer.",
      toRematch: "To the rematch",
      newGame: "New game",
      vacation: "Vacation",
      vacationDays: (/** @type {number} */ days) => `${count(days, "day")} of vacation`,
      vacationTake: "Take it",
      flip: "Turn the board",
      analyse: "Analyse",
      playOn: "Play on from here",
      fork: "Try another line from here",
      linkHere: "Copy link to this move",
      copyPosition: "Copy position",
      record: "Download record",
      film: "Download GIF",
      more: "Moves and more",
      tools: "Share, analyse, play on",
    },
    spectators: (/** @type {number} */ n) => count(n, "watcher"),
    private: "Only people with the link can watch",
    from: (/** @type {number} */ turn) => `Played on from turn ${turn} of`,
    fromGame: "another game",
    joystick: {
      drive: "Drive",
      tower: "Tower",
      fire: "Fire",
      armed: "The shot goes off with the next round",
      ways: { L: "left", R: "right", U: "up", D: "down" },
      driveWay: (/** @type {string} */ way) => `Drive ${way}`,
      towerWay: (/** @type {string} */ way) => `Tower ${way}`,
      keys: "Arrows drive, WASD turn the tower, space fires.",
      keysTwo: ["Orange: WASD drive, TFGH fire that way.", "Blue: arrows drive, IJKL fire that way."],
    },
    typed: {
      tank_war: "With the keyboard: type a tank's name, as in L A.",
      tank_battle: "With the keyboard: type where from and where to, as in g 1 d 4.",
    },
  },

  /** How a game ended: the winner's name (none: a draw), the seats' names and the two figures that decided. */
  outcome: {
    draw: "A draw",
    wins: (/** @type {string} */ winner) => `${winner} wins`,
    because: {
      tanks: (/** @type {number} */ more, /** @type {number} */ less) => `${count(more, "tank")} to ${less}`,
      boxes: (/** @type {number} */ more, /** @type {number} */ less) =>
        `equal in tanks, ${count(more, "box", "boxes")} to ${less}`,
      level: () => "equal in tanks and boxes",
      arrived: (/** @type {number} */ more, /** @type {number} */ less) =>
        `an army has arrived, ${count(more, "point")} to ${less}`,
      destroyed: (/** @type {number} */ more, /** @type {number} */ less) =>
        `an army is gone, ${count(more, "point")} to ${less}`,
      passes: (/** @type {number} */ more, /** @type {number} */ less) =>
        `both passed, ${count(more, "point")} to ${less}`,
      quiet: (/** @type {number} */ more, /** @type {number} */ less) =>
        `nothing happened for long, ${count(more, "point")} to ${less}`,
      agreement: (/** @type {number} */ more, /** @type {number} */ less) =>
        `ended by agreement, ${count(more, "point")} to ${less}`,
      wall: () => "the other drove into a wall",
      mine: () => "the other drove onto a mine",
      missile: () => "the other was hit by a missile",
      tank: () => "the tanks drove into each other",
      both: () => "both tanks are destroyed",
      time_out: () => "the other's time ran out",
      both_failed: () => "both failed",
      resigned: () => "the other resigned",
    },
  },

  replay: {
    title: "Replay",
    first: "First position",
    back: "One turn back",
    play: "Play",
    pause: "Pause",
    forward: "One turn on",
    last: "Last position",
    turn: "Turn",
    speed: "Speed",
    real: "as played",
    of: (/** @type {number} */ turn, /** @type {number} */ all) => `Turn ${turn} of ${all}`,
  },

  live: {
    title: "Games on this server",
    playing: "Being played",
    finished: "Finished",
    none: "Nobody is playing. Start a game and it shows here.",
    noneFinished: "No game has ended yet.",
    more: "More",
    every: "Every game",
    turn: (/** @type {number} */ turn) => `turn ${turn}`,
  },

  analyse: {
    title: "Analyse",
    position: "Position",
    show: "Show",
    game: "Game",
    value: "Value",
    valueWords: (/** @type {number} */ value, /** @type {string[]} */ seats) => {
      if (Math.abs(value) < 0.0005) return "Level with best play";
      const ahead = value > 0 ? seats[0] : seats[1];
      return Math.abs(value) > 0.9995 ? `${ahead} wins with best play` : `${ahead} is ahead`;
    },
    scoreWords: (/** @type {number} */ score, /** @type {string[]} */ seats) => {
      if (Math.abs(score) < 0.05) return "About level";
      const ahead = score > 0 ? seats[0] : seats[1];
      return Math.abs(score) > 0.9995 ? `${ahead} wins` : `${ahead} is ahead`;
    },
    matrix: "What each pair of moves is worth",
    matrixWords: (/** @type {string} */ row, /** @type {string} */ column) =>
      `Rows are ${row}'s moves, columns ${column}'s; a cell is the value for ${row} afterwards. The bars are how often best play chooses each.`,
    played: "played",
    gave: (/** @type {string} */ seat) => `${seat} gave away`,
    review: "The game, turn by turn",
    reviewing: "Looking at every turn.",
    nothingGiven: "nothing",
    searching: "Searching.",
    cut: "The connection was cut. The analysis begins again when it is back.",
    ended: "The analysis has ended. Go to another position and back to begin it again.",
    depth: (/** @type {number} */ depth) => `depth ${depth}`,
    effort: (/** @type {number} */ n) => `${n.toLocaleString("en")} looked at`,
    lines: "Best lines",
    over: "The game is over here.",
    choose: (/** @type {string} */ seat) => `${seat}: choose.`,
    compareWords: (/** @type {number} */ turn) => `The same turn in the game: ${turn}`,
    progress: (/** @type {string} */ doing, /** @type {number} */ share) =>
      `${doing}: ${Math.round(100 * share)} %`,
    backToGame: "Back to the game",
  },

  learn: {
    title: "Learn the games",
    subtitle: "Short rules with boards to touch, and the example each game came with.",
    read: (/** @type {string} */ title) => `Rules of ${title}`,
    play: (/** @type {string} */ title) => `Play ${title}`,
    step: "Next round",
    again: "From the start",
    others: "The other games",
  },
};

/** A square in a game's own words. @param {string} game @param {[number, number]} square */
export function squareName(game, [column, row]) {
  if (game === "tank_battle") return `${"abcdefghijk"[column] ?? "?"}${11 - row}`;
  return words.game.square.plain(column, row);
}

/** What a seat is called on the pages. @param {string} game @param {readonly string[]} names the game's own */
export function seatNames(game, names) {
  return /** @type {Record<string, string[]>} */ (words.seats.names)[game] ?? [...names];
}
