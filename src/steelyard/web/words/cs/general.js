// Text that many pages have, and of the pages for watching, analysing and learning.

import { count, number } from "./forms.js";
import { tables } from "./tables.js";

/** @type {typeof import("../general.js").words} */
export const words = {
  ...tables,

  common: {
    name: "Steelyard",
    pages: "Stránky",
    skip: "Přeskočit na obsah",
    play: "Hrát",
    watch: "Sledovat",
    analyse: "Analýza",
    learn: "Výuka",
    puzzles: "Úlohy",
    ladder: "Žebříček",
    contests: "Soutěže",
    signIn: "Přihlásit se",
    signedOut: "Už tu nejste přihlášeni.",
    signInAgain: "Přihlásit se znovu",
    wentBack: "Databáze tohoto serveru přišla o partie. Dokud ji správce neopraví, nejde hrát.",
    account: (name) => `Váš účet: ${name}`,
    sound: "Zvuk",
    soundOn: "Zvuk je zapnutý",
    soundOff: "Zvuk je vypnutý",
    language: "Jazyk",
    theme: { system: "Barvy podle systému", light: "Světlé barvy", dark: "Tmavé barvy" },
    toContest: "Zpět k soutěži",
    ofTournament: "Turnajová partie",
    noServer: "Server neodpovídá. Zkontrolujte, že běží, a zkuste to znovu.",
    noAnswer: (status) => `Server požadavek odmítl (stav ${status}) a neuvedl důvod.`,
    daysHours: (days, hours) => `${days} d ${hours} h`,
    bot: "BOT",
    guest: (digits) => `Host ${digits}`,
    deletedPlayer: "smazaný hráč",
    loading: "Načítá se …",
    copy: "Kopírovat",
    onlyHere: "Tato adresa funguje jen na tomto počítači. Pro ostatní spusťte server s --host 0.0.0.0 a otevřete tuto stránku na adrese, kterou vypíše.",
    copied: "Zkopírováno.",
    copyFailed: (text) => `Zkopírovat se nepodařilo. Zkopírujte prosím sami: ${text}`,
    missing: "Stránka nenalezena",
    missingWhy: "Adresa je chybná, stránka na tomto serveru není, nebo ji nesmíte vidět.",
    toLobby: "Zpět ke hrám",
  },

  clock: {
    none: "Bez hodin",
    both: "Bez hodin: kolo čeká na oba",
    bank: (span) => `${span} na celou partii pro každého`,
    round: (seconds) => `${seconds} s na kolo`,
    fischer: (span, extra) => `${span} + ${extra} s za tah`,
    days: (days) => `${count(days, "den", "dny", "dní", "dne")} na tah`,
    minutes: (minutes) => `${minutes} min`,
    seconds: (seconds) => `${seconds} s`,
  },

  lobby: {
    title: "Tři tankové hry pro dva hráče",
    subtitle: "Hrajte proti botovi, nebo proti člověku tady či přes odkaz. Účet nepotřebujete.",
    play: "Hrát",
    playLabel: (title) => `Hrát ${title}`,
    change: "Nastavit",
    changeLabel: (title) => `Nastavit partii hry ${title}`,
    rules: "Pravidla",
    rulesLabel: (title) => `Pravidla hry ${title}`,
    against: (bot, clock) => `soupeř: ${bot} · ${clock}`,
    yours: "Vaše partie",
    now: "Právě se hraje",
    all: "Všechny partie",
    back: (game, other) => `Vraťte se ke své partii: ${game}, soupeř ${other}`,
    backOpen: (game) => `Vaše partie (${game}) čeká na soupeře`,
    nameLabel: "Hrajete jako",
    nameSave: "Uložit",
    nameChanged: (name) => `Teď hrajete jako ${name}.`,
    short: {
      tank_war: "Šest drah. Oba hráči současně popojedou jedním tankem a pak všechny tanky vystřelí.",
      tank_duel: "Dva tanky, které nemohou zastavit. Každý za sebou nechává miny a ve vzduchu může mít jednu střelu.",
      tank_battle: "Tanky, které táhnou jako šachové dámy. Dostaňte je do nepřátelské základny.",
    },
  },

  live: {
    title: "Partie na tomto serveru",
    playing: "Živě",
    finished: "Dohrané",
    none: "Právě nikdo nehraje. Partie se tu objeví, jakmile začnou.",
    noneFinished: "Zatím žádná dohraná partie.",
    more: "Další",
    every: "Všechny hry",
    turn: (turn) => `${turn}. tah`,
  },

  analyse: {
    title: "Analýza",
    position: "Pozice",
    show: "Zobrazit",
    game: "Hra",
    value: "Hodnota",
    valueWords: (value, seats) => {
      if (Math.abs(value) < 0.0005) return "Při nejlepší hře vyrovnané";
      const ahead = value > 0 ? seats[0] : seats[1];
      return Math.abs(value) > 0.9995 ? `${ahead} při nejlepší hře vyhraje` : `${ahead} má převahu`;
    },
    scoreWords: (score, seats) => {
      if (Math.abs(score) < 0.05) return "Zhruba vyrovnané";
      const ahead = score > 0 ? seats[0] : seats[1];
      return Math.abs(score) > 0.9995 ? `${ahead} vyhraje` : `${ahead} má převahu`;
    },
    matrix: "Hodnota každé dvojice tahů",
    matrixWords: (row, column) =>
      `V řádcích jsou tahy, které má ${row}, ve sloupcích tahy, které má ${column}. Každé políčko je výsledná hodnota pro stranu ${row}. Proužky ukazují, jak často který tah volí nejlepší hra.`,
    played: "hráno",
    gave: (seat) => `${seat} ztratil`,
    review: "Rozbor tah po tahu",
    reviewing: "Rozebírá se každý tah …",
    nothingGiven: "nic",
    searching: "Hledá se …",
    cut: "Spojení se přerušilo. Analýza začne znovu, jakmile bude zpět.",
    ended: "Analýza skončila. Přejděte na jinou pozici a zpět, tím se spustí znovu.",
    depth: (depth) => `hloubka ${depth}`,
    effort: (n) => `prohledáno ${number(n)}`,
    lines: "Nejlepší varianty",
    over: "V této pozici je po partii.",
    choose: (seat) => `${seat}: vyberte tah.`,
    compareWords: (turn) => `Partie ve stejném tahu: ${turn}`,
    progress: (doing, share) => `${doing}${share ? `: ${Math.round(100 * share)} %` : " …"}`,
    backToGame: "Zpět k partii",
  },

  learn: {
    title: "Naučte se hry",
    subtitle: "Krátká pravidla s deskami k vyzkoušení a původní příklad každé hry.",
    read: (title) => `Pravidla hry ${title}`,
    play: (title) => `Hrát ${title}`,
    step: "Další kolo",
    again: "Od začátku",
    others: "Další hry",
  },
};
