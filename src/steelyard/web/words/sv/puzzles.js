// Text of the puzzles: what is asked, why an answer is wrong, why one is right.

import { count } from "./forms.js";

/** @typedef {import("../../parts/puzzles/exercise.js").Puzzle} Puzzle */

const within = (/** @type {Puzzle} */ { game, rounds }) =>
  game === "tank_battle"
    ? rounds === 1
      ? "med det här draget"
      : `inom ${rounds} drag`
    : rounds === 1
      ? "i den här rundan"
      : `inom ${rounds} rundor`;

/** @type {typeof import("../puzzles.js").puzzleWords} */
export const puzzleWords = {
  title: "Uppgifter",
  subtitle: "Ställningar med exakt en lösning, hittade av en dator. Ett fel svar visar vad det förbisåg.",
  sides: ["Orange", "Blå"],
  games: { tank_war: "Tank War", tank_duel: "Tank Duel", tank_battle: "Tank Battle" },
  daily: "Dagens uppgift",
  dailyOf: (game) => `Dagens uppgift är från ${game}. Alla får samma.`,
  dailySolved: "Du har löst dagens uppgift. Nästa kommer vid midnatt UTC.",
  solveDaily: "Lös den",
  again: "Titta på den igen",
  streak: (days) => `${count(days, "dag", "dagar")} i rad`,
  noStreak: "Ingen svit än",
  streakWhy: "Lös dagens uppgift varje dag för att hålla din svit vid liv.",
  best: (days) => `Längsta: ${count(days, "dag", "dagar")}`,
  kept: "Sparas i den här webbläsaren. Logga in för att spara det i ditt konto.",
  solvedOf: (solved, all) => `${solved} av ${all} lösta`,
  next: "Nästa uppgift",
  nextOf: (game) => `Nästa uppgift i ${game}`,
  every: "Alla uppgifter",
  everyOf: (game) => `Alla uppgifter i ${game}`,
  allSolved: "Alla lösta",
  name: (game, place) => `${game}, uppgift ${place}`,
  place: (place, kind, solved) => `Uppgift ${place}: ${kind}${solved ? ", löst" : ""}`,
  stars: (n, most) => `${count(n, "stjärna", "stjärnor")} av ${most}`,
  kinds: {
    only: "det enda draget",
    mix: "rätt blandning",
    win: "vinst",
    escape: "undkomma",
    trap: "gillra en fälla",
  },
  youAre: (side) => `Du spelar ${side}`,
  gone: "Det finns ingen sådan uppgift.",
  overview: "Alla uppgifter",
  analyse: "Analys",
  tryAgain: "Försök igen",
  show: "Visa lösningen",
  shown: "Det här är lösningen.",
  correct: "Rätt.",
  solvedDaily: (days) => `Löst. Din svit: ${count(days, "dag", "dagar")}.`,
  onward: "Och nu?",

  task(puzzle, at, other) {
    const step = puzzle.steps[at];
    if (step.ask === "pair")
      return `Vilken enskild vagn du än kör har ${other} ett svar. Blanda två: vilka? Välj båda.`;
    if (step.ask === "share") {
      const [first, second] = puzzle.steps[at - 1].answer.split(" ");
      return `Du blandar ${first} och ${second}. Hur ofta kör du ${first}?`;
    }
    if (puzzle.kind === "escape")
      return `Bara en riktning håller din vagn vid liv i ${puzzle.rounds} rundor, vad ${other} än gör. Vilken?`;
    if (puzzle.kind === "trap")
      return `Förstör ${other} ${within(puzzle)}, vad den än gör. För att skjuta, vrid tornet och tryck på Skjut innan du väljer riktning.`;
    if (puzzle.kind === "win") return `Vinn ${within(puzzle)}, vad ${other} än gör.`;
    return puzzle.aim === "win"
      ? `Du kan vinna. Bara en vagn är rätt: vilken kör du?`
      : `Du kan fortfarande rädda oavgjort. Bara en vagn är rätt: vilken kör du?`;
  },

  wrong(puzzle, at, other, reply, then) {
    const { ask } = puzzle.steps[at];
    if (ask === "pair") return `Inte de två: ${other} ${reply} och tjänar på det, och ingen av vagnarna hindrar det.`;
    if (ask === "share") return `Inte så ofta: ${other} ${reply} och tjänar på det.`;
    const answers = reply ? `${other} ${reply}` : "Därmed är partiet slut";
    /** @type {Record<string, string>} */
    const ends = {
      lost: `${answers}, och du har förlorat.`,
      drawn: `${answers}, och det blir oavgjort.`,
      behind: `${answers}, och nu leder ${other}.`,
      even: `${answers}, och ditt övertag är borta.`,
      ahead: `${answers}, och vinsten är inte längre säker.`,
      late: `${answers}, och du vinner inte ${within(puzzle)}.`,
      destroyed: `${answers}, och din vagn går inte att rädda.`,
    };
    return ends[then];
  },

  right(puzzle, other) {
    const last = puzzle.steps[puzzle.steps.length - 1].answer;
    if (puzzle.kind === "mix") {
      const [first, second] = puzzle.steps[0].answer.split(" ");
      return `Med ${first} ${last} av gångerna och ${second} annars tjänar ${other} ingenting, vad den än kör.`;
    }
    if (puzzle.kind === "escape")
      return `Inget som ${other} gör når dig där; varje annan riktning slutar i lågor.`;
    if (puzzle.kind === "trap") return `${other} har ingen ruta kvar där den överlever.`;
    if (puzzle.kind === "win") return `Vad ${other} än svarar vinner du.`;
    return puzzle.aim === "win"
      ? `Vad ${other} än kör är vinsten din; varje annan vagn ger bort den.`
      : `Vad ${other} än kör håller du oavgjort; varje annan vagn förlorar det.`;
  },

  replies: {
    drives: (tank) => `kör ${tank}`,
    plays: (move) => `svarar ${move}`,
    passes: "passar",
    ways: { L: "åt vänster", R: "åt höger", U: "uppåt", D: "nedåt", "-": "åt vänster" },
    steers: (way) => `kör ${way}`,
    steersAndFires: (way, shot) => `kör ${way} och skjuter ${shot}`,
  },
  shares: {
    "1/4": "1 av 4",
    "1/3": "1 av 3",
    "1/2": "varannan gång",
    "2/3": "2 av 3",
    "3/4": "3 av 4",
  },
};
