// What games and the server say in English, in the language of the page.

import { count } from "./forms.js";

/** The sides in the genitive, and as possessors. @type {Record<string, string>} */
const OF = { Orange: "oranžového", Blue: "modrého" };
const of = (/** @type {string} */ side) => OF[side] ?? side;
const NAMES = /** @type {Record<string, string>} */ ({ Orange: "Oranžový", Blue: "Modrý" });
const name = (/** @type {string} */ side) => NAMES[side] ?? side;
/** @param {string} side @param {boolean} many */
const coloured = (side, many) => name(side).toLowerCase().replace(/ý$/, many ? "é" : "ý");
const whom = (/** @type {string} */ side) => ({ Orange: "Oranžového", Blue: "Modrého" })[side] ?? side;
const toWhom = (/** @type {string} */ side) => ({ Orange: "Oranžovému", Blue: "Modrému" })[side] ?? side;
const MISSILES = /** @type {Record<string, string>} */ ({
  "Orange's missile": "střela oranžového",
  "Blue's missile": "střela modrého",
  "its own missile": "vlastní střela",
  "a missile": "střela",
});
const missile = (/** @type {string} */ by) => MISSILES[by] ?? by;
const WAYS = /** @type {Record<string, string>} */ ({ left: "vlevo", right: "vpravo", up: "nahoru", down: "dolů" });
const way = (/** @type {string} */ direction) => WAYS[direction] ?? direction;
const CAUSES = /** @type {Record<string, string>} */ ({ wall: "zeď", mine: "mina", missile: "střela", tank: "srážka" });
/** "right", or "right and fired up". @param {string} done */
const went = (done) => done.split(" and fired ").map(way).join(" a vystřelil ");

const points = (/** @type {string} */ n) => count(Number(n), "bod", "body", "bodů");
const tanks = (/** @type {string} */ n) => count(Number(n), "tank", "tanky", "tanků");
const boxes = (/** @type {string} */ n) => count(Number(n), "pole", "pole", "polí");
const moves = (/** @type {string} */ n) => count(Number(n), "tah", "tahy", "tahů");

/** What a side of Tank Battle has lost: "3 tanks and the commander". @param {string} lost */
function losses(lost) {
  const normal = /\d+/.exec(lost)?.[0];
  const parts = [normal && tanks(normal), lost.includes("commander") && "velitele"].filter(Boolean);
  return parts.length ? `ztratil ${parts.join(" a ")}` : "neztratil nic";
}

/** Where a side's tanks stand, as it is written in English. @param {string} list */
const places = (list) =>
  list === "none"
    ? "žádné"
    : list
        .replace(/column (\d+) row (\d+)/g, "sloupec $1 řada $2")
        .replace(/, blocked/g, ", zablokovaný")
        .replace(/ commander/g, " velitel")
        .replace(/ in base/g, " v základně");

/** @param {string} side @param {string} at @param {string} to @param {string} [tower] @param {string} [fired] */
const driving = (side, at, to, tower = "", fired = "") =>
  `${name(side)} na ${at} jede ${way(to)}${tower && `, věž ${way(tower)}`}${fired && ", právě vystřelil"}`;

/** @param {string} side @param {string} tail @param {string} head @param {string} to @param {string} [flames] */
const flying = (side, tail, head, to, flames = "") =>
  `Střela ${of(side)}: konec ${tail}, hlavice ${head}, letí ${way(to)}${flames && ", v plamenech"}`;

/** @param {string} more @param {string} less */
const ratio = (more, less) => `${points(more)} ku ${less}`;

/** A side is a masculine noun; of a player whose gender is not known, the present tense says it without one. @param {string} past @param {string} present */
const did = (past, present) => (/** @type {string} */ who) => (who in NAMES ? `${name(who)} ${past}` : `${who} ${present}`);

