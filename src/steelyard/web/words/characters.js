// The built-in bots as opponents: a name and a sentence for each.

/** @typedef {{name: string, sentence: string}} Character */

/** By the name that the server uses. @type {Record<string, Character>} */
export const characters = {
  random: { name: "Dice", sentence: "Plays any move. Good for trying things out." },
  greedy: { name: "Magpie", sentence: "Takes what is in reach now and never looks ahead." },
  level1: { name: "Rusty", sentence: "Gets it wrong most of the time." },
  level2: { name: "Clover", sentence: "Has a plan, and often forgets it." },
  level3: { name: "Barley", sentence: "Plays sensibly, with a slip every few moves." },
  level4: { name: "Juniper", sentence: "Sees simple threats and slips now and then." },
  level5: { name: "Flint", sentence: "Punishes plain mistakes." },
  level6: { name: "Granite", sentence: "Hard to surprise, and seldom careless." },
  level7: { name: "Falcon", sentence: "Looks ahead and hardly ever slips." },
  level8: { name: "Anvil", sentence: "Gives nothing away." },
  teacher: { name: "Teacher", sentence: "Plays by a few good rules and can be outplayed by better ones." },
  perfect: { name: "Oracle", sentence: "Knows the solution of the game. On average nobody beats it." },
  network: { name: "Lantern", sentence: "Learnt by playing itself, and trusts what it has learnt." },
  mcts: { name: "Weaver", sentence: "Tries thousands of continuations before every move." },
  alphabeta: { name: "Marshal", sentence: "Searches as deep as its time allows." },
  adaptive: { name: "Chameleon", sentence: "Watches how you play and answers to that." },
  best: { name: "Champion", sentence: "The strongest bot of this game." },
};

export const characterWords = {
  line: (/** @type {string} */ name, /** @type {number} */ stars, /** @type {number} */ most) =>
    `${name} ${"★".repeat(stars)}${"☆".repeat(most - stars)}`,
  fits: "you won twice, so the next level",
};
