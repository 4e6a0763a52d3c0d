// Text of the pages about uploaded bots and the ladder.

import { count, form, number } from "./forms.js";

/** @param {number} bytes */
const megabytes = (bytes) => `${number(Number((bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)))} MB`;

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;

/** @type {Record<string, string>} */
const faults = {
  failed_to_build: "nepodařilo se ho sestavit",
  failed_to_start: "nespustil se",
  slow_start: "nebyl včas připravený",
  time_out: "došel mu čas",
  illegal_move: "udělal nedovolený tah",
  unreadable_answer: "jeho odpověď nešla přečíst",
  answer_too_long: "jeho odpověď byla příliš dlouhá",
  crashed: "spadl",
  out_of_memory: "spotřeboval příliš mnoho paměti",
  too_many_processes: "spustil příliš mnoho procesů",
  platform_fault: "selhal tento počítač, ne bot",
  both_failed: "oba boti selhali",
};

/** @type {typeof import("../bots.js").bots} */
export const bots = {
  title: "Vaši boti",
  ladder: "Žebříček",
  toLadder: "Přejít na žebříček",
  toBots: "Vaši boti",
  signIn: "Chcete-li nahrát bota, přihlaste se.",
  none: "Zatím jste nenahráli žádného bota.",
  by: (owner) => `autor ${owner}`,

  handIn: "Nahrát bota",
  handInWhy:
    "Nahrajte složku nebo zip se souborem bot.toml, jako má startovací sada. Server bota sestaví a zkontroluje. Pak proti němu může hrát každý a zařadí se do žebříčku; dokud je v soutěži, je pro ostatní uzavřený, pokud nezvolíte jinak.",
  kit: "Ještě nemáte bota? Začněte se startovací sadou",
  kitWhy: "Složka s fungujícím botem a jedním souborem k úpravě. Můžete ji nahrát beze změny a sledovat, jak hraje.",
  kitFetch: "Stáhnout sadu",
  kitOr: "Máte-li Steelyard nainstalovaný u sebe:",
  language: "Jazyk",
  kitCommand: "steelyard new tank_war python mybot",
  drop: "Přetáhněte sem složku nebo zip",
  zip: "Vybrat zip",
  folder: "Vybrat složku",
  packing: (files) => `Balí se ${count(files, "soubor", "soubory", "souborů")} …`,
  sending: "Nahrává se …",
  taken: (n) => `Verze ${n} je nahraná.`,
  tooMany: "Složka má víc než 1000 souborů. Vyberte přímo složku bota.",
  tooLarge: (most) => `Složka je větší než ${megabytes(most)}. Odstraňte soubory, které sestavení nepotřebuje.`,
  empty: "Je prázdná.",
  noIsolation: (why) => `Tento server teď nemůže boty sestavovat: ${why}`,

  states: {
    none: "vzdálený",
    waiting: "ve frontě",
    building: "sestavuje se",
    checking: "kontroluje se",
    fit: "připraven",
    unfit: "neprošel",
    unchecked: "nešlo zkontrolovat",
    deleted: "smazáno",
  },
  space: ({ sources, builds, records, most }) =>
    `Využito ${megabytes(sources + builds + records)} z ${megabytes(most)}: zdroje ${megabytes(sources)}, sestavení ${megabytes(builds)}, srovnání ${megabytes(records)}.`,
  deleteVersion: "Smazat zdroje",
  deleteWhy: "Partie této verze zůstanou. Nahrané soubory nepůjde obnovit.",
  deleted: "Zdroje jsou smazané.",
  before: (n) => (n > 1 ? `Ve frontě ${form(n, "je", "jsou", "je")} ${count(n, "úloha", "úlohy", "úloh")}. Lidé se střídají.` : "Další ve frontě."),
  version: (n) => `Verze ${n}`,
  versions: "Verze",
  newVersion: "Nahrát novou verzi",
  checks: "Kontroly",
  notRun: "Další kontroly už neproběhly.",
  passed: "v pořádku",
  failed: "neprošlo",
  sent: "Odesláno",
  cameBack: "Přijato",
  nothing: "nic",
  right: "Očekáváno",
  details: "Co se odeslalo a přijalo",
  log: "Log bota",
  buildLog: "Výstup sestavení",
  onlyYou: "Vidíte to jen vy.",
  fitWords: "Tato verze prošla všemi kontrolami a může hrát.",
  uncheckedWords: "Proti této verzi nic nemluví. Nahrajte ji znovu, aby se zkontrolovala.",

  play: (name) => `Hrát proti botovi ${name}`,
  rating: "Rating",
  games: "Partie",
  gamesOf: (n) => count(n, "partie", "partie", "partií"),
  unrated: "Nehodnocený",
  notRated: "Zatím žádné hodnocené partie",
  lately: "Poslední partie",
  lostGames: "Prohrané partie",
  lostWhy: "Každá se otevře pár tahů před koncem: dál krokujte šipkami. Tento seznam vidíte jen vy.",
  noneLost: "Zatím žádnou partii neprohrál.",
  lostIn: { ladder: "žebříček", trial: "srovnání" },
  noGames: "Zatím žádné partie.",
  more: "Starší partie",
  won: "výhra",
  lost: "prohra",
  drew: "remíza",
  bothFailed: "oba selhali",
  against: (name) => `soupeř ${name}`,
  trialGame: "srovnání",
  watch: "Sledovat",
  why: "Proč",
  fault: (fault) => faults[fault] ?? fault,
  turn: (turn) => `v ${turn}. tahu`,

  offLadder: "Není v žebříčku:",
  takeOff: "Vyřadit ze žebříčku",
  putOn: "Zařadit do žebříčku",

  contests: "Během soutěží",
  openInContests: "Ostatní proti němu smějí během soutěží hrát a vidět jeho partie",
  closedFor: (contest) =>
    `Je přihlášený do soutěže ${contest}; která verze hraje, říká její stránka. Do jejího konce proti němu můžete hrát a vidět jeho partie jen vy a v žebříčku nehraje.`,
  openFor: (contest) =>
    `Je přihlášený do soutěže ${contest}; která verze hraje, říká její stránka. Je otevřený: ostatní proti němu mohou hrát a vidět jeho partie.`,
  notEntered: (contest) => `Do soutěže ${contest} ještě není přihlášen.`,
  enterContest: (contest) => `Přihlásit tohoto bota do soutěže ${contest}`,
  closedUntil: "Do té doby proti němu může hrát a vidět jeho partie jen jeho vlastník.",

  trial: "Je nová verze lepší?",
  trialWhy: (newer, older) => `Verze ${newer} hraje proti verzi ${older} z obou stran každé desky, dokud není výsledek jasný.`,
  trialStart: "Srovnat verze",
  trialPair: (newer, older) => `Verze ${newer} proti ${older}`,
  trialFigures: (told) =>
    `${count(told.wins, "výhra", "výhry", "výher")}, ${count(told.draws, "remíza", "remízy", "remíz")}, ${count(told.losses, "prohra", "prohry", "proher")}. Podíl bodů: ${percent(told.interval[0])} až ${percent(told.interval[1])} (spolehlivost 95 %)`,
  trialNeeds: "Jsou k tomu potřeba dvě verze, které prošly kontrolami.",

  home: "Vzdálený bot",
  homeWhy:
    "Běží na vašem vlastním počítači (Windows, macOS nebo Linux, s Pythonem a balíčkem Steelyard) a připojuje se tokenem. Zpoždění sítě se počítá do jeho času na přemýšlení. Jeho partie nejsou hodnocené, dokud je pořadatel nezařadí.",
  homeName: "Jméno bota",
  game: "Hra",
  homeMake: "Získat token",
  token: "Váš token. Ukáže se jen jednou; uchovejte ho v tajnosti:",
  homeRun: "Spusťte tohle ve složce bota. Za -- následuje příkaz, který bota spustí (v sadě řádek run v bot.toml):",
  homeCommand: (address, token) => `steelyard connect ${address} --token ${token} -- python3 -m kit`,
  online: "připojen",
  offline: "nepřipojen",
  newToken: "Nový token",
  revoke: "Zrušit token",
  revoked: "Starý token už neplatí.",
  networkTime: "Běží na počítači svého vlastníka a zpoždění sítě se počítá do jeho času na přemýšlení.",
  rateIt: "Hodnotit jeho partie",
  unrateIt: "Nehodnotit jeho partie",

  ladderWhy: (clock) =>
    `Boti spolu hrají pořád, z obou stran každé desky, ${clock}. Vestavěný učitel má vždy rating 1000, takže ratingy znamenají rok co rok totéž.`,
  ladderOrder: "Pořadí je opatrné: od každého ratingu se odečítá polovina ± a boti s málo partiemi jsou poslední.",
  place: "Pořadí",
  bot: "Bot",
  owner: "Vlastník",
  ours: "vestavěný",
  doubt: (elo) => `± ${elo}`,
  provisional: "zatím málo partií",
  ladderEmpty: "Pro tuto hru zatím nikdo bota nenahrál.",
  ladderGames: "Poslední partie",
  draw: "remíza",
  beat: "poráží",
};
