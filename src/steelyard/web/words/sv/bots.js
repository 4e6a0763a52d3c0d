// Text of the pages about uploaded bots and the ladder.

import { count, number } from "./forms.js";

/** @param {number} bytes */
const megabytes = (bytes) => `${number(Number((bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)))} MB`;

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;

/** @type {Record<string, string>} */
const faults = {
  failed_to_build: "den gick inte att bygga",
  failed_to_start: "den startade inte",
  slow_start: "den var inte redo i tid",
  time_out: "dess tid tog slut",
  illegal_move: "den gjorde ett otillåtet drag",
  unreadable_answer: "dess svar gick inte att läsa",
  answer_too_long: "dess svar var för långt",
  crashed: "den kraschade",
  out_of_memory: "den använde för mycket minne",
  too_many_processes: "den startade för många processer",
  platform_fault: "datorn här felade, inte boten",
  both_failed: "båda botarna felade",
};

/** @type {typeof import("../bots.js").bots} */
export const bots = {
  title: "Dina botar",
  ladder: "Stegen",
  toLadder: "Till stegen",
  toBots: "Dina botar",
  signIn: "Logga in för att ladda upp en bot.",
  none: "Du har inte laddat upp någon bot än.",
  by: (owner) => `av ${owner}`,

  handIn: "Ladda upp en bot",
  handInWhy:
    "Ladda upp en mapp eller zip-fil med en bot.toml, som i ett startpaket. Servern bygger och kontrollerar den. Sedan kan alla spela mot den och den kommer med på stegen; medan den är med i en tävling är den stängd för andra, om du inte väljer annat.",
  kit: "Ingen bot än? Börja med ett startpaket",
  kitWhy: "En mapp med en fungerande bot och en fil att ändra. Du kan ladda upp den som den är och se den spela.",
  kitFetch: "Ladda ner paketet",
  kitOr: "Om Steelyard är installerat på din dator:",
  language: "Språk",
  kitCommand: "steelyard new tank_war python mybot",
  drop: "Släpp en mapp eller zip-fil här",
  zip: "Välj en zip-fil",
  folder: "Välj en mapp",
  packing: (files) => `Packar ${count(files, "fil", "filer")} …`,
  sending: "Laddar upp …",
  taken: (n) => `Version ${n} är uppladdad.`,
  tooMany: "Mappen har fler än 1000 filer. Välj botens egen mapp.",
  tooLarge: (most) => `Mappen är större än ${megabytes(most)}. Ta bort filer som bygget inte behöver.`,
  empty: "Den är tom.",
  noIsolation: (why) => `Servern kan inte bygga botar just nu: ${why}`,

  states: {
    none: "fjärrbot",
    waiting: "i kö",
    building: "byggs",
    checking: "kontrolleras",
    fit: "redo",
    unfit: "underkänd",
    unchecked: "kunde inte kontrolleras",
    deleted: "raderad",
  },
  space: ({ sources, builds, records, most }) =>
    `${megabytes(sources + builds + records)} av ${megabytes(most)} används: källor ${megabytes(sources)}, byggen ${megabytes(builds)}, jämförelser ${megabytes(records)}.`,
  deleteVersion: "Radera källorna",
  deleteWhy: "Versionens partier finns kvar. De uppladdade filerna kan inte återställas.",
  deleted: "Källorna är raderade.",
  before: (n) => (n > 1 ? `${count(n, "jobb", "jobb")} i kön. Alla turas om.` : "Näst på tur i kön."),
  version: (n) => `Version ${n}`,
  versions: "Versioner",
  newVersion: "Ladda upp en ny version",
  checks: "Kontroller",
  notRun: "Kontrollerna efter den kördes inte.",
  passed: "godkänd",
  failed: "underkänd",
  sent: "Skickat",
  cameBack: "Mottaget",
  nothing: "inget",
  right: "Väntat",
  details: "Vad som skickades och togs emot",
  log: "Botens logg",
  buildLog: "Byggets utdata",
  onlyYou: "Bara du kan se det här.",
  fitWords: "Den här versionen klarade alla kontroller och kan spela.",
  uncheckedWords: "Inget talar mot den här versionen. Ladda upp den igen så kontrolleras den.",

  play: (name) => `Spela mot ${name}`,
  rating: "Rating",
  games: "Partier",
  gamesOf: (n) => count(n, "parti", "partier"),
  unrated: "Orankad",
  notRated: "Inga rankade partier än",
  lately: "Senaste partier",
  lostGames: "Förlorade partier",
  lostWhy: "Vart och ett öppnas några drag före slutet: stega vidare med piltangenterna. Bara du kan se listan.",
  noneLost: "Den har inte förlorat något parti än.",
  lostIn: { ladder: "stegen", trial: "jämförelse" },
  noGames: "Inga partier än.",
  more: "Äldre partier",
  won: "vann",
  lost: "förlorade",
  drew: "oavgjort",
  bothFailed: "båda felade",
  against: (name) => `mot ${name}`,
  trialGame: "jämförelse",
  watch: "Titta",
  why: "Varför",
  fault: (fault) => faults[fault] ?? fault,
  turn: (turn) => `i drag ${turn}`,

  offLadder: "Inte på stegen:",
  takeOff: "Ta bort från stegen",
  putOn: "Sätt på stegen",

  contests: "Under tävlingar",
  openInContests: "Andra får spela mot den och se dess partier under tävlingar",
  closedFor: (contest) =>
    `Den är anmäld till ${contest}, vars sida säger vilken version som spelar. Tills tävlingen är slut kan bara du spela mot den och se dess partier, och den spelar inte på stegen.`,
  openFor: (contest) =>
    `Den är anmäld till ${contest}, vars sida säger vilken version som spelar. Den är öppen: andra kan spela mot den och se dess partier.`,
  notEntered: (contest) => `Den är inte anmäld till ${contest} än.`,
  enterContest: (contest) => `Anmäl den här boten till ${contest}`,
  closedUntil: "Tills dess kan bara ägaren spela mot den och se dess partier.",

  trial: "Är den nya versionen bättre?",
  trialWhy: (newer, older) => `Version ${newer} spelar mot version ${older} från båda sidor på varje bräde tills resultatet är klart.`,
  trialStart: "Jämför versioner",
  trialPair: (newer, older) => `Version ${newer} mot ${older}`,
  trialFigures: (told) =>
    `${told.wins} vunna, ${told.draws} oavgjorda, ${told.losses} förlorade. Andel av poängen: ${percent(told.interval[0])} till ${percent(told.interval[1])} (95 % konfidens)`,
  trialNeeds: "Det behövs två versioner som har klarat kontrollerna.",

  home: "Fjärrbot",
  homeWhy:
    "Den körs på din egen dator (Windows, macOS eller Linux, med Python och paketet Steelyard) och ansluter med en token. Nätets fördröjning räknas som dess betänketid. Dess partier är orankade tills en arrangör gör dem rankade.",
  homeName: "Botens namn",
  game: "Spel",
  homeMake: "Hämta en token",
  token: "Din token. Den visas bara en gång; håll den hemlig:",
  homeRun: "Kör det här i botens mapp. Efter -- kommer kommandot som startar boten (i ett paket raden run i bot.toml):",
  homeCommand: (address, token) => `steelyard connect ${address} --token ${token} -- python3 -m kit`,
  online: "ansluten",
  offline: "inte ansluten",
  newToken: "Ny token",
  revoke: "Återkalla token",
  revoked: "Den gamla token gäller inte längre.",
  networkTime: "Den körs på ägarens dator, och nätets fördröjning räknas som dess betänketid.",
  rateIt: "Gör dess partier rankade",
  unrateIt: "Gör dess partier orankade",

  ladderWhy: (clock) =>
    `Botarna spelar mot varandra hela tiden, från båda sidor på varje bräde, ${clock}. Den inbyggda läraren har alltid rating 1000, så att rating betyder samma sak år efter år.`,
  ladderOrder: "Ordningen är försiktig: halva ± dras av från varje rating, och botar med få partier kommer sist.",
  place: "Plats",
  bot: "Bot",
  owner: "Ägare",
  ours: "inbyggd",
  doubt: (elo) => `± ${elo}`,
  provisional: "få partier än",
  ladderEmpty: "Ingen har laddat upp en bot för det här spelet än.",
  ladderGames: "Senaste partier",
  draw: "oavgjort",
  beat: "slog",
};
