// The exercises of the lessons, in the order of `words/lessons.js`.

/**
 * @typedef {object} Position something to do in a position; the other side plays its reply at the same time, or after it
 * @property {string} state
 * @property {0 | 1} seat
 * @property {string[]} answers every right one
 * @property {string} reply
 */

/** A string is the id of a puzzle. @type {{game: string, exercises: (Position | string)[]}[]} */
export const lessonExercises = [
  {
    game: "tank_war",
    exercises: [
      { state: "053/053/053/053/053/053", seat: 1, answers: ["LC"], reply: "LA" },
      { state: "233/x43/xx3/233/1x3/233", seat: 1, answers: ["LB"], reply: "LB" },
    ],
  },
  {
    game: "tank_war",
    exercises: [
      { state: "153/143/053/053/153/033", seat: 1, answers: ["RA"], reply: "LA" },
      { state: "153/043/344/043/043/053", seat: 1, answers: ["LB"], reply: "LA" },
      { state: "344/053/043/053/043/053", seat: 1, answers: ["LC"], reply: "LA" },
    ],
  },
  {
    game: "tank_war",
    exercises: [{ state: "243/143/233/143/043/143", seat: 1, answers: ["LA"], reply: "RA" }],
  },
  { game: "tank_war", exercises: ["war-1"] },
  { game: "tank_duel", exercises: ["duel-15", "duel-6"] },
  { game: "tank_duel", exercises: ["duel-20"] },
  {
    game: "tank_battle",
    exercises: [
      { state: "B10/11/11/11/11/11/11/3b7/11/1w7w1/10W w 0", seat: 0, answers: ["b2-d4"], reply: "a11-a10" },
    ],
  },
  { game: "tank_battle", exercises: ["battle-15", "battle-10"] },
  { game: "tank_war", exercises: ["war-17", "war-13"] },
  { game: "tank_war", exercises: ["war-40", "war-36"] },
];
