// Text of challenges, of what players say to each other, and of the bar that says whose move it is.

import { count, form } from "./forms.js";

/** @type {typeof import("../people.js").words} */
export const words = {
  paces: { blitz: "Blesk", rapid: "Rapid", correspondence: "Korespondenční", untimed: "Bez hodin" },
  rating: (elo, provisional) => `${elo}${provisional ? "?" : ""}`,
  ratingWhy: (from, to) => `Rating, nejspíš mezi ${from} a ${to}. Otazník: méně než 5 hodnocených partií, nebo méně než 3 z nich proti vestavěným botům.`,
  doubt: (doubt) => `± ${doubt}`,
  rated: "Hodnocená",
  casual: "Nehodnocená",

  challenges: {
    title: "Výzvy",
    none: "Nikdo nečeká na soupeře. Vypište výzvu a kdokoli ji může přijmout.",
    make: "Nová výzva",
    accept: "Přijmout",
    acceptOf: (name) => `Přijmout výzvu: ${name}`,
    decline: "Odmítnout",
    declineOf: (name) => `Odmítnout výzvu: ${name}`,
    withdraw: "Stáhnout",
    link: "Odkaz",
    yours: "Vaše výzva",
    yoursTo: (name) => `Vaše výzva, soupeř ${name}`,
    forYou: "pro vás",
    here: "právě tady",
    players: "Hráči",
    more: {
      person: (n) => `a ${count(n, "další", "další", "dalších")} od téhož člověka`,
      place: (n) => `a ${count(n, "další", "další", "dalších")} z téhož místa`,
    },
    next: "Zobrazit další výzvy",
  },

  making: {
    title: "Nová výzva",
    game: "Hra",
    clock: "Hodiny",
    opponent: "Soupeř",
    person: "Hráč",
    anybody: "Kdokoli",
    name: "Jméno hráče",
    seat: "Hraji za",
    chance: "Náhodně",
    rated: "Hodnocená",
    ratedHint: "Výsledek změní rating obou. Jsou potřeba hodiny a účet na obou stranách. Mezi stejnými dvěma hráči se počítají první tři partie, které začnou během dne.",
    ratedBot: "Výsledek změní váš rating i to, kolik může být nejvýš. Jsou potřeba hodiny a účet; tahy nelze vracet a nejsou tipy. Vždy jen jedna taková partie.",
    send: "Vyzvat",
    cancel: "Zrušit",
  },

  invitation: {
    by: (name, game) => `${name} vás zve na partii hry ${game}`,
    you: (seat) => `Hrajete za stranu ${seat}.`,
    start: "Hodiny se nespustí, dokud oba neudělají první tah. Do té doby může kterýkoli hráč partii zrušit.",
    realtime: "První kolo začne, až tu budou oba hráči.",
    accept: "Přijmout",
    taken: "Obě místa jsou obsazená. Sledujete partii.",
    lobby: "Vaše výzva je na první stránce, kde ji může kdokoli přijmout. Nebo pošlete tento odkaz:",
    withdraw: "Stáhnout",
    qr: "QR kód pozvánky",
    showQr: "QR kód",
    closeQr: "Zavřít",
  },

  takeback: {
    takeback: "Vzít tah zpět",
    takebackHow: "Požádat soupeře, aby vám dovolil vzít poslední tah zpět",
    asked: "Požádali jste o vrácení tahu. Čeká se na odpověď.",
    offered: (name, together) => (together ? `${name} žádá o vrácení posledního kola.` : `${name} žádá o vrácení svého posledního tahu.`),
  },

  plans: {
    title: (n) => (n ? `Podmíněné tahy (${n})` : "Podmíněné tahy"),
    why: "Pokud soupeř táhne, jak čekáte, vaše odpověď se zahraje hned. Nikdo jiný to nevidí. Jakýkoli jiný tah plán zruší.",
    yourMove: "Nejdřív udělejte svůj tah, pak naplánujte odpovědi na to, co přijde po něm.",
    line: "Tah soupeře, vaše odpověď a tak dále",
    lineHint: "Tahy jako v seznamu tahů, oddělené mezerami.",
    add: "Přidat",
    remove: "Odebrat",
    removeOf: (line) => `Odebrat variantu ${line}`,
    theirs: (move) => `když ${move}`,
    reply: (move) => `pak ${move}`,
  },

  waiting: {
    yourMove: (n) => (n === 1 ? "Jste na tahu" : `Jste na tahu: ${count(n, "partie", "partie", "partií")}`),
    against: (title, name) => `${title}, soupeř ${name}`,
    left: (time) => `zbývá ${time}`,
    challenges: (n) => `${count(n, "výzva", "výzvy", "výzev")} pro vás`,
    challengesShort: (n) => count(n, "výzva", "výzvy", "výzev"),
    yourMoveShort: (n) => (n === 1 ? "Jste na tahu" : `Jste na tahu (${n})`),
    notify: "Upozornit mě, když jsem na tahu",
    notifyOn: "Upozorníme vás, když budete na tahu, dokud je otevřená nějaká stránka tohoto serveru.",
    notifyRefused: "Prohlížeč nedovoluje tomuto serveru posílat upozornění.",
    title: "Jste na tahu",
  },

  phrases: {
    label: "Napsat soupeři",
    said: (name, phrase) => `${name}: ${phrase}`,
    all: {
      hello: "Ahoj",
      good_luck: "Hodně štěstí",
      well_played: "Pěkně zahráno",
      good_game: "Dobrá partie",
      thanks: "Děkuji",
      oops: "Jejda",
      one_moment: "Chviličku, prosím",
      have_to_go: "Musím jít",
    },
  },

  cancel: "Zrušit partii",
  cancelWhy: "Dokud oba netáhli, lze partii zrušit. Pak nemá výsledek.",
  vacationWhy: (days) =>
    `Během dovolené vaše hodiny stojí. V této partii vám ${form(days, "zbývá", "zbývají", "zbývá")} ${count(days, "den", "dny", "dní", "dne")}; dovolenou nelze vzít zpět.`,
};
