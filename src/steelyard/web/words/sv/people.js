// Text of challenges, of what players say to each other, and of the bar that says whose move it is.

import { count, number } from "./forms.js";

/** @type {typeof import("../people.js").words} */
export const words = {
  paces: { blitz: "Blixt", rapid: "Snabb", correspondence: "Korrespondens", untimed: "Utan klocka" },
  rating: (elo, provisional) => `${elo}${provisional ? "?" : ""}`,
  ratingWhy: (from, to) => `Rating, troligen mellan ${from} och ${to}. Frågetecken: färre än 5 rankade partier, eller färre än 3 av dem mot inbyggda botar.`,
  doubt: (doubt) => `± ${doubt}`,
  rated: "Rankat",
  casual: "Orankat",

  challenges: {
    title: "Utmaningar",
    none: "Ingen väntar på en motståndare. Lägg ut en utmaning så kan vem som helst anta den.",
    make: "Ny utmaning",
    accept: "Anta",
    acceptOf: (name) => `Anta utmaningen från ${name}`,
    decline: "Avböj",
    declineOf: (name) => `Avböj utmaningen från ${name}`,
    withdraw: "Dra tillbaka",
    link: "Länk",
    yours: "Din utmaning",
    yoursTo: (name) => `Din utmaning till ${name}`,
    forYou: "till dig",
    here: "här nu",
    players: "Spelare",
    more: {
      person: (n) => `och ${number(n)} till från samma person`,
      place: (n) => `och ${number(n)} till från samma plats`,
    },
    next: "Visa fler utmaningar",
  },

  making: {
    title: "Ny utmaning",
    game: "Spel",
    clock: "Klocka",
    opponent: "Motståndare",
    person: "En spelare",
    anybody: "Vem som helst",
    name: "Spelarens namn",
    seat: "Jag spelar",
    chance: "Slumpas",
    rated: "Rankat",
    ratedHint: "Resultatet ändrar bådas rating. Kräver en klocka och ett konto på båda sidor. Mellan samma två spelare räknas de tre första partierna som börjar inom ett dygn.",
    ratedBot: "Resultatet ändrar din rating och hur hög den kan bli som mest. Kräver en klocka och ett konto; inga drag tas tillbaka och det finns inga ledtrådar. Ett sådant parti i taget.",
    send: "Utmana",
    cancel: "Avbryt",
  },

  invitation: {
    by: (name, game) => `${name} bjuder in dig till ett parti ${game}`,
    you: (seat) => `Du spelar ${seat}.`,
    start: "Ingen klocka går förrän båda har gjort sitt första drag. Fram till dess kan vem som helst av er avbryta.",
    realtime: "Första rundan börjar när båda spelarna är här.",
    accept: "Anta",
    taken: "Båda platserna är upptagna. Du tittar på.",
    lobby: "Din utmaning finns på första sidan, där vem som helst kan anta den. Eller skicka den här länken:",
    withdraw: "Dra tillbaka",
    qr: "Inbjudans QR-kod",
    showQr: "QR-kod",
    closeQr: "Stäng",
  },

  takeback: {
    takeback: "Ta tillbaka",
    takebackHow: "Be den andra spelaren att få ta tillbaka ditt senaste drag",
    asked: "Du har bett att få ta tillbaka ett drag. Väntar på svar.",
    offered: (name, together) =>
      together ? `${name} ber att få ta tillbaka den senaste rundan.` : `${name} ber att få ta tillbaka sitt senaste drag.`,
  },

  plans: {
    title: (n) => (n ? `Villkorade drag (${n})` : "Villkorade drag"),
    why: "Om den andra spelaren drar som du väntar dig spelas ditt svar genast. Ingen annan ser det. Varje annat drag stryker planen.",
    yourMove: "Gör ditt eget drag först och planera sedan för svaren på det.",
    line: "Motståndarens drag, ditt svar och så vidare",
    lineHint: "Drag som i draglistan, med mellanslag emellan.",
    add: "Lägg till",
    remove: "Ta bort",
    removeOf: (line) => `Ta bort varianten ${line}`,
    theirs: (move) => `om ${move}`,
    reply: (move) => `så ${move}`,
  },

  waiting: {
    yourMove: (n) => (n === 1 ? "Ditt drag" : `Ditt drag i ${n} partier`),
    against: (title, name) => `${title} mot ${name}`,
    left: (time) => `${time} kvar`,
    challenges: (n) => `${count(n, "utmaning", "utmaningar")} till dig`,
    challengesShort: (n) => count(n, "utmaning", "utmaningar"),
    yourMoveShort: (n) => (n === 1 ? "Ditt drag" : `Ditt drag (${n})`),
    notify: "Meddela mig när det är mitt drag",
    notifyOn: "Du får ett meddelande när det är ditt drag, så länge en sida på den här servern är öppen.",
    notifyRefused: "Webbläsaren tillåter inte meddelanden från den här servern.",
    title: "Ditt drag",
  },

  phrases: {
    label: "Säg något",
    said: (name, phrase) => `${name}: ${phrase}`,
    all: {
      hello: "Hej",
      good_luck: "Lycka till",
      well_played: "Bra spelat",
      good_game: "Bra parti",
      thanks: "Tack",
      oops: "Hoppsan",
      one_moment: "Ett ögonblick",
      have_to_go: "Jag måste gå",
    },
  },

  cancel: "Avbryt partiet",
  cancelWhy: "Innan båda har dragit kan partiet avbrytas. Då får det inget resultat.",
  vacationWhy: (days) =>
    `Under semestern står din klocka stilla. Du har ${count(days, "dag", "dagar")} kvar i det här partiet; en semester kan inte tas tillbaka.`,
};
