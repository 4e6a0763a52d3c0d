// Text that many pages have, and of the pages for watching, analysing and learning.

import { count, number } from "./forms.js";
import { tables } from "./tables.js";

/** @type {typeof import("../general.js").words} */
export const words = {
  ...tables,

  common: {
    name: "Steelyard",
    pages: "Sidor",
    skip: "Hoppa till innehållet",
    play: "Spela",
    watch: "Titta",
    analyse: "Analys",
    learn: "Regler",
    puzzles: "Uppgifter",
    ladder: "Stegen",
    contests: "Tävla",
    signIn: "Logga in",
    signedOut: "Du är inte längre inloggad här.",
    signInAgain: "Logga in igen",
    wentBack: "Databasen på den här servern har förlorat partier. Ingen kan spela förrän administratören har åtgärdat det.",
    account: (name) => `Ditt konto: ${name}`,
    sound: "Ljud",
    soundOn: "Ljudet är på",
    soundOff: "Ljudet är av",
    language: "Språk",
    theme: { system: "Systemets färger", light: "Ljusa färger", dark: "Mörka färger" },
    toContest: "Tillbaka till tävlingen",
    ofTournament: "Parti i en turnering",
    noServer: "Servern går inte att nå. Kontrollera att den är igång och försök igen.",
    noAnswer: (status) => `Servern nekade (status ${status}) utan att säga varför.`,
    daysHours: (days, hours) => `${days} d ${hours} h`,
    bot: "BOT",
    guest: (digits) => `Gäst ${digits}`,
    deletedPlayer: "raderad spelare",
    loading: "Laddar …",
    copy: "Kopiera",
    onlyHere: "Den här adressen fungerar bara på den här datorn. Starta servern med --host 0.0.0.0 för andra, och öppna sidan på adressen som den skriver ut.",
    copied: "Kopierat.",
    copyFailed: (text) => `Det gick inte att kopiera. Kopiera själv: ${text}`,
    missing: "Sidan finns inte",
    missingWhy: "Adressen är fel, sidan finns inte på den här servern, eller så får du inte se den.",
    toLobby: "Tillbaka till spelen",
  },

  clock: {
    none: "Utan klocka",
    both: "Ingen klocka: väntar på båda",
    bank: (span) => `${span} var för hela partiet`,
    round: (seconds) => `${seconds} s per runda`,
    fischer: (span, extra) => `${span} + ${extra} s per drag`,
    days: (days) => `${count(days, "dag", "dagar")} per drag`,
    minutes: (minutes) => `${minutes} min`,
    seconds: (seconds) => `${seconds} s`,
  },

  lobby: {
    title: "Tre stridsvagnsspel för två spelare",
    subtitle: "Spela mot en bot, eller mot någon här eller via länk. Inget konto behövs.",
    play: "Spela",
    playLabel: (title) => `Spela ${title}`,
    change: "Ställ in",
    changeLabel: (title) => `Ställ in ett parti ${title}`,
    rules: "Regler",
    rulesLabel: (title) => `Reglerna för ${title}`,
    against: (bot, clock) => `mot ${bot} · ${clock}`,
    yours: "Dina partier",
    now: "Spelas just nu",
    all: "Alla partier",
    back: (game, other) => `Tillbaka till ditt parti: ${game} mot ${other}`,
    backOpen: (game) => `Ditt parti ${game} väntar på en motståndare`,
    nameLabel: "Du spelar som",
    nameSave: "Spara",
    nameChanged: (name) => `Nu spelar du som ${name}.`,
    short: {
      tank_war: "Sex banor. Båda spelarna kör en vagn samtidigt, sedan skjuter alla vagnar.",
      tank_duel: "Två vagnar som inte kan stanna. Båda lämnar minor efter sig och kan ha en missil i luften åt gången.",
      tank_battle: "Vagnar som går som schackdamer. Få in dem i fiendens bas.",
    },
  },

  live: {
    title: "Partier på den här servern",
    playing: "Pågår",
    finished: "Avslutade",
    none: "Ingen spelar just nu. Partier visas här när de börjar.",
    noneFinished: "Inga avslutade partier än.",
    more: "Fler",
    every: "Alla spel",
    turn: (turn) => `drag ${turn}`,
  },

  analyse: {
    title: "Analys",
    position: "Ställning",
    show: "Visa",
    game: "Spel",
    value: "Värde",
    valueWords: (value, seats) => {
      if (Math.abs(value) < 0.0005) return "Jämnt vid bästa spel";
      const ahead = value > 0 ? seats[0] : seats[1];
      return Math.abs(value) > 0.9995 ? `${ahead} vinner vid bästa spel` : `${ahead} leder`;
    },
    scoreWords: (score, seats) => {
      if (Math.abs(score) < 0.05) return "Ungefär jämnt";
      const ahead = score > 0 ? seats[0] : seats[1];
      return Math.abs(score) > 0.9995 ? `${ahead} vinner` : `${ahead} leder`;
    },
    matrix: "Värdet av varje par av drag",
    matrixWords: (row, column) =>
      `Raderna är drag för ${row} och kolumnerna drag för ${column}. Varje ruta är värdet som blir för ${row}. Staplarna visar hur ofta bästa spel väljer varje drag.`,
    played: "spelat",
    gave: (seat) => `${seat} gav bort`,
    review: "Genomgång, drag för drag",
    reviewing: "Går igenom varje drag …",
    nothingGiven: "inget",
    searching: "Söker …",
    cut: "Anslutningen bröts. Analysen börjar om när den är tillbaka.",
    ended: "Analysen är slut. Gå till en annan ställning och tillbaka för att starta om den.",
    depth: (depth) => `djup ${depth}`,
    effort: (n) => `${number(n)} genomsökta`,
    lines: "Bästa varianter",
    over: "Partiet är slut i den här ställningen.",
    choose: (seat) => `${seat}: välj ett drag.`,
    compareWords: (turn) => `Partiet vid samma drag: ${turn}`,
    progress: (doing, share) => `${doing}${share ? `: ${Math.round(100 * share)} %` : " …"}`,
    backToGame: "Tillbaka till partiet",
  },

  learn: {
    title: "Lär dig spelen",
    subtitle: "Korta regler med bräden att prova på, och det ursprungliga exemplet för varje spel.",
    read: (title) => `Reglerna för ${title}`,
    play: (title) => `Spela ${title}`,
    step: "Nästa runda",
    again: "Börja om",
    others: "Andra spel",
  },
};
