// The rules of a game in short, and what the marks on its board mean.

/** @typedef {{how: string[], legend: Record<string, string>}} ShortRules the legend is by the pictures of `parts/tables/legend.js` */

/** @type {Record<string, ShortRules>} */
export const shortRules = {
  tank_war: {
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
