// Text of the big screen and of its page for phones.

import { played } from "./contests.js";
import { form } from "./forms.js";
import { words as general } from "./general.js";

/** What is counted in a match, by the word of the server. @type {Record<string, (n: number) => string>} */
const units = {
  points: () => "poäng",
  games: (n) => form(n, "parti", "partier"),
  wins: (n) => form(n, "vinst", "vinster"),
};

/** @type {typeof import("../big-screen.js").eventWords} */
export const eventWords = {
  title: "Steelyard",
  none: "Ingen tävling pågår.",
  phase: {
    draft: "Tävlingen förbereds",
    open: "Anmälan är öppen",
    closed: "Anmälan är stängd",
    preparing: "Botarna förbereds",
    waiting: "En annan tävling spelas först",
    running: "Första partiet börjar strax",
    paused: "En kort paus",
    undecided: "Väntar på arrangörens beslut",
    over: "Slut",
  },
  soon: "Partierna börjar snart.",
  doing: (what, share) => `${what}, ${Math.round(100 * share)}\u00a0%`,
  closesIn: (left) => `Anmälan stänger om ${left}`,
  nextIn: (left) => `Nästa parti om ${left} s`,
  over: "Vinnaren är",
  overLevel: "Vinnarna är",
  best: "Bästa lag",
  bestLevel: "Bästa lag",
  wonBy: (names) => `Tävlingen vanns av ${names}.`,
  teamsOnly: (title) => `${title}, endast lag`,
  scan: "Följ på mobilen",
  now: "Pågår",
  last: "Nyss spelat",
  again: "Repris, redan med i resultaten",
  next: "Nästa",
  coming: "Härnäst",
  bracket: "Slutspelsträd",
  house: "husbot",
  houseBot: (name) => `${name} (husbot)`,
  more: (n) => `och ${n} till`,
  matches: "matcher",
  board: (n, of) => `bräde ${n} av ${of}`,
  game: (n, of) => `Parti ${n} av ${of}`,
  points: (points, unit) => `${points} ${units[unit]?.(Number(points)) ?? unit}`,
  figure: (value, name) => `${value} ${general.game.score[name]?.(value) ?? name}`,
  final: (title, names, score, why) => `${title}: ${names[0]} ${score.join(" : ")} ${names[1]}${why ? ` (${why})` : ""}`,
  played,
  whole: "Alla resultat och partier",
  offline: "Anslutningen bröts. Sidan ansluter igen av sig själv.",
};
