// The rules as short pages.

/**
 * @typedef {object} Section the diagrams' positions are in `parts/learn/rule-diagrams.js`
 * @property {string} title
 * @property {string[]} text
 * @property {string} [caption] of the diagram
 * @property {string[]} [captions] of a film: before the first turn, then after each
 * @property {Record<string, string[]>} [otherwise] captions for other values of the diagram's option
 */
/** @typedef {{lead: string, sections: Section[]}} Rules */

/** @type {Record<string, Rules>} */
export const rules = {
  tank_war: {
    lead: "Six lanes, six tanks each. In every round both players move one tank forward at the same time, then every tank fires.",
    sections: [
      {
        title: "The board",
        text: [
          "The board has six columns and six rows of squares. Orange starts at the top and drives down, Blue starts at the bottom and drives up. Each player has one tank in every column: LA, LB, LC, RC, RB, RA, from the player's own left to right.",
          "The upper half of the squares is Orange's territory, the lower half Blue's. A tank that enters a square claims it for its player. The square stays theirs, even after the tank is gone, until an enemy tank enters it.",
        ],
      },
      {
        title: "What a tank can hit",
        text: [
          "A tank's turret shows its type. Type A hits the four squares diagonally next to it. Type B hits the four squares directly beside it. Type C hits the four squares exactly two away in a straight line. Nothing blocks a shot.",
        ],
        caption: "Tap a tank to see what it can hit.",
      },
      {
        title: "A round",
        text: [
          "First both players secretly choose a tank that can move: it is not on its last row, and the square ahead is free. Both tanks move one square at the same time. If both want the same square, only the player who owns it gets in. The other tank stays where it was and has used up its move.",
          "Then all tanks fire at the same moment at every enemy they can hit, and all tanks that are hit are destroyed together.",
        ],
        captions: [
          "Both right-hand A tanks are about to enter the same square. It lies in Orange's territory.",
          "Orange got in. Blue's tank was pushed back.",
        ],
        caption: "A contested square",
      },
      {
        title: "The end",
        text: [
          "The game is over when a player has no tank that can move. The player with more surviving tanks wins; if these are equal, the player with more squares. If both are equal, it is a draw.",
          "Usually each player has two minutes for the whole game. A player who runs out of time loses.",
        ],
      },
      {
        title: "The original example",
        text: [
          "Five rounds from the first description of the game. Two versions of the rules are known, and they differ in the last round: in one of them, a C tank also hits the squares right beside it. You can play both versions, and switch between them here.",
        ],
        captions: [
          "The start.",
          "Round 1. Orange drives LA, Blue drives RC. Nobody is in reach.",
          "Round 2. Orange drives LC, Blue drives RB. Nobody is in reach.",
          "Round 3. Orange drives RA, Blue drives RB again. Nobody is in reach.",
          "Round 4. Orange drives LA, Blue drives RB. Blue's RB stands next to Orange's LA and destroys it.",
          "Round 5. Orange drives LC, Blue drives RA. Orange's LC hits Blue's RC, and is hit by Blue's RB and RC at the same moment.",
        ],
        otherwise: {
          up_to_two: [
            "The start.",
            "Round 1. Orange drives LA, Blue drives RC. Nobody is in reach.",
            "Round 2. Orange drives LC, Blue drives RB. Nobody is in reach.",
            "Round 3. Orange drives RA, Blue drives RB again. Nobody is in reach.",
            "Round 4. Orange drives LA, Blue drives RB. Blue's RB stands next to Orange's LA and destroys it.",
            "Round 5. Orange drives LC, Blue drives RA. Orange's LC hits Blue's RB and RC, one and two squares away, and is destroyed itself.",
          ],
        },
        caption: "Five rounds",
      },
    ],
  },

  tank_duel: {
    lead: "Two tanks that cannot stop. Each drops a mine on every square it leaves, and each has one missile in flight at a time. Both move at the same time.",
    sections: [
      {
        title: "Driving",
        text: [
          "In every round both tanks drive one square left, right, up or down. A tank without an order drives left. The square it leaves becomes a mine, so the board fills up and every game ends soon.",
          "A tank is destroyed by a wall, a mine or the other tank. A tank that drives off the board comes back on the opposite side.",
        ],
        caption: "Tap a square beside the orange tank to drive there. Try the edge, and try a mine.",
      },
      {
        title: "Missiles",
        text: [
          "A tank fires after both tanks have moved. The missile covers the two squares in front of the tower and flies two squares per round. It flies over mines. At the edge it leaves the board; it does not come back on the other side.",
          "A tank has one missile in flight at a time. It can fire again when that missile has burst or left the board.",
        ],
        captions: [
          "The orange tank is on square 1,1 and drives right, its tower turned down.",
          "It has driven to 2,1 and fired. The missile covers 2,2 and 2,3.",
          "The missile flies two squares a round.",
          "It reaches the lower edge and will be gone in the next round.",
          "The next shot goes to the right: the tank is on 5,1, the missile on 6,1 and 7,1.",
          "And it flies on.",
        ],
        caption: "The original example",
      },
      {
        title: "Walls stop missiles",
        text: [
          "A missile that meets a wall bursts there and is gone in the next round. A tank on one of its squares is hit, even while the missile bursts.",
        ],
        captions: [
          "A shot at a wall.",
          "Fired.",
          "The head of the missile is in the wall: the missile bursts.",
          "The missile is gone. The tank can fire again.",
        ],
        caption: "A wall",
      },
      {
        title: "No way past",
        text: [
          "Missiles fly before tanks drive. A tank that drives towards a missile right in front of it cannot slip past: it stays where it is and is hit there.",
        ],
        captions: [
          "The missile is right in front of the blue tank, which drives towards it.",
          "It did not get past.",
        ],
        caption: "Driving into a missile",
      },
      {
        title: "The joystick",
        text: [
          "You control a joystick: where to drive, where the tower points, and whether to fire. The game reads it once, at the end of each round. It keeps its setting until you change it.",
          "You choose before the game how long a round lasts, from half a second to ten seconds. Without a clock, a round ends when both players have chosen.",
          "If both tanks are destroyed in the same round, the game is a draw.",
        ],
      },
    ],
  },

  tank_battle: {
    lead: "Two armies of fourteen tanks that move like chess queens. Get as many as you can into the enemy base; points decide.",
    sections: [
      {
        title: "The board",
        text: [
          "Eleven by eleven squares. Each player starts in a base of fourteen squares in the corner at their lower right. The commander stands on the corner square with the circle. Orange moves first, then the players take turns.",
          "Dark discs are mines. The hatched squares in the middle are contaminated.",
        ],
      },
      {
        title: "How a tank moves",
        text: [
          "A player moves one tank per turn, any number of squares straight or diagonally. It cannot enter or cross mines, and it cannot jump over tanks. Moving onto an enemy tank captures it.",
        ],
        caption: "Tap an orange tank to see where it can go. Rings are captures: the tank on d5 has two.",
      },
      {
        title: "The commander",
        text: [
          "Only commanders may enter and cross contaminated squares. On these squares a commander cannot capture the other commander, which blocks the way. Everywhere else a commander can be captured like any tank.",
        ],
        caption: "Orange's commander on e5 is blocked by Blue's commander on g7.",
      },
      {
        title: "In the enemy base",
        text: [
          "A tank that has entered the enemy base cannot leave it. It may still move and capture inside, along lines that stay inside.",
        ],
        caption: "Orange's tank on c11 has arrived: it can only move inside the base.",
      },
      {
        title: "Points and the end",
        text: [
          "The game ends at once when all surviving tanks of a player are in the enemy base, when a player has no tank left, when both players pass in a row, or after each player has made 60 moves without a capture or a new tank in a base. A player may pass only if they have no other move. The players can also agree to end the game.",
          "Then points decide: 3 for the commander on the enemy's circle, 2 for any other tank in the enemy base, 1 for any tank elsewhere. The score and the captured tanks are always shown.",
        ],
        caption:
          "The original example. Orange has 2 points for the commander in Blue's base and 1 for each of two tanks in the field: 4 in total. Blue has 3 for the commander on the circle and 2 for each of two tanks in Orange's base: 7 in total. Blue wins.",
      },
    ],
  },
};
