// What a first-time player needs on the page of a game: the goal, the rules in short, and what the marks mean.

/** @typedef {{goal: string, how: string[], legend: Record<string, string>}} Guide the legend is by the pictures of `parts/tables/legend.js` */

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

/** @type {Record<string, Guide>} */
export const guides = {
  tank_war: {
    goal: "Have more tanks left than the other side when one side can drive no tank any more.",
    how: [
      "Choose one of your tanks. It drives one square forward, at the same time as the tank of the other side.",
      "Then every tank fires at all enemies it reaches and destroys them.",
      "With equal tanks, the side with more squares of its colour wins.",
      "L and R in the name of a tank are left and right as its player sits: LA is the left one of the two A tanks.",
    ],
    legend: {
      A: "A hits the four squares diagonally next to it",
      B: "B hits the four squares beside it",
      C: "C hits the four squares two away in a straight line",
      ground: "Territory: a tank colours every square it enters",
      stuck: "A pale tank cannot drive: a tank is ahead, or it is on its last row",
      bump: "Both wanted this square. It went to the side whose colour it had",
    },
  },
  tank_duel: {
    goal: "Last longer than the other tank. Mines, walls, missiles and collisions destroy a tank.",
    how: [
      "Your tank drives one square every round and cannot stop. It leaves a mine where it was.",
      "Choose a direction. To shoot in the same round, first set the tower and press Fire.",
      "With a clock, a round ends by itself. What you have set stays set; a tank drives left until its first order.",
      "Keys: the arrows drive, W A S D turn the tower, space fires.",
      "The board has no edge for tanks: they come back on the other side. Missiles do not.",
    ],
    legend: {
      mine: "A mine",
      wall: "A wall: it stops tanks and missiles",
      missile: "A missile covers two squares and flies two squares a round",
      aim: "Where your missile would fly",
    },
  },
  tank_battle: {
    goal: "Have more points at the end: 1 for each tank left, 2 in the enemy base, 3 for the commander on the enemy's circle.",
    how: [
      "Move one tank a turn, as far as you like in a straight line or diagonally. Moving onto an enemy captures it.",
      "The game ends when all tanks of a side are in the enemy base, or gone, or after many moves in a row (60 by each side, unless set otherwise) without a capture or a new tank in a base.",
      "A tank that is in the enemy base stays there.",
    ],
    legend: {
      ring: "The commander: the tank with a ring",
      ground: "The bases, in the colour of their side",
      circle: "The circle: 3 points for a commander who reaches the enemy's",
      hatch: "Contaminated: only commanders enter or cross it",
      mine: "A mine: nobody enters or crosses it",
      stuck: "A pale tank cannot move: no square beside it is free",
    },
  },
};
