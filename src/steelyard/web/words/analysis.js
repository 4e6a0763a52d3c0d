// Words of the analysis page: its explanation, the editor, the review.

const PERCENT = 100;

export const words = {
  what: "What is this?",
  about: [
    "The figure says who is better if both play their best from here: +1 is a sure win for Orange, −1 for Blue, 0 is even.",
    "In Tank War it is exact, because the game is solved; in the other games it is an estimate that gets better while you wait.",
    "Try moves on the board, step through them, and share the address: it holds the position and your line.",
  ],
  badPosition: (/** @type {string} */ reason) => `This is no position of the game: ${reason}.`,
  badLine: (/** @type {string} */ reason) => `The line of this address cannot be played: ${reason}.`,
  copyLink: "Copy link to this position",

  edit: "Edit position",
  editor: "Position editor",
  editing:
    "Choose what to place, then click a square; a second click removes it. Keys: arrows move, Enter places, Delete removes, the digits choose.",
  tools: {
    tank0: "Orange tank",
    tank1: "Blue tank",
    commander0: "Orange commander",
    commander1: "Blue commander",
    ground0: "Orange ground",
    ground1: "Blue ground",
    missile0: "Orange missile",
    missile1: "Blue missile",
    wall: "Wall",
    mine: "Mine",
    none: "Remove",
  },
  pointing: "Pointing",
  ways: { U: "up", R: "right", D: "down", L: "left" },
  toMove: "To move",
  empty: "empty",
  cell: (/** @type {string} */ square, /** @type {string} */ what) => `${square}: ${what}`,
  analyseThis: "Analyse this position",
  cancel: "Cancel",
  clear: "Clear the board",
  legal: "This position can be analysed.",

  accuracy: (/** @type {string} */ seat, /** @type {number} */ share) =>
    `${seat}: ${Math.round(PERCENT * share)} % accuracy`,
  curve: (/** @type {string} */ seat) => `The value of each position for ${seat}. A click shows the position.`,
  turningPoints: "Turning points",
  noTurningPoint: "No single turn decided this game.",
  /** `together`: whether both move at once. */
  turningPoint: (
    /** @type {any} */ { turn, seat, value, value_after: after, mistake, best },
    /** @type {string[]} */ seats,
    /** @type {boolean} */ together,
  ) => {
    const [was, is] = [standing(value, seats), standing(after, seats)];
    const change = `${turn}: ${was === is ? "still" : `${was}, then`} ${is}.`;
    if (mistake) return `${change} A mistake by ${seats[seat]}${best ? `; better was ${best}` : ""}.`;
    return together
      ? `${change} ${seats[1 - seat]} guessed right; ${seats[seat]} made no mistake.`
      : `${change} No mistake: the search saw it only now.`;
  },
};

/** @param {number} value @param {string[]} seats */
function standing(value, seats) {
  const ahead = value > 0 ? seats[0] : seats[1];
  if (Math.abs(value) < 0.1) return "even";
  if (Math.abs(value) > 0.995) return `${ahead} winning`;
  return `${ahead} ${Math.abs(value) > 0.5 ? "far ahead" : "ahead"}`;
}
