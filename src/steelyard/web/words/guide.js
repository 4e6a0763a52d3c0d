// What a first-time player needs on the page of a game: the goal, and what a tank can do.

export const guideWords = {
  rules: "Rules",
  title: (/** @type {string} */ game) => `How to play ${game}`,
  goal: "How to win",
  how: "Your turn",
  legend: "What the marks mean",
  more: "All rules, with boards to try",
  close: "Close",
  point: "Point at a tank, or hold it, to see what it hits and where it can go.",
  confirm: "Confirm each move with a second click",
  stuck: (/** @type {string} */ why) => `It cannot move: ${why}.`,
  hits: "It hits the marked squares.",
  flies: "It flies over the marked squares.",
  aims: "If it drives on and fires, its missile flies over the marked squares.",
  goes: (/** @type {number} */ n) => (n === 1 ? "It can go to one square." : `It can go to ${n} squares.`),
};

/** @type {Record<string, string>} */
export const goals = {
  tank_war: "Have more tanks left than the other side when one side can drive no tank any more.",
  tank_duel: "Last longer than the other tank. Mines, walls, missiles and collisions destroy a tank.",
  tank_battle: "Have more points at the end: 1 for each tank left, 2 in the enemy base, 3 for the commander on the enemy's circle.",
};
