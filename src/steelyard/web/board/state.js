// The state of a board. It knows no rules: the caller says what can be picked, and where it can go.

/** @typedef {import("./picture.js").Point} Point */
/** @typedef {import("./picture.js").Picture} Picture */
/**
 * @typedef {object} Pick a move that a player can make on the board
 * @property {string} id the element to pick first
 * @property {number} seat
 * @property {string} move what is played
 * @property {Point | null} to the middle of the target's square; null: the element is the target
 * @property {boolean} capture
 * @property {boolean} once picking the element is the whole move
 * @property {string} label the target in words
 */
/**
 * @typedef {object} About what the picture tells of an element
 * @property {string} label
 * @property {boolean} flies it is a missile
 * @property {Point[]} reach the squares it hits
 * @property {Point[]} aim the squares over which its missile would fly
 * @property {Point[]} goes the squares it can go to
 * @property {string} stuck why it cannot move
 */
/**
 * @typedef {object} Arrow
 * @property {Point} from
 * @property {Point} to
 * @property {number} seat
 * @property {number} weight 0 to 1
 */
/**
 * @typedef {object} BoardState
 * @property {Picture | null} picture
 * @property {boolean} flipped seen from the other side
 * @property {Pick[]} picks what can be done now
 * @property {string | null} picked the element that has been picked
 * @property {string | null} hovered the element the pointer is over, if it can be picked
 * @property {string | null} pointed the element that the pointer, a finger held down or the cursor asks about
 * @property {Point | null} cursor the square the keyboard is on
 * @property {Point | null} under the square the mouse is on
 * @property {Point | null} untold a square of which nothing is told until the mouse has left it
 * @property {string[]} chosen elements whose move is sealed
 * @property {string[]} reasons elements that show why the game ended
 * @property {Point[]} marked squares to tint: a tank's reach
 * @property {Arrow[]} arrows
 * @property {Map<string, string>} notes words on squares, by "column,row"
 * @property {number} speed of animation; 4 and more: positions cut
 * @property {(square: Point) => string} naming a square in words
 * @property {(pick: Pick) => void} onMove
 * @property {(id: string | null) => void} onPick
 * @property {(about: About | null) => void} onPoint somebody asks about an element, or no longer does
 * @property {(square: Point) => void} onSquare a square was clicked that plays nothing
 * @property {(words: string) => void} onSay something to read out
 * @property {(kind: string) => void} onStep a step of a turn is being shown: for sounds
 */

/** @returns {BoardState} */
export function initialState() {
  return {
    picture: null,
    flipped: false,
    picks: [],
    picked: null,
    hovered: null,
    pointed: null,
    cursor: null,
    under: null,
    untold: null,
    chosen: [],
    reasons: [],
    marked: [],
    arrows: [],
    notes: new Map(),
    speed: 1,
    naming: ([column, row]) => `${column}, ${row}`,
    onMove: () => {},
    onPick: () => {},
    onPoint: () => {},
    onSquare: () => {},
    onSay: () => {},
    onStep: () => {},
  };
}
