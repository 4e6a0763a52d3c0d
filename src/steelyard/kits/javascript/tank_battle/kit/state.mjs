// A position of Tank Battle.

export const FILES = "abcdefghijk";
const SIZE = 11;
const OWN = ["wW", "bB"];
const EMPTY = ".";

/**
 * `g1` of `g1-d4`; nothing of a pass.
 * @param {string} move
 */
export function fromSquare(move) {
  return move.split("-")[0];
}

/**
 * `d4` of `g1-d4`; nothing of a pass.
 * @param {string} move
 */
export function toSquare(move) {
  return move.slice(move.lastIndexOf("-") + 1);
}

/** Squares are named as on a chess board, a1 to k11; White, seat 0, has its base around k1. */
export class State {
  /** @param {any} told */
  constructor(told) {
    /** @type {string[]} rank 11 first, each from file a: `w W` White's tanks and commander, `b B` Black's, `.` none */
    this.board = told.board;
    /** @type {number | null} */
    this.toMove = told.to_move;
    /** @type {number[]} points of White and Black */
    this.score = told.score;
    /** @type {string[]} what White and Black have lost */
    this.captured = told.captured;
    /** @type {number} turns since a tank was captured or came into a base */
    this.quiet = told.quiet;
    /** @type {string} the position in notation */
    this.text = told.state;
  }

  /**
   * `w`, `W`, `b`, `B` or `.`.
   * @param {string} square
   */
  at(square) {
    return this.board[SIZE - Number(square.slice(1))][FILES.indexOf(square[0])];
  }

  /**
   * Whether a tank of that seat stands there.
   * @param {string} square
   * @param {number} seat
   */
  isMine(square, seat) {
    return OWN[seat].includes(this.at(square));
  }

  /**
   * Whether a legal move takes a tank.
   * @param {string} move
   */
  captures(move) {
    return toSquare(move) !== "" && this.at(toSquare(move)) !== EMPTY;
  }

  /**
   * The squares of that seat's tanks, rank 11 first.
   * @param {number} seat
   * @returns {string[]}
   */
  tanks(seat) {
    const squares = this.board.flatMap((_, row) => [...FILES].map((file) => `${file}${SIZE - row}`));
    return squares.filter((square) => this.isMine(square, seat));
  }
}