/** How bots fail, of one and of both. @type {[string, string, string][]} */
const FAULTS = [
  ["could not be built", "nešel sestavit", "nešli sestavit"],
  ["did not start", "se nespustil", "se nespustili"],
  ["was not ready in time", "nebyl včas připravený", "nebyli včas připravení"],
  ["made an illegal move", "udělal nedovolený tah", "udělali nedovolený tah"],
  ["gave an answer that cannot be read", "dal nečitelnou odpověď", "dali nečitelnou odpověď"],
  ["gave an answer that is too long", "dal příliš dlouhou odpověď", "dali příliš dlouhou odpověď"],
  ["crashed", "spadl", "spadli"],
  ["used too much memory", "spotřeboval příliš mnoho paměti", "spotřebovali příliš mnoho paměti"],
  ["started too many processes", "spustil příliš mnoho procesů", "spustili příliš mnoho procesů"],
  ["could not play because the machine failed", "nemohl hrát, protože selhal počítač", "nemohli hrát, protože selhal počítač"],
  ["failed", "selhal", "selhali"],
];
const failures = Object.fromEntries(
  FAULTS.flatMap(([said, one, more]) => [
    [said, one],
    [`{} ${said}`, `{} ${one}`],
    [`both ${said}`, `oba ${more}`],
    [`both bots ${said}`, `oba boti ${more}`],
  ]),
);

/** What people do as well as bots. */
const deeds = {
  resigned: "se vzdal",
  "{} resigned": did("se vzdal", "se vzdává"),
  "both resigned": "oba se vzdali",
  "both bots resigned": "oba boti se vzdali",
  "ran out of time": "překročil čas",
  "{} ran out of time": did("překročil čas", "překračuje čas"),
  "both ran out of time": "oba překročili čas",
  "both bots ran out of time": "oba boti překročili čas",
};

