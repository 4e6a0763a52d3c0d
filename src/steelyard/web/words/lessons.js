// Ten lessons: a few sentences each, and exercises on the board.

/** @typedef {{task: string, right: string, wrong: string}} ExerciseWords its position is in `parts/learn/lesson-exercises.js` */
/** @typedef {{title: string, text: string[], exercises?: ExerciseWords[]}} LessonWords without exercises of its own: puzzles */

export const lessonWords = {
  title: "Ten lessons",
  subtitle: "From how a tank moves to mixing: a few sentences and something to try in each.",
  number: (/** @type {number} */ number) => `Lesson ${number}`,
  exercise: (/** @type {number} */ number, /** @type {number} */ all) =>
    all > 1 ? `Exercise ${number} of ${all}` : "Exercise",
  done: "done",
  finished: "Lesson finished.",
  again: "Try again",
  next: "Next lesson",
  all: "All lessons",
  puzzles: "Go on with puzzles",
};

/** @type {LessonWords[]} */
export const lessonTexts = [
  {
    title: "How a tank moves",
    text: [
      "In Tank War everybody drives one tank in each round, one square straight ahead. Tanks never turn, stop or go back.",
      "Both players choose at the same time. A tank cannot drive if another tank stands right in front of it.",
      "Every tank has a name from its own side's view: L or R for left or right, and its type.",
    ],
    exercises: [
      {
        task: "You are Blue. Drive your LC, the C tank left of the middle.",
        right: "That is all there is to driving. The square it entered belongs to you now.",
        wrong: "That was another tank. LC is the third from your left.",
      },
      {
        task: "Only one of your tanks can still drive. Which one?",
        right: "The others stand in front of an enemy tank, or are on their last row.",
        wrong: "That one is blocked.",
      },
    ],
  },
  {
    title: "What a tank hits",
    text: [
      "After both tanks have driven, every tank on the board fires at everything it reaches. Its turret shows what that is.",
      "A hits the four squares diagonally beside it, B the four squares straight beside it, C the four squares exactly two away. Nothing is in the way of a shot.",
    ],
    exercises: [
      {
        task: "A tanks, with the x, hit diagonally. Drive the A tank that destroys an enemy.",
        right: "From its new square, RA reaches the enemy diagonally in front of it.",
        wrong: "That tank reaches nobody from there. Look for an enemy that would be diagonally beside one of yours.",
      },
      {
        task: "B tanks, with the +, hit straight beside them. Drive the B tank that destroys an enemy.",
        right: "LB stands right beside the enemy now, and the enemy does not reach it.",
        wrong: "That tank reaches nobody from there. Look for an enemy that would stand right beside your B tank.",
      },
      {
        task: "C tanks, with the dots, hit exactly two squares away. Drive the C tank that destroys an enemy.",
        right: "LC is exactly two squares beside the enemy. One square away it would not have reached it.",
        wrong: "That tank reaches nobody from there. Count two squares sideways.",
      },
    ],
  },
  {
    title: "The square that both want",
    text: [
      "The tinted squares belong to the side of that colour. A tank that enters a square takes it.",
      "If both players drive into the same square, only the one who owns it gets in. The other one stays where it was, and its round is gone.",
    ],
    exercises: [
      {
        task: "Orange is about to drive the tank in the leftmost column. Keep it out of your square.",
        right: "The square was yours, so your tank got in and Orange bumped against it.",
        wrong: "Orange drove into your square and took it. Drive into that square at the same time.",
      },
    ],
  },
  {
    title: "How Tank War ends",
    text: [
      "The game is over as soon as one side cannot drive any tank. Whoever has more tanks then wins; if both have as many, whoever owns more squares.",
      "So count: if you are ahead, it can be right to block the game.",
    ],
  },
  {
    title: "Driving and mines",
    text: [
      "In Tank Duel your only tank drives one square in every round, and it cannot stand still. It drops a mine on every square that it leaves.",
      "Walls, mines and the other tank destroy it. Over the edge it comes back on the opposite side.",
      "So the room runs out. Before you turn, look where you can turn next.",
    ],
  },
  {
    title: "Missiles",
    text: [
      "After both have driven, a tank may fire in the direction of its tower. The missile covers two squares at once and flies two squares in each round; it flies over mines and bursts at walls.",
      "A missile need not hit at once: it is enough that the other tank has nowhere else to go.",
    ],
  },
  {
    title: "Tanks like chess queens",
    text: [
      "In Tank Battle the players take turns. A tank drives any number of squares in a straight line, also diagonally, and captures by driving onto an enemy.",
      "Mines and tanks are in its way. Only a commander, with the ring, may enter the hatched squares.",
    ],
    exercises: [
      {
        task: "You are Orange. One of your tanks can capture. Find the capture.",
        right: "Two squares diagonally, and nothing in between.",
        wrong: "That captures nothing. Follow the diagonals of your tanks.",
      },
    ],
  },
  {
    title: "Into the base",
    text: [
      "The tinted corner across the board is the enemy's base. A tank in it is worth two points and never leaves it again; the commander on the circle is worth three, every tank elsewhere one.",
      "The game ends at once when all tanks of a side have arrived. Then the points decide.",
    ],
  },
  {
    title: "The only move",
    text: [
      "Often several tanks look good and only one is. Before you drive, ask of each of your tanks: what is the worst answer?",
      "If one of them is fine against every answer, you need not guess what the other one does.",
    ],
  },
  {
    title: "Mixing",
    text: [
      "Sometimes no tank is fine against every answer. Whoever always drives the same one is found out, as in rock, paper, scissors.",
      "Then it is best to choose between two tanks by chance, each with its own share: so often that the other side gains the same whatever it does.",
    ],
  },
];
