// What a first-time player needs on the page of a game: the goal, and what a tank can do.

import { count } from "./forms.js";

/** @type {typeof import("../guide.js").guideWords} */
export const guideWords = {
  rules: "Pravidla",
  title: (game) => `Jak se hraje ${game}`,
  goal: "Jak vyhrát",
  how: "Váš tah",
  legend: "Co znamenají značky",
  more: "Úplná pravidla s deskami na vyzkoušení",
  close: "Zavřít",
  point: "Ukažte na tank, nebo ho podržte, a uvidíte, co zasáhne a kam může jet.",
  confirm: "Každý tah potvrdit druhým klepnutím",
  stuck: (why) => `Nemůže táhnout: ${why}.`,
  hits: "Zasáhne označená pole.",
  flies: "Letí přes označená pole.",
  aims: "Pojede-li dál a vystřelí, poletí jeho střela přes označená pole.",
  goes: (n) => (n === 1 ? "Může táhnout na jedno pole." : `Může táhnout na ${count(n, "pole", "pole", "polí")}.`),
};

/** @type {typeof import("../guide.js").goals} */
export const goals = {
  tank_war: "Mějte víc tanků než soupeř ve chvíli, kdy jedna ze stran už nemůže žádným popojet.",
  tank_duel: "Vydržte déle než soupeř. Tank ničí miny, zdi, střely a srážky.",
  tank_battle: "Mějte na konci víc bodů: 1 za každý tank, 2 za tank v nepřátelské základně, 3 za velitele na nepřátelském kruhu.",
};
