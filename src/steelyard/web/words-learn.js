// The rules as short pages: words, and the positions they talk about.

/**
 * @typedef {object} Diagram
 * @property {"reach" | "moves" | "film" | "drive" | "points"} kind
 * @property {string} [state] empty: the first position
 * @property {string} [setup]
 * @property {Record<string, string>} [options]
 * @property {string[]} [turns] of a film, as written
 * @property {string[]} [captions] of a film: before the first turn, then after each
 * @property {string[]} [script] what the other does while one drives
 * @property {Record<string, string>} [notes] words on squares, by "column,row"
 * @property {{label: string, name: string, values: [string, string][]}} [variant] an option to switch
 * @property {Record<string, string[]>} [otherwise] captions under another value of the option
 * @property {string} [picked] the element that is picked at first
 * @property {string} caption
 */
/** @typedef {{title: string, text: string[], diagram?: Diagram}} Section */
/** @typedef {{lead: string, sections: Section[]}} Rules */

const TENS = Array(8).fill("10").join("/");

/** @type {Record<string, Rules>} */
export const rules = {
  tank_war: {
    lead: "Six lanes, six tanks each. In every round both players drive one tank forward at the same time, and then everything fires.",
    sections: [
      {
        title: "The board",
        text: [
          "Six columns, six rows. U starts at the top and drives down, D starts at the bottom and drives up. Each has one tank in every column: from its own left to its own right LA, LB, LC, RC, RB, RA.",
          "The upper half of the boxes is U's territory, the lower half D's. A tank that enters a box makes it its player's, and it stays so, even when the tank is gone, until an enemy enters it.",
        ],
      },
      {
        title: "What a tank can hit",
        text: [
          "A turret shows its reach. A hits the four boxes diagonally next to it, B the four boxes straight next to it, C the four boxes at a distance of exactly two, straight. Nothing stands in the way of a shot.",
        ],
        diagram: {
          kind: "reach",
          state: "053/153/143/043/253/053",
          picked: "tank-1-RC",
          caption: "Tap a tank to see its reach.",
        },
      },
      {
        title: "A round",
        text: [
          "First both choose, in secret, one tank that can drive: it is not on its last row and the box ahead is free. Both drive one box at once. If both want the same box, only the player whose territory it is gets in; the other stays where it was, and its move is spent.",
          "Then every tank fires at every enemy in its reach, all at the same moment, and all that are hit are removed together.",
        ],
        diagram: {
          kind: "film",
          state: "053/153/143/053/053/133",
          turns: ["LA-RA"],
          captions: [
            "Both right-hand A tanks are about to enter the same box. It lies in U's territory.",
            "U got in. D's tank bumped and returned.",
          ],
          caption: "A contested box",
        },
      },
      {
        title: "The end",
        text: [
          "When a player has no tank that can drive, the game is over. More surviving tanks win; if these are equal, more boxes; otherwise it is a draw.",
          "Usually each player has two minutes for the whole game. Whose time runs out has lost.",
        ],
      },
      {
        title: "The example the game came with",
        text: [
          "Five rounds from the first description of the game. Two versions of it are known, and they differ in the last round: in one, a C tank also hits the boxes right next to it. Both can be played; here you can switch between them.",
        ],
        diagram: {
          kind: "film",
          turns: ["LA-RC", "LC-RB", "RA-RB", "LA-RB", "LC-RA"],
          variant: {
            label: "C reaches",
            name: "c_reach",
            values: [
              ["exactly_two", "exactly two boxes"],
              ["up_to_two", "one or two boxes"],
            ],
          },
          captions: [
            "The start.",
            "Round 1. U drives LA, D drives RC. Nobody is in reach.",
            "Round 2. U drives LC, D drives RB. Nobody is in reach.",
            "Round 3. U drives RA, D drives RB again. Nobody is in reach.",
            "Round 4. U drives LA, D drives RB. D's RB stands next to U's LA and destroys it.",
            "Round 5. U drives LC, D drives RA. U's LC hits D's RC, and is hit by D's RB and RC at the same moment.",
          ],
          otherwise: {
            up_to_two: [
              "The start.",
              "Round 1. U drives LA, D drives RC. Nobody is in reach.",
              "Round 2. U drives LC, D drives RB. Nobody is in reach.",
              "Round 3. U drives RA, D drives RB again. Nobody is in reach.",
              "Round 4. U drives LA, D drives RB. D's RB stands next to U's LA and destroys it.",
              "Round 5. U drives LC, D drives RA. U's LC hits D's RB and RC, one box and two boxes away, and falls itself.",
            ],
          },
          caption: "Five rounds",
        },
      },
    ],
  },

  tank_duel: {
    lead: "Two tanks that cannot stop. Each leaves a mine on every square it leaves, and each has one missile. Both move at the same time.",
    sections: [
      {
        title: "Driving",
        text: [
          "In every round both tanks drive one square left, right, up or down. A tank that is told nothing drives left. The square it leaves becomes a mine, so the board fills up and every game ends soon.",
          "A wall, a mine and the other tank destroy it. Over the edge of the board a tank comes in again on the other side.",
        ],
        diagram: {
          kind: "drive",
          state: `${TENS} 7,5:R>R 2,2:R>R - -`,
          script: ["R", "R", "R", "D", "D", "D", "L", "L", "L", "L", "U", "U"],
          caption: "Tap a square beside the orange tank to drive there. Try the edge, and try a mine.",
        },
      },
      {
        title: "Missiles",
        text: [
          "A shot goes off after the tanks have driven. The missile covers two squares, the two next to the tank in the direction of its tower, and flies two squares a round. It flies over mines and off the board, but not around it.",
          "A tank has one missile at a time. It can fire again when the last one has burst or left the board.",
        ],
        diagram: {
          kind: "film",
          state: `${TENS} 1,1:R>D 8,6:L>L - -`,
          turns: ["R!D/L", "R/L", "R/L", "R!R/U", "R/U"],
          captions: [
            "The orange tank is on square 1,1 and drives right, its tower turned down.",
            "It has driven to 2,1 and fired. The missile covers 2,2 and 2,3.",
            "The missile flies two squares a round.",
            "It reaches the lower edge and will be gone in the next round.",
            "The next shot goes to the right: the tank is on 5,1, the missile on 6,1 and 7,1.",
            "And it flies on.",
          ],
          caption: "The example of the first rules",
        },
      },
      {
        title: "Walls stop missiles",
        text: [
          "A missile that meets a wall bursts there and is gone in the next round. Whoever stands on one of its squares, also while it bursts, is hit.",
        ],
        diagram: {
          kind: "film",
          state: "10/10/8x1/10/10/10 3,2:U>R 8,5:L>L - -",
          turns: ["R!R/L", "D/L", "D/U"],
          captions: [
            "A shot at a wall.",
            "Fired.",
            "The head is in the wall: the missile is in flames.",
            "And gone. The tank can fire again.",
          ],
          caption: "A wall",
        },
      },
      {
        title: "No way past",
        text: [
          "Missiles fly before tanks drive. A tank that has a missile right in front of it and drives towards it does not slip past: it stays where it is and is hit there.",
        ],
        diagram: {
          kind: "film",
          state: "10/10/10/10 0,1:U>R 5,1:L>L 3,1:R -",
          turns: ["D/L"],
          captions: [
            "The missile is right in front of the blue tank, which drives towards it.",
            "It did not get past.",
          ],
          caption: "Against a missile",
        },
      },
      {
        title: "The joystick",
        text: [
          "You hold a joystick: where to drive, where the tower points, whether to fire. The game reads it once at the end of each round, and what you hold stays held until you change it.",
          "How long a round lasts is chosen before the game, from half a second to ten. Without a clock the round ends when both have chosen.",
          "Both destroyed at once is a draw.",
        ],
      },
    ],
  },

  tank_battle: {
    lead: "Two armies of fourteen tanks that move like chess queens. Bring as many as you can into the enemy base; points decide.",
    sections: [
      {
        title: "The board",
        text: [
          "Eleven by eleven squares. Each player starts in a base of fourteen squares in the corner down to its right, the commander on the corner square with the circle. White moves first, then the players take turns.",
          "Dark discs are mines. The hatched squares in the middle are contaminated.",
        ],
      },
      {
        title: "How a tank moves",
        text: [
          "One tank a turn, any number of squares straight or diagonally. It does not enter or cross mines, and it does not jump over tanks. Moving onto an enemy tank captures it.",
        ],
        diagram: {
          kind: "moves",
          state: "Bbbbb6/bbbb7/bb9/bb9/11/11/3w7/9ww/8www/3b3wwww/7wwwW w 0",
          picked: "d5",
          caption: "Tap a white tank to see where it can go. Rings are captures: the tank on d5 has two.",
        },
      },
      {
        title: "The commander",
        text: [
          "Only commanders may enter and cross contaminated squares. There no commander can capture the other: it is an obstacle. Everywhere else a commander is captured like any tank.",
        ],
        diagram: {
          kind: "moves",
          state: "1bbbb6/bbbb7/bbb8/bb9/6B4/11/4W6/9ww/8www/7wwww/6wwww1 w 0",
          picked: "e5",
          caption: "White's commander on e5: Black's on g7 stands in its way.",
        },
      },
      {
        title: "In the enemy base",
        text: [
          "A tank in the enemy base never leaves it again. It may still move and capture inside, along lines that stay inside.",
        ],
        diagram: {
          kind: "moves",
          state: "Bbwbb6/bb1b7/bb9/bb9/11/2w8/11/9ww/8www/7wwww/7ww1W w 0",
          picked: "c11",
          caption: "White's tank on c11 has arrived: it can only move inside the base.",
        },
      },
      {
        title: "Points and the end",
        text: [
          "The game ends at once when all surviving tanks of a player are in the enemy base, when a player has no tank left, when both pass in a row, or after 60 moves of each without a capture or a new tank in a base. A player without a move passes; nobody else may. The players can also agree to end it.",
          "Then points decide: 3 for the commander on the enemy's circle, 2 for any other tank in the enemy base, 1 for any tank elsewhere. Score and captured tanks are always on show.",
        ],
        diagram: {
          kind: "points",
          state: "11/1W9/6w4/11/11/2w8/11/11/11/9b1/8b1B w 0",
          notes: { "1,1": "2", "6,2": "1", "2,5": "1", "9,9": "2", "8,10": "2", "10,10": "3" },
          caption:
            "The example the game came with. White: 2 for the commander in Black's base and 1 each for two tanks in the field, 4 together. Black: 3 for the commander on the circle and 2 each for two tanks in White's base, 7 together. Black wins.",
        },
      },
    ],
  },
};
