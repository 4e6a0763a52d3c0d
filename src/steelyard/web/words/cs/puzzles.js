// Text of the puzzles: what is asked, why an answer is wrong, why one is right.

import { count } from "./forms.js";

/** @typedef {import("../../parts/puzzles/exercise.js").Puzzle} Puzzle */

const within = (/** @type {Puzzle} */ { game, rounds }) =>
  game === "tank_battle"
    ? rounds === 1
      ? "tímto tahem"
      : `do ${count(rounds, "tahu", "tahů", "tahů")}`
    : rounds === 1
      ? "v tomto kole"
      : `do ${count(rounds, "kola", "kol", "kol")}`;

/** @type {typeof import("../puzzles.js").puzzleWords} */
export const puzzleWords = {
  title: "Úlohy",
  subtitle: "Pozice s právě jedním řešením, nalezené počítačem. U chybné odpovědi uvidíte, co jste přehlédli.",
  sides: ["Oranžový", "Modrý"],
  games: { tank_war: "Tank War", tank_duel: "Tank Duel", tank_battle: "Tank Battle" },
  daily: "Úloha dne",
  dailyOf: (game) => `Dnešní úloha je ze hry ${game}. Všichni dostanou tutéž.`,
  dailySolved: "Dnešní úlohu máte vyřešenou. Další přijde o půlnoci UTC.",
  solveDaily: "Vyřešit",
  again: "Podívat se znovu",
  streak: (days) => `${count(days, "den", "dny", "dní", "dne")} v řadě`,
  noStreak: "Zatím žádná série",
  streakWhy: "Vyřešte každý den úlohu dne a udržíte si sérii.",
  best: (days) => `Nejdelší: ${count(days, "den", "dny", "dní", "dne")}`,
  kept: "Uloženo v tomto prohlížeči. Přihlaste se, a uloží se k vašemu účtu.",
  solvedOf: (solved, all) => `vyřešeno ${solved} z ${all}`,
  next: "Další úloha",
  nextOf: (game) => `Další úloha hry ${game}`,
  every: "Všechny úlohy",
  everyOf: (game) => `Všechny úlohy hry ${game}`,
  allSolved: "Vše vyřešeno",
  name: (game, place) => `${game}, úloha ${place}`,
  place: (place, kind, solved) => `Úloha ${place}: ${kind}${solved ? ", vyřešená" : ""}`,
  stars: (n, most) => `${count(n, "hvězdička", "hvězdičky", "hvězdiček")} z ${most}`,
  kinds: {
    only: "jediný tah",
    mix: "správná směs",
    win: "výhra",
    escape: "únik",
    trap: "past",
  },
  youAre: (side) => `Hrajete za stranu ${side}`,
  gone: "Taková úloha neexistuje.",
  overview: "Všechny úlohy",
  analyse: "Analýza",
  tryAgain: "Zkusit znovu",
  show: "Ukázat řešení",
  shown: "Toto je řešení.",
  correct: "Správně.",
  solvedDaily: (days) => `Vyřešeno. Vaše série: ${count(days, "den", "dny", "dní", "dne")}.`,
  onward: "A teď?",

  task(puzzle, at, other) {
    const step = puzzle.steps[at];
    if (step.ask === "pair")
      return `Ať popojedete kterýmkoli jedním tankem, ${other} na to má odpověď. Míchejte dva: které? Vyberte oba.`;
    if (step.ask === "share") {
      const [first, second] = puzzle.steps[at - 1].answer.split(" ");
      return `Střídáte ${first} a ${second}. Jak často jedete tankem ${first}?`;
    }
    if (puzzle.kind === "escape")
      return `Jen jeden směr udrží váš tank naživu ještě ${count(puzzle.rounds, "kolo", "kola", "kol")}, ať ${other} udělá cokoli. Který?`;
    if (puzzle.kind === "trap")
      return `Zničte soupeře (${other}) ${within(puzzle)}, ať udělá cokoli. Chcete-li střílet, natočte věž a stiskněte Palba dřív, než zvolíte směr.`;
    if (puzzle.kind === "win") return `Vyhrajte ${within(puzzle)}, ať ${other} udělá cokoli.`;
    return puzzle.aim === "win"
      ? `Můžete vyhrát. Správný je jen jeden tank: kterým pojedete?`
      : `Ještě můžete zachránit remízu. Správný je jen jeden tank: kterým pojedete?`;
  },

  wrong(puzzle, at, other, reply, then) {
    const { ask } = puzzle.steps[at];
    if (ask === "pair") return `Tyhle dva ne: ${other} ${reply} a získá, a ani jeden tank tomu nezabrání.`;
    if (ask === "share") return `Tak často ne: ${other} ${reply} a tím získá.`;
    const answers = reply ? `${other} ${reply}` : "Tím partie končí";
    /** @type {Record<string, string>} */
    const ends = {
      lost: `${answers} a prohráli jste.`,
      drawn: `${answers} a je to remíza.`,
      behind: `${answers} a teď má převahu ${other}.`,
      even: `${answers} a vaše výhoda je pryč.`,
      ahead: `${answers} a výhra už není jistá.`,
      late: `${answers} a ${within(puzzle)} nevyhrajete.`,
      destroyed: `${answers} a váš tank už nelze zachránit.`,
    };
    return ends[then];
  },

  right(puzzle, other) {
    const last = puzzle.steps[puzzle.steps.length - 1].answer;
    if (puzzle.kind === "mix") {
      const [first, second] = puzzle.steps[0].answer.split(" ");
      return `S tankem ${first} v podílu ${last} a jinak s tankem ${second} nezíská ${other} nic, ať popojede čímkoli.`;
    }
    if (puzzle.kind === "escape")
      return `Tam na vás ${other} nijak nedosáhne; každý jiný směr končí v plamenech.`;
    if (puzzle.kind === "trap") return `${other} už nemá pole, na kterém by přežil.`;
    if (puzzle.kind === "win") return `Ať ${other} odpoví cokoli, vyhrajete.`;
    return puzzle.aim === "win"
      ? `Ať ${other} popojede čímkoli, výhra je vaše; každý jiný tank ji promarní.`
      : `Ať ${other} popojede čímkoli, remízu udržíte; každý jiný tank ji ztratí.`;
  },

  replies: {
    drives: (tank) => `pojede tankem ${tank}`,
    plays: (move) => `odpoví ${move}`,
    passes: "vynechá tah",
    ways: { L: "vlevo", R: "vpravo", U: "nahoru", D: "dolů", "-": "vlevo" },
    steers: (way) => `pojede ${way}`,
    steersAndFires: (way, shot) => `pojede ${way} a vystřelí ${shot}`,
  },
  shares: {
    "1/4": "1 ze 4",
    "1/3": "1 ze 3",
    "1/2": "každý druhý",
    "2/3": "2 ze 3",
    "3/4": "3 ze 4",
  },
};
