// Text of players' pages, the list of players, the archive and reports of players.

import { count } from "./forms.js";

/** @type {typeof import("../profiles.js").words} */
export const words = {
  archive: {
    title: "Dina partier",
    of: (name) => `Partier med ${name}`,
    none: "Inga partier hittades.",
    more: "Fler",
    filters: "Filter",
    everyGame: "Alla spel",
    everyPace: "Alla tempon",
    everyResult: "Alla resultat",
    results: { won: "Vinst", lost: "Förlust", drawn: "Oavgjort" },
    ratedOrNot: "Rankade och orankade",
    find: "Motståndare",
  },

  profile: {
    since: (day) => `Här sedan ${day}`,
    ratings: "Rating",
    noRatings: "Inga rankade partier än.",
    games: (n) => count(n, "parti", "partier"),
    againstBots: (n, limit) => `varav ${n} mot botar, som tillåter högst ${limit}`,
    curve: (game, pace, from, to) => `${game}, ${pace}: rating från ${from} till ${to}`,
    results: "Resultat",
    game: "Spel",
    won: "Vunna",
    lost: "Förlorade",
    drawn: "Oavgjorda",
    openings: "Första drag",
    move: "Första drag",
    played: "Partier",
    challenge: "Utmana",
    block: "Blockera",
    unblock: "Sluta blockera",
    blocked: (name) => `Du och ${name} kan inte längre utmana varandra.`,
    unblocked: (name) => `${name} är inte längre blockerad.`,
    report: "Anmäl",
    reportWhy: "Vad är fel?",
    reasons: {
      unfair: "Spelar med hjälp av ett program",
      stalling: "Låter klockan gå, eller lämnar partier",
      name: "Namnet är stötande",
      other: "Något annat",
    },
    reportSend: "Anmäl",
    reported: "Anmält. En arrangör tittar på det.",
    missing: "Det finns ingen spelare med det namnet.",
    account: "Kontoinställningar",
  },

  players: {
    title: "Spelare",
    name: "Namn",
    rating: "Rating",
    games: "Partier",
    place: "Plats",
    about: "Rankade partier mot människor och inbyggda botar ändrar din rating, men den räknas högst så högt som dina partier mot botarna tillåter: vinn mot starkare bottar för att höja gränsen. I listan finns alla med 5 rankade partier, varav 3 mot botar.",
    none: "Ingen har spelat 5 rankade partier än, varav 3 mot inbyggda botar. Utmana någon till ett rankat parti.",
    pace: "Tempo",
    find: "Sök en spelare",
    show: "Visa",
  },

  reports: {
    title: "Anmälningar",
    none: "Inga anmälningar.",
    line: (reporter, reported) => `${reporter} anmäler ${reported}`,
    game: "Parti",
    settle: "Avgjort",
    settleOf: (reported) => `Avgör anmälan mot ${reported}`,
  },
};
