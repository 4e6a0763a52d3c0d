// Text of the big screen and of its page for phones.

import { played } from "./contests.js";
import { form } from "./forms.js";
import { words as general } from "./general.js";

/** What is counted in a match, by the word of the server. @type {Record<string, (n: number) => string>} */
const units = {
  points: (n) => form(n, "bod", "body", "bodů", "bodu"),
  games: (n) => form(n, "partie", "partie", "partií"),
  wins: (n) => form(n, "výhra", "výhry", "výher"),
};

/** @type {typeof import("../big-screen.js").eventWords} */
export const eventWords = {
  title: "Steelyard",
  none: "Žádná soutěž neprobíhá.",
  phase: {
    draft: "Soutěž se připravuje",
    open: "Přihlášky jsou otevřené",
    closed: "Přihlášky jsou uzavřené",
    preparing: "Boti se připravují",
    waiting: "Nejdřív se hraje jiná soutěž",
    running: "První partie každou chvíli začne",
    paused: "Krátká přestávka",
    undecided: "Čeká se na rozhodnutí pořadatele",
    over: "Konec",
  },
  soon: "Hrát se začne brzy.",
  doing: (what, share) => `${what}, ${Math.round(100 * share)}\u00a0%`,
  closesIn: (left) => `Přihlášky se uzavřou za ${left}`,
  nextIn: (left) => `Další partie za ${left} s`,
  over: "Vítězem je",
  overLevel: "Vítězi jsou",
  best: "Nejlepší tým",
  bestLevel: "Nejlepší týmy",
  wonBy: (names) => `Soutěž vyhrál ${names}.`,
  teamsOnly: (title) => `${title}, jen týmy`,
  scan: "Sledujte na telefonu",
  now: "Živě",
  last: "Právě dohráno",
  again: "Opakování, ve výsledcích už je",
  next: "Další",
  coming: "Co přijde",
  bracket: "Pavouk",
  house: "domácí bot",
  houseBot: (name) => `${name} (domácí bot)`,
  more: (n) => `a ${form(n, "další", "další", "dalších")} ${n}`,
  matches: "zápasy",
  board: (n, of) => `deska ${n} z ${of}`,
  game: (n, of) => `Partie ${n} z ${of}`,
  points: (points, unit) => `${points} ${units[unit]?.(Number(points.replace(",", "."))) ?? unit}`,
  figure: (value, name) => `${value} ${general.game.score[name]?.(value) ?? name}`,
  final: (title, names, score, why) => `${title}: ${names[0]} ${score.join(" : ")} ${names[1]}${why ? ` (${why})` : ""}`,
  played,
  whole: "Všechny výsledky a partie",
  offline: "Spojení se přerušilo. Stránka se připojí sama.",
};
