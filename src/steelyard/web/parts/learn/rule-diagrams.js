// The positions in the diagrams of the rules, one for each section of `words/learn.js`.

/**
 * @typedef {object} Diagram
 * @property {"reach" | "moves" | "film" | "drive" | "points"} kind
 * @property {string} [state] if missing, the first position
 * @property {string} [setup]
 * @property {Record<string, string>} [options]
 * @property {string[]} [turns] of a film, in notation
 * @property {string[]} [script] the other tank's moves while the reader drives
 * @property {Record<string, string>} [notes] text on squares, by "column,row"
 * @property {{name: string, values: string[]}} [variant] an option the reader can switch
 * @property {string} [picked] the element that is selected at first
 */

const TENS = Array(8).fill("10").join("/");

/** @type {Record<string, (Diagram | null)[]>} */
export const diagrams = {
  tank_war: [
    null,
    { kind: "reach", state: "053/153/143/043/253/053", picked: "tank-1-RC" },
    { kind: "film", state: "053/153/143/053/053/133", turns: ["LA-RA"] },
    null,
    {
      kind: "film",
      turns: ["LA-RC", "LC-RB", "RA-RB", "LA-RB", "LC-RA"],
      variant: { name: "c_reach", values: ["exactly_two", "up_to_two"] },
    },
  ],
  tank_duel: [
    {
      kind: "drive",
      state: `${TENS} 7,5:R>R 2,2:R>R - -`,
      script: ["R", "R", "R", "D", "D", "D", "L", "L", "L", "L", "U", "U"],
    },
    {
      kind: "film",
      state: `${TENS} 1,1:R>D 8,6:L>L - -`,
      turns: ["R!D/L", "R/L", "R/L", "R!R/U", "R/U"],
    },
    { kind: "film", state: "10/10/8x1/10/10/10 3,2:U>R 8,5:L>L - -", turns: ["R!R/L", "D/L", "D/U"] },
    { kind: "film", state: "10/10/10/10 0,1:U>R 5,1:L>L 3,1:R -", turns: ["D/L"] },
    null,
  ],
  tank_battle: [
    null,
    { kind: "moves", state: "Bbbbb6/bbbb7/bb9/bb9/11/11/3w7/9ww/8www/3b3wwww/7wwwW w 0", picked: "d5" },
    { kind: "moves", state: "1bbbb6/bbbb7/bbb8/bb9/6B4/11/4W6/9ww/8www/7wwww/6wwww1 w 0", picked: "e5" },
    { kind: "moves", state: "Bbwbb6/bb1b7/bb9/bb9/11/2w8/11/9ww/8www/7wwww/7ww1W w 0", picked: "c11" },
    {
      kind: "points",
      state: "11/1W9/6w4/11/11/2w8/11/11/11/9b1/8b1B w 0",
      notes: { "1,1": "2", "6,2": "1", "2,5": "1", "9,9": "2", "8,10": "2", "10,10": "3" },
    },
  ],
};
