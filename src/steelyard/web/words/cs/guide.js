// What a first-time player needs on the page of a game: the goal, the rules in short, and what the marks mean.

import { count } from "./forms.js";

/** @type {typeof import("../guide.js").guideWords} */
export const guideWords = {
  rules: "Pravidla",
  title: (game) => `Jak se hraje ${game}`,
  goal: "Jak vyhrát",
  how: "Váš tah",
  legend: "Co znamenají značky",
  more: "Celá pravidla s deskami k vyzkoušení",
  close: "Zavřít",
  point: "Ukažte na tank, nebo ho podržte, a uvidíte, co zasáhne a kam může jet.",
  confirm: "Každý tah potvrdit druhým klepnutím",
  stuck: (why) => `Nemůže táhnout: ${why}.`,
  hits: "Zasáhne označená pole.",
  flies: "Letí přes označená pole.",
  aims: "Pojede-li dál a vystřelí, poletí jeho střela přes označená pole.",
  goes: (n) => (n === 1 ? "Může táhnout na jedno pole." : `Může táhnout na ${count(n, "pole", "pole", "polí")}.`),
};

/** @type {typeof import("../guide.js").guides} */
export const guides = {
  tank_war: {
    goal: "Mít víc zbylých tanků než soupeř, až jedna strana nebude moci popojet žádným tankem.",
    how: [
      "Vyberte jeden ze svých tanků. Popojede o jedno pole vpřed, současně s tankem soupeře.",
      "Pak každý tank vystřelí na všechny nepřátele, na které dosáhne, a zničí je.",
      "Při stejném počtu tanků vyhrává strana s více poli své barvy.",
    ],
    legend: {
      A: "A zasáhne čtyři pole šikmo vedle sebe",
      B: "B zasáhne čtyři pole rovně vedle sebe",
      C: "C zasáhne čtyři pole přesně dvě daleko v přímém směru",
      ground: "Území: tank obarví každé pole, na které vjede",
      stuck: "Bledý tank nemůže jet: před ním je tank, nebo je na poslední řadě",
      bump: "O toto pole stáli oba. Připadlo straně, jejíž barvu mělo",
    },
  },
  tank_duel: {
    goal: "Vydržet déle než druhý tank. Tank zničí miny, zdi, střely a srážky.",
    how: [
      "Váš tank jede každé kolo o jedno pole a nemůže zastavit. Tam, kde byl, nechá minu.",
      "Zvolte směr. Chcete-li v tomtéž kole střílet, nejdřív natočte věž a stiskněte Palba.",
      "Klávesy: šipky řídí, W A S D otáčejí věž, mezerník střílí.",
      "Pro tanky deska nemá okraj: vracejí se z druhé strany. Střely ne.",
    ],
    legend: {
      mine: "Mina",
      wall: "Zeď: zastaví tanky i střely",
      missile: "Střela zabírá dvě pole a letí dvě pole za kolo",
      aim: "Kam by letěla vaše střela",
    },
  },
  tank_battle: {
    goal: "Mít na konci víc bodů: 1 za každý zbylý tank, 2 v nepřátelské základně, 3 za velitele na nepřátelském kruhu.",
    how: [
      "V každém tahu pohněte jedním tankem, jak daleko chcete, rovně nebo šikmo. Vjedete-li na nepřítele, seberete ho.",
      "Partie končí, když jsou všechny tanky jedné strany v nepřátelské základně, nebo žádný nezbyl.",
      "Tank, který je v nepřátelské základně, v ní zůstává.",
    ],
    legend: {
      ring: "Velitel: tank s prstencem",
      ground: "Základny v barvě své strany",
      circle: "Kruh: 3 body za velitele, který dojede na nepřátelský",
      hatch: "Zamořeno: smějí sem a přes ně jen velitelé",
      mine: "Mina: nikdo na ni ani přes ni nesmí",
      stuck: "Bledý tank nemůže táhnout: žádné pole vedle něj není volné",
    },
  },
};
