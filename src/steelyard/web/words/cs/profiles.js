// Text of players' pages, the list of players, the archive and reports of players.

import { count } from "./forms.js";

/** @type {typeof import("../profiles.js").words} */
export const words = {
  archive: {
    title: "Vaše partie",
    of: (name) => `Partie hráče ${name}`,
    none: "Žádné partie nenalezeny.",
    more: "Další",
    filters: "Filtr",
    everyGame: "Všechny hry",
    everyPace: "Jakékoli tempo",
    everyResult: "Jakýkoli výsledek",
    results: { won: "Výhra", lost: "Prohra", drawn: "Remíza" },
    ratedOrNot: "Hodnocené i nehodnocené",
    find: "Soupeř",
  },

  profile: {
    since: (day) => `Tady od ${day}`,
    ratings: "Ratingy",
    noRatings: "Zatím žádné hodnocené partie.",
    games: (n) => count(n, "partie", "partie", "partií"),
    againstBots: (n, limit) => `z toho ${n} proti botům, které dovolují nejvýš ${limit}`,
    curve: (game, pace, from, to) => `${game}, ${pace}: rating od ${from} do ${to}`,
    results: "Výsledky",
    game: "Hra",
    won: "Výhry",
    lost: "Prohry",
    drawn: "Remízy",
    openings: "První tahy",
    move: "První tah",
    played: "Partie",
    challenge: "Vyzvat",
    block: "Blokovat",
    unblock: "Odblokovat",
    blocked: (name) => `Vy a ${name} se už nemůžete navzájem vyzývat.`,
    unblocked: (name) => `${name} už není v blokování.`,
    report: "Nahlásit",
    reportWhy: "Co je v nepořádku?",
    reasons: {
      unfair: "Hraje s pomocí programu",
      stalling: "Nechává běžet hodiny nebo odchází z partií",
      name: "Urážlivé jméno",
      other: "Něco jiného",
    },
    reportSend: "Nahlásit",
    reported: "Nahlášeno. Pořadatel se na to podívá.",
    missing: "Hráč tohoto jména neexistuje.",
    account: "Nastavení účtu",
  },

  players: {
    title: "Hráči",
    name: "Jméno",
    rating: "Rating",
    games: "Partie",
    place: "Místo",
    about: "Rating mění hodnocené partie s lidmi i s vestavěnými boty, počítá se ale nejvýš tak vysoko, jak dovolí vaše partie proti botům: výhry nad silnějšími boty tuto hranici zvednou. V tomto seznamu je každý, kdo odehrál 5 hodnocených partií, z toho 3 proti botům.",
    none: "Nikdo ještě neodehrál 5 hodnocených partií, z toho 3 proti vestavěným botům. Vyzvěte někoho k hodnocené partii.",
    pace: "Tempo",
    find: "Najít hráče",
    show: "Zobrazit",
  },

  reports: {
    title: "Hlášení",
    none: "Žádná hlášení.",
    line: (reporter, reported) => `${reporter} hlásí hráče ${reported}`,
    game: "Partie",
    settle: "Vyřízeno",
    settleOf: (reported) => `Vyřídit hlášení na hráče ${reported}`,
  },
};