/** @type {typeof import("../sentences.js").sentences} */
export const sentences = {
  // Sides and elements of pictures.
  Orange: "Oranžový",
  Blue: "Modrý",
  "Orange's tank": "tank oranžového",
  "Blue's tank": "tank modrého",
  "Orange's commander": "velitel oranžového",
  "Blue's commander": "velitel modrého",
  "Orange's missile": "střela oranžového",
  "Blue's missile": "střela modrého",
  "Orange's {}": "tank {} oranžového",
  "Blue's {}": "tank {} modrého",
  "it has reached its last row": "dojel do poslední řady",
  "a tank is on the square ahead": "na poli před ním je tank",
  "no square beside it is free": "žádné pole kolem něj není volné",
  "it stays in the enemy base, where no square beside it is free":
    "zůstává v nepřátelské základně, kde žádné pole vedle něj není volné",

  // Tank War.
  "Round {#}: {} drove {}, {} drove {}": (round, one, first, other, second) =>
    `${round}. kolo: ${name(one)} jel tankem ${first}, ${name(other)} tankem ${second}`,
  "Both wanted the same square; it is {}'s, so {}'s tank stayed": (owner, side) =>
    `Oba chtěli na totéž pole; patří ${toWhom(owner)}, a tak tank ${of(side)} zůstal`,
  "{}'s {} destroyed {}'s {}": (one, tank, other, hit) =>
    `${name(one)} ${tank} zničil ${coloured(other, hit.includes(" and "))} ${hit.replace(" and ", " a ")}`,
  "{} has {# tank} and {# square}: {*}": (side, n, m, list) => `${name(side)} má ${tanks(n)} a ${boxes(m)}: ${places(list)}`,
  "{} {# tank}, {# square}": (side, n, m) => `${name(side)} ${tanks(n)}, ${boxes(m)}`,
  "{} had no tank left": (side) => `${name(side)} přišel o všechny tanky`,
  "Orange and Blue had no tank left": "Oba přišli o všechny tanky",
  "{} could drive no tank any more": (side) => `${name(side)} už nemohl jet žádným tankem`,
  "Neither side could drive a tank any more": "Ani jedna strana už nemohla jet žádným tankem",
  "equal tanks, {# square} to {#}": (more, less) => `stejně tanků, ${boxes(more)} ku ${less}`,
  "equal tanks and squares": "stejně tanků i polí",
  "{# tank} to {#}": (more, less) => `${tanks(more)} ku ${less}`,

  // Tank Duel.
  ...CAUSES,
  "Round {#}: {} went {}, {} went {}": (round, one, first, other, second) =>
    `${round}. kolo: ${name(one)} jel ${went(first)}, ${name(other)} jel ${went(second)}`,
  "{} at {}, driving {}, is destroyed: {}": (side, at, to, by) =>
    `${name(side)} na ${at}, jede ${way(to)}, je zničen: ${by.split(/, | and /).map((each) => CAUSES[each] ?? each).join(" a ")}`,
  "{} at {} drives {}, tower {}, has just fired": (side, at, to, tower) => driving(side, at, to, tower, "fired"),
  "{} at {} drives {}, tower {}": driving,
  "{} at {} drives {}, has just fired": (side, at, to) => driving(side, at, to, "", "fired"),
  "{} at {} drives {}": driving,
  "Missile of {}: tail {}, head {}, flying {}, in flames": (side, tail, head, to) => flying(side, tail, head, to, "flames"),
  "Missile of {}: tail {}, head {}, flying {}": flying,
  "{} hit a wall": "{} naráží do zdi",
  "{} hit a mine": "{} najíždí na minu",
  "{} was hit by a missile": "{} dostává zásah střelou",
  "the tanks collided": "tanky se srazily",
  "The tanks collided": "Tanky se srazily",
  "both tanks were destroyed": "oba tanky byly zničeny",
  "{} drove into a wall": "{} narazil do zdi",
  "{} drove onto a mine": "{} najel na minu",
  "{} was hit by {}": (side, by) => `${whom(side)} zasáhla ${missile(by)}`,
  "{} collided with the other tank": "{} se srazil s druhým tankem",
  "{} drove into a wall and was hit by {}": (side, by) => `${name(side)} narazil do zdi a zasáhla ho ${missile(by)}`,
  "{} drove onto a mine and was hit by {}": (side, by) => `${name(side)} najel na minu a zasáhla ho ${missile(by)}`,
  "{} drove into a wall and collided with the other tank": "{} narazil do zdi a srazil se s druhým tankem",
  "{} drove onto a mine and collided with the other tank": "{} najel na minu a srazil se s druhým tankem",
  "{} was hit by {} and collided with the other tank": (side, by) =>
    `${whom(side)} zasáhla ${missile(by)} a srazil se s druhým tankem`,
  "{} drove onto a mine and was hit by {} and collided with the other tank": (side, by) =>
    `${name(side)} najel na minu, zasáhla ho ${missile(by)} a srazil se s druhým tankem`,

  // Tank Battle.
  "{} {# point}, lost {}": (side, n, lost) => `${name(side)} ${points(n)}, ${losses(lost)}`,
  "{} to move": (side) => `${name(side)} je na tahu`,
  "{#} of {#} quiet turns": "{} z {} klidných tahů",
  "{}'s tanks: {}": (side, list) => `Tanky ${of(side)}: ${places(list)}`,
  "{} had no move and passed": (side) => `${name(side)} neměl tah a vynechal`,
  "{} moved from {} to {} and captured the commander": (side, from, to) =>
    `${name(side)} táhl z ${from} na ${to} a sebral velitele`,
  "{} moved from {} to {} and captured a tank": (side, from, to) => `${name(side)} táhl z ${from} na ${to} a sebral tank`,
  "{} moved from {} to {}": (side, from, to) => `${name(side)} táhl z ${from} na ${to}`,
  "A draw": "Remíza",
  "{} wins": (side) => `Vyhrává ${name(side)}`,
  "All tanks of both sides were in the enemy's base": "Všechny tanky obou stran byly v nepřátelské základně",
  "All tanks of {} were in {}'s base": (side, other) => `Všechny tanky ${of(side)} byly v základně ${of(other)}`,
  "Neither side had a move any more": "Ani jedna strana už neměla tah",
  "{# move} of each side brought no capture and no new tank into a base": (n) =>
    `${moves(n)} každé strany bez braní a bez nového tanku v základně`,
  "{# point} to {#}": ratio,
  "all tanks of one side reached the enemy base, {# point} to {#}": (more, less) =>
    `všechny tanky jedné strany dorazily do nepřátelské základny, ${ratio(more, less)}`,
  "all tanks of one side are lost, {# point} to {#}": (more, less) => `jedna strana přišla o všechny tanky, ${ratio(more, less)}`,
  "both players passed, {# point} to {#}": (more, less) => `oba hráči vynechali tah, ${ratio(more, less)}`,
  "too many quiet moves, {# point} to {#}": (more, less) => `příliš mnoho klidných tahů, ${ratio(more, less)}`,
  "the players agreed to end, {# point} to {#}": (more, less) => `hráči se dohodli na konci, ${ratio(more, less)}`,

  // Games that were not played to their end.
  "the challenge was withdrawn": "výzva byla stažena",
  "the challenge was declined": "výzva byla odmítnuta",
  "it was cancelled before both had moved": "byla zrušena dřív, než oba táhli",
  "it was not begun in time": "nezačala včas",
  ...deeds,
  ...failures,
  "{}'s bot": "bot hráče {}",
  "{} in turn {#}": "{} v {}. tahu",
  "{} and {} in turn {#}": "{} a {} v {}. tahu",

  // What a table refuses.
  "turn {#} is over; turn {#} is being played": "{}. tah už byl; hraje se {}. tah",
  "turn {#} has not come; turn {#} is being played": "{}. tah ještě nepřišel; hraje se {}. tah",
  "your move for this turn is sealed; wait for the other": "váš tah pro toto kolo je zadaný; počkejte na soupeře",
  "this table has no rounds of fixed length; send a move": "tato partie nemá kola pevné délky; pošlete tah",
  "the game is over": "partie skončila",
  "the other seat is still open; wait until somebody joins": "druhé místo je ještě volné; počkejte, až se někdo připojí",
  "{} is not to move; wait for the other": "{} není na tahu; počkejte na soupeře",
  "{} cannot play {} here; legal moves are {}": "{} tu nemůže hrát {}; možné tahy jsou {}",
  "this offer was declined; make a move before you offer again":
    "tato nabídka byla odmítnuta; než ji zopakujete, udělejte tah",
  "the other player has declined a rematch; only they can offer one now, or set up a new game":
    "soupeř odvetu odmítl; teď ji může nabídnout jen on, nebo začněte novou partii",
  "your offer stands already; wait for the answer": "vaše nabídka už platí; počkejte na odpověď",
  "a rematch comes after the game; this one is not over": "odveta přijde až po partii; tato ještě neskončila",
  "this game was never begun; set up a new one": "tato partie nikdy nezačala; založte novou",
  "the rematch has begun already": "odveta už začala",
  "{} cannot be ended by agreement; play on, or resign": "{} nelze ukončit dohodou; hrajte dál, nebo se vzdejte",
  "there is no such offer to accept": "taková nabídka k přijetí není",
  "there is no such offer to decline": "taková nabídka k odmítnutí není",
  "there is nobody else here to talk to": "není tu nikdo, komu by šlo něco říct",
  "{} phrases are enough for one game": "na jednu partii stačí {} vět",
  "both have moved, so the game counts; play on, or resign": "oba už táhli, takže partie platí; hrajte dál, nebo se vzdejte",
  "this challenge is over": "tato výzva už neplatí",
  "only against a bot can moves be taken back without asking; offer a takeback":
    "bez ptaní lze tahy vracet jen proti botovi; požádejte soupeře o vrácení",
  "a bot need not be asked; use undo": "bota se ptát nemusíte; tah prostě vraťte",
  "in a tournament no move is taken back": "v turnaji se tahy nevracejí",
  "in a rated game against a bot no move is taken back": "v hodnocené partii proti botovi se tahy nevracejí",
  "this game is rated; there are no hints": "tato partie je hodnocená; tipy v ní nejsou",
  "{} has left; there is nobody who could answer": "{} tu už není; nemá kdo odpovědět",
  "one of you has blocked the other, so nothing reaches {} but moves": "jeden z vás druhého blokuje, takže {} od vás dostane jen tahy",
  "the other player asks to take a move back; answer that first": "soupeř žádá o vrácení tahu; nejdřív na to odpovězte",
  "you have asked {} times in this game; play on, or resign": "v této partii jste už žádali, počet žádostí: {}; hrajte dál, nebo se vzdejte",
  "conditional moves are for games with days per move against a person":
    "podmíněné tahy jsou jen v partiích s dny na tah proti člověku",
  "both choose at once in this game, so there is nothing to answer to": "v této hře volí oba současně, takže není nač odpovídat",
  "there is no game to plan for": "není partie, pro kterou by šlo plánovat",
  "make your own move first, then plan for the answers to it": "nejdřív udělejte svůj tah, pak plánujte, co po něm",
  "a plan has at most {} lines of {} moves each": "plán má nejvýše {} variant, každou nejvýše o {} tazích",
  "a line begins with a move of the other player and ends with a move of yours": "varianta začíná tahem soupeře a končí vaším tahem",
  "{} is not a move; write moves as in the list of moves": "{} není tah; pište tahy jako v seznamu tahů",
  "{} cannot be played there": "{} tam nelze zahrát",
  "the game would be over before {}": "partie by skončila dřív než {}",
  "the other player has moved meanwhile; look at the position again": "soupeř mezitím táhl; podívejte se na pozici znovu",
  "there are two replies to {}; keep one": "na {} jsou dvě odpovědi; nechte jen jednu",
  "somebody else was quicker; look at the tournament again": "někdo byl rychlejší; podívejte se na turnaj znovu",
  "it has started already": "už začal",
  "it takes {} to play; wait for more to join": "hrát se dá nejméně ve {}; počkejte, až se přidají další",
  "you have not moved yet: nothing has been played that could be taken back": "ještě jste netáhli: není co vrátit",
  "this game is played in real time; nothing can be taken back": "tato partie se hraje ve skutečném čase; nic nelze vrátit",
  "a game has at most {} moves taken back, in its first {} turns":
    "v partii lze vrátit nejvýše {} tahů, a to v prvních {} tazích",
  "hints are for games against a bot": "tipy jsou jen v partiích proti botovi",
  "this game is played in real time; there are no hints": "tato partie se hraje ve skutečném čase; tipy v ní nejsou",
  "it is not your move; wait for the other": "nejste na tahu; počkejte na soupeře",
  "you are watching; only players get hints": "jen sledujete; tipy dostávají hráči",
  "no hint could be found just now; try again": "tip se teď nepodařilo najít; zkuste to znovu",
  "the game has gone on meanwhile; ask again": "partie mezitím pokračovala; požádejte znovu",
  "vacations are for games with days per move": "dovolená je jen v partiích s dny na tah",
  "you have {} days of vacation left in this game, so 1 to {} can be taken":
    "dní dovolené vám v této partii zbývá {}, vzít si tedy můžete 1 až {}",
  "both seats are taken": "obě místa jsou obsazená",
  "you can watch": "můžete sledovat",
  "you already sit at this table; send the link to somebody else": "u této partie už sedíte; pošlete odkaz někomu jinému",
  "too fast: at most {} messages a second are read": "příliš rychle: čte se nejvýše {} zpráv za sekundu",
  "the message was not understood: {}": "zprávě server nerozumí: {}",
  "you are watching; only players can do that": "jen sledujete; to mohou jen hráči",
  "that seat is not yours": "to místo není vaše",
  "this version is too old to play; choose its bot's newest in a new game":
    "tato verze je na hraní příliš stará; v nové partii vyberte nejnovější verzi bota",
  "{} games of whoever set this one up are not over; finish some first":
    "kdo tuto partii založil, má {} nedohraných; nejdřív některé dohrajte",
  "{} is in {} and closed until it is over": "{} je v soutěži {} a do jejího konce je uzavřený",
  "that is for people with an account": "to je pro ty, kdo mají účet",
  "that is for organisers": "to je pro pořadatele",
  "that is for the administrator": "to je pro správce",
  "a code gives at most the role that you have": "kód může dát nejvýše tu roli, kterou máte sami",
  "only the administrator can do that to an organiser": "s pořadatelem to může udělat jen správce",

  // What is being done.
  "getting ready": "příprava",
  "looking at every position": "prohlíží se každá pozice",
  "waiting for another process to build the table": "čeká se, až jiný proces sestaví tabulku",
  "compiling (only the first time)": "překládá se (jen poprvé)",
  "finding positions": "hledají se pozice",
  "solving positions": "řeší se pozice",
  "asking the policy": "zkoumá se strategie",
  done: "hotovo",

  // Options of games.
  "the board: a name, or the text of a layout of your own": "deska: jméno, nebo text vašeho vlastního rozestavení",
  "moves of each player without a capture or a new tank in a base that end the game; 0: never":
    "tolik tahů každého hráče bez braní a bez nového tanku v základně ukončí partii; 0: nikdy",
  "whether tank 0 starts where tank 1 would": "zda oranžový tank začíná tam, kde by začínal modrý",
  "the order of the tanks from each player's own left": "pořadí tanků z pohledu každého hráče zleva",
  "whether C also hits the square next to it": "zda C zasáhne i pole hned vedle sebe",

  // Checks of bots.
  "check {#} ({}) failed: {*}": "kontrola {} ({}) neprošla: {}",
  "it builds": "sestaví se",
  "it starts and says it is ready": "spustí se a ohlásí, že je připravený",
  "it answers its first turn with a legal move": "na první tah odpoví možným tahem",
  "it plays a whole game at seat 0": "odehraje celou partii na místě 0",
  "it plays a whole game at seat 1": "odehraje celou partii na místě 1",
  "it plays many games in one process": "odehraje mnoho partií v jednom procesu",
  "it answers positions it has not seen coming": "odpoví v pozicích, které nečekal",
  "it plays every variant of the game": "zahraje každou variantu hry",
  "it stays well within its time": "s časem vychází s rezervou",
  "it leaves on `bye`": "na `bye` skončí",
  "it could not be checked: {*}": "nešlo ho zkontrolovat: {}",
  "it was tried several times, and each time its worker died": "zkoušelo se to několikrát a proces, který to dělal, pokaždé skončil",
  "this server failed at it {#} times, which is not the bot's fault": "serveru se to nepovedlo ({}krát) a není to chyba bota",
  "lastly: {*}": "naposledy: {}",

  // Comparing versions of a bot.
  "The new version is worse: {} of the points in {} games": "Nová verze je horší: {} bodů, partií {}",
  "So far the new version has {} of the points in {} games": "Nová verze má zatím {} bodů, partií {}",
  "The new version is better: {} of the points in {} games": "Nová verze je lepší: {} bodů, partií {}",
  "The new version is not {} Elo better: {} of the points in {} games": "Nová verze není o {} Elo lepší: {} bodů, partií {}",
  "No difference could be shown: {} of the points in {} games": "Rozdíl se neprokázal: {} bodů, partií {}",
  "It was broken off: {}": "Bylo přerušeno: {}",

  // Contests: results, columns, stages, remarks.
  "{} won: {*}": "Vyhrává {}: {}",
  "Draw: {*}": "Remíza: {}",
  "Nobody won: {*}": "Nevyhrál nikdo: {}",
  "{} was disqualified": "{} byl diskvalifikován",
  "{} was withdrawn": "{} odstoupil",
  "{} was quarantined": "{} byl vyloučen",
  place: "místo",
  name: "jméno",
  "came to": "došel do",
  games: "partie",
  won: "výhry",
  drawn: "remízy",
  lost: "prohry",
  note: "poznámka",
  matches: "zápasy",
  points: "body",
  "the teacher's bot {}: {*}; repair {} and start again": "učitelův bot {}: {}; opravte {} a spusťte soutěž znovu",
  "head to head": "vzájemné",
  "{} for a won match, {} for a drawn one, {} for a lost one": "{} za vyhraný zápas, {} za nerozhodný, {} za prohraný",
  "{} for a won game, {} for a drawn one, {} for a lost one": "{} za vyhranou partii, {} za remízu, {} za prohranou",
  "points in the games among those who are level": "body z partií mezi těmi, kdo jsou na tom stejně",
  "the points of all opponents together": "body všech soupeřů dohromady",
  "the place at the beginning of the stage": "místo na začátku této části",
  "drawn by lot, the lowest comes first": "los, nejnižší je první",
  "in all games of the stage together": "ve všech partiích této části dohromady",
  "of all stages, with forfeits": "ze všech částí, i kontumované",
  "of all stages, with forfeits, without those against the teacher's bot":
    "ze všech částí, i kontumované, bez partií proti učitelovu botovi",
  seeding: "nasazení",
  lot: "los",
  wins: "výhry",
  round: "kolo",
  match: "zápas",
  score: "skóre",
  "decided by": "rozhodlo",
  game: "partie",
  board: "deska",
  result: "výsledek",
  quarantined: "vyloučen",
  disqualified: "diskvalifikován",
  withdrawn: "odstoupil",
  suspended: "pozastaven",
  replaced: "nahrazen",
  "Group stage": "Skupinová fáze",
  "Group {}": "Skupina {}",
  "Round robin": "Každý s každým",
  Swiss: "Švýcarský systém",
  Groups: "Skupiny",
  Knockout: "Vyřazovací část",
  Finals: "Finálová část",
  "Double elimination": "Na dvě prohry",
  Final: "Finále",
  Qualification: "Kvalifikace",
  "Play-off": "Rozhodující zápasy",
  "Group play": "Skupiny",
  "Additional matches": "Dodatečné zápasy",
  "Last {#}": "Posledních {}",
  extra: "další partie",
  "Third place": "O třetí místo",
  "Semi-final": "Semifinále",
  "Semi-finals": "Semifinále",
  "Quarter-finals": "Čtvrtfinále",
  "Round {}": "{}. kolo",
  "Winners' final": "Finále vítězů",
  "Winners' semi-finals": "Semifinále vítězů",
  "Winners' round {}": "{}. kolo vítězů",
  "Losers' final": "Finále poražených",
  "Losers' round {}": "{}. kolo poražených",
  "Second final": "Druhé finále",
  "{} has a bye": "{} má volný los",
  "{} withdrew, and this stage was drawn anew without it": "{} odstoupil a tato fáze byla bez něj nalosována znovu",
  "{} was disqualified, and this stage was drawn anew without it":
    "{} byl diskvalifikován a tato fáze byla bez něj nalosována znovu",
  "{} withdrew during this stage: it keeps its place and the games that it has played, and forfeits the others":
    "{} během této fáze odstoupil: místo i odehrané partie mu zůstávají, ostatní prohrává bez hry",
  "{} withdrew during this stage: in the bracket it stands where it came to and loses that round, in the ranking it comes last":
    "{} během této fáze odstoupil: v pavouku stojí tam, kam došel, a to kolo prohrává, v pořadí je na konci",
  "{} was disqualified during this stage: in the bracket it stands where it came to and loses that round, in the ranking it comes last":
    "{} byl během této fáze diskvalifikován: v pavouku stojí tam, kam došel, a to kolo prohrává, v pořadí je na konci",
  "entries are not open yet": "přihlášky ještě nejsou otevřené",
  "entries are closed: the contest has begun": "přihlášky jsou uzavřené: soutěž začala",
  "entries are closed: the deadline has passed": "přihlášky jsou uzavřené: termín uplynul",
  "{} is over": "{}: soutěž skončila",
  "ask its organiser, {}, if something has to be changed": "pokud je třeba něco změnit, obraťte se na pořadatele ({})",
  "too many failures, the last one in {}": "příliš mnoho selhání, poslední v partii {}",
  "{} against {}, board {}": "{} proti {}, deska {}",
  "{} against {} in {}, board {}": "{} proti {}, {}, deska {}",
  "{} against {} in {}, round {}, board {}": "{} proti {}, {}, {}. kolo, deska {}",
  "Another version plays since {}: {}": "Jiná verze hraje od {}: {}",
};
