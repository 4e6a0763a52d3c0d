// What games and the server say in English, in the language of the page.

import { count } from "./forms.js";

const NAMES = /** @type {Record<string, string>} */ ({ Orange: "Orange", Blue: "Blå" });
const name = (/** @type {string} */ side) => NAMES[side] ?? side;
const of = (/** @type {string} */ side) => `${name(side)}s`;
const WAYS = /** @type {Record<string, string>} */ ({ left: "åt vänster", right: "åt höger", up: "uppåt", down: "nedåt" });
const way = (/** @type {string} */ direction) => WAYS[direction] ?? direction;
const CAUSES = /** @type {Record<string, string>} */ ({ wall: "vägg", mine: "mina", missile: "missil", tank: "krock" });
/** "right", or "right and fired up". @param {string} done */
const went = (done) => done.split(" and fired ").map(way).join(" och sköt ");

const points = (/** @type {string} */ n) => count(Number(n), "poäng", "poäng");
const tanks = (/** @type {string} */ n) => count(Number(n), "vagn", "vagnar");
const boxes = (/** @type {string} */ n) => count(Number(n), "ruta", "rutor");

/** What a side of Tank Battle has lost: "3 tanks and the commander". @param {string} lost */
function losses(lost) {
  const normal = /\d+/.exec(lost)?.[0];
  const parts = [normal && tanks(normal), lost.includes("commander") && "befälhavaren"].filter(Boolean);
  return `har förlorat ${parts.join(" och ") || "inget"}`;
}

/** Where a side's tanks stand, as it is written in English. @param {string} list */
const places = (list) =>
  list === "none"
    ? "inga"
    : list
        .replace(/column (\d+) row (\d+)/g, "kolumn $1 rad $2")
        .replace(/, blocked/g, ", blockerad")
        .replace(/ commander/g, " befälhavare")
        .replace(/ in base/g, " i basen");

/** @param {string} side @param {string} at @param {string} to @param {string} [tower] @param {string} [fired] */
const driving = (side, at, to, tower = "", fired = "") =>
  `${name(side)} på ${at} kör ${way(to)}${tower && `, tornet ${way(tower)}`}${fired && ", har nyss skjutit"}`;

/** @param {string} side @param {string} tail @param {string} head @param {string} to @param {string} [flames] */
const flying = (side, tail, head, to, flames = "") =>
  `${of(side)} missil: bak ${tail}, spets ${head}, flyger ${way(to)}${flames && ", i lågor"}`;

/** @param {string} more @param {string} less */
const ratio = (more, less) => `${points(more)} mot ${less}`;

/** How bots and people fail. @type {[string, string][]} */
const FAULTS = [
  ["resigned", "gav upp"],
  ["ran out of time", "överskred tiden"],
  ["could not be built", "gick inte att bygga"],
  ["did not start", "startade inte"],
  ["was not ready in time", "var inte redo i tid"],
  ["made an illegal move", "gjorde ett otillåtet drag"],
  ["gave an answer that cannot be read", "gav ett oläsligt svar"],
  ["gave an answer that is too long", "gav ett för långt svar"],
  ["crashed", "kraschade"],
  ["used too much memory", "använde för mycket minne"],
  ["started too many processes", "startade för många processer"],
  ["could not play because the machine failed", "kunde inte spela eftersom datorn felade"],
  ["failed", "felade"],
];
const failures = Object.fromEntries(
  FAULTS.flatMap(([said, failed]) => [
    [said, failed],
    [`{} ${said}`, `{} ${failed}`],
  ]),
);

/** @type {typeof import("../sentences.js").sentences} */
export const sentences = {
  // Sides and elements of pictures.
  Orange: "Orange",
  Blue: "Blå",
  both: "båda",
  "both bots": "båda botarna",
  "Orange's tank": "Oranges vagn",
  "Blue's tank": "Blås vagn",
  "Orange's commander": "Oranges befälhavare",
  "Blue's commander": "Blås befälhavare",
  "Orange's missile": "Oranges missil",
  "Blue's missile": "Blås missil",
  "Orange's {}": "Oranges {}",
  "Blue's {}": "Blås {}",
  "it has reached its last row": "den har nått sin sista rad",
  "a tank is on the square ahead": "en vagn är i rutan framför",
  "no square beside it is free": "ingen ruta bredvid är fri",
  "it stays in the enemy base, where no square beside it is free":
    "den stannar i fiendens bas, där ingen ruta bredvid är fri",

  // Tank War.
  "Round {#}: {} drove {}, {} drove {}": (round, one, first, other, second) =>
    `Runda ${round}: ${name(one)} körde ${first}, ${name(other)} körde ${second}`,
  "Both wanted the same square; it is {}'s, so {}'s tank stayed": (owner, side) =>
    `Båda ville till samma ruta; den är ${of(owner)}, så ${of(side)} vagn stod kvar`,
  "{}'s {} destroyed {}'s {}": (one, tank, other, hit) => `${of(one)} ${tank} förstörde ${of(other)} ${hit.replace(" and ", " och ")}`,
  "{} has {# tank} and {# square}: {*}": (side, n, m, list) => `${name(side)} har ${tanks(n)} och ${boxes(m)}: ${places(list)}`,
  "{} {# tank}, {# square}": (side, n, m) => `${name(side)} ${tanks(n)}, ${boxes(m)}`,
  "{} had no tank left": (side) => `${name(side)} hade ingen vagn kvar`,
  "Orange and Blue had no tank left": "Ingen sida hade någon vagn kvar",
  "{} could drive no tank any more": (side) => `${name(side)} kunde inte köra någon vagn mer`,
  "Neither side could drive a tank any more": "Ingen sida kunde köra någon vagn mer",
  "equal tanks, {# square} to {#}": (more, less) => `lika många vagnar, ${boxes(more)} mot ${less}`,
  "equal tanks and squares": "lika många vagnar och rutor",
  "{# tank} to {#}": (more, less) => `${tanks(more)} mot ${less}`,

  // Tank Duel.
  ...CAUSES,
  "Round {#}: {} went {}, {} went {}": (round, one, first, other, second) =>
    `Runda ${round}: ${name(one)} körde ${went(first)}, ${name(other)} körde ${went(second)}`,
  "{} at {}, driving {}, is destroyed: {}": (side, at, to, by) =>
    `${name(side)} på ${at}, på väg ${way(to)}, är förstörd: ${by.split(/, | and /).map((each) => CAUSES[each] ?? each).join(" och ")}`,
  "{} at {} drives {}, tower {}, has just fired": (side, at, to, tower) => driving(side, at, to, tower, "fired"),
  "{} at {} drives {}, tower {}": driving,
  "{} at {} drives {}, has just fired": (side, at, to) => driving(side, at, to, "", "fired"),
  "{} at {} drives {}": driving,
  "Missile of {}: tail {}, head {}, flying {}, in flames": (side, tail, head, to) => flying(side, tail, head, to, "flames"),
  "Missile of {}: tail {}, head {}, flying {}": flying,
  "{} hit a wall": "{} körde in i en vägg",
  "{} hit a mine": "{} körde på en mina",
  "{} was hit by a missile": "{} träffades av en missil",
  "the tanks collided": "vagnarna krockade",
  "The tanks collided": "Vagnarna krockade",
  "both tanks were destroyed": "båda vagnarna förstördes",
  "{} drove into a wall": "{} körde in i en vägg",
  "{} drove onto a mine": "{} körde på en mina",
  "{} was hit by {}": "{} träffades av {}",
  "{} collided with the other tank": "{} krockade med den andra vagnen",
  "{} drove into a wall and was hit by {}": "{} körde in i en vägg och träffades av {}",
  "{} drove onto a mine and was hit by {}": "{} körde på en mina och träffades av {}",
  "{} drove into a wall and collided with the other tank": "{} körde in i en vägg och krockade med den andra vagnen",
  "{} drove onto a mine and collided with the other tank": "{} körde på en mina och krockade med den andra vagnen",
  "{} was hit by {} and collided with the other tank": "{} träffades av {} och krockade med den andra vagnen",
  "{} drove onto a mine and was hit by {} and collided with the other tank":
    "{} körde på en mina, träffades av {} och krockade med den andra vagnen",
  "its own missile": "sin egen missil",
  "a missile": "en missil",

  // Tank Battle.
  "{} {# point}, lost {}": (side, n, lost) => `${name(side)} ${points(n)}, ${losses(lost)}`,
  "{} to move": (side) => `${name(side)} är vid draget`,
  "{#} of {#} quiet turns": "{} av {} stilla drag",
  "{}'s tanks: {}": (side, list) => `${of(side)} vagnar: ${places(list)}`,
  "{} had no move and passed": (side) => `${name(side)} hade inget drag och passade`,
  "{} moved from {} to {} and captured the commander": (side, from, to) =>
    `${name(side)} drog från ${from} till ${to} och slog befälhavaren`,
  "{} moved from {} to {} and captured a tank": (side, from, to) =>
    `${name(side)} drog från ${from} till ${to} och slog en vagn`,
  "{} moved from {} to {}": (side, from, to) => `${name(side)} drog från ${from} till ${to}`,
  "A draw": "Oavgjort",
  "{} wins": (side) => `${name(side)} vinner`,
  "All tanks of both sides were in the enemy's base": "Båda sidors alla vagnar var i fiendens bas",
  "All tanks of {} were in {}'s base": (side, other) => `Alla ${of(side)} vagnar var i ${of(other)} bas`,
  "Neither side had a move any more": "Ingen sida hade något drag kvar",
  "{# move} of each side brought no capture and no new tank into a base": (n) =>
    `${n} drag av varje sida utan slag och utan ny vagn i en bas`,
  "{# point} to {#}": ratio,
  "all tanks of one side reached the enemy base, {# point} to {#}": (more, less) =>
    `ena sidans alla vagnar nådde fiendens bas, ${ratio(more, less)}`,
  "all tanks of one side are lost, {# point} to {#}": (more, less) => `ena sidan har förlorat alla vagnar, ${ratio(more, less)}`,
  "both players passed, {# point} to {#}": (more, less) => `båda spelarna passade, ${ratio(more, less)}`,
  "too many quiet moves, {# point} to {#}": (more, less) => `för många stilla drag, ${ratio(more, less)}`,
  "the players agreed to end, {# point} to {#}": (more, less) => `spelarna kom överens om att sluta, ${ratio(more, less)}`,

  // Games that were not played to their end.
  "the challenge was withdrawn": "utmaningen drogs tillbaka",
  "the challenge was declined": "utmaningen avböjdes",
  "it was cancelled before both had moved": "det avbröts innan båda hade dragit",
  "it was not begun in time": "det började inte i tid",
  ...failures,
  "{}'s bot": "boten till {}",
  "{} in turn {#}": "{} i drag {}",
  "{} and {} in turn {#}": "{} och {} i drag {}",

  // What a table refuses.
  "turn {#} is over; turn {#} is being played": "drag {} är över; nu spelas drag {}",
  "turn {#} has not come; turn {#} is being played": "drag {} har inte kommit; nu spelas drag {}",
  "your move for this turn is sealed; wait for the other": "ditt drag är lagt; vänta på den andra",
  "this table has no rounds of fixed length; send a move": "partiet har inga rundor av fast längd; skicka ett drag",
  "the game is over": "partiet är slut",
  "the other seat is still open; wait until somebody joins": "den andra platsen är ledig; vänta tills någon kommer",
  "{} is not to move; wait for the other": "{} är inte vid draget; vänta på den andra",
  "{} cannot play {} here; legal moves are {}": "{} kan inte spela {} här; tillåtna drag är {}",
  "this offer was declined; make a move before you offer again": "förslaget avböjdes; gör ett drag innan du föreslår igen",
  "the other player has declined a rematch; only they can offer one now, or set up a new game":
    "den andra har avböjt revansch; nu kan bara den erbjuda en, eller så börjar du ett nytt parti",
  "your offer stands already; wait for the answer": "ditt förslag gäller redan; vänta på svaret",
  "a rematch comes after the game; this one is not over": "revansch kommer efter partiet; det här är inte slut",
  "this game was never begun; set up a new one": "partiet började aldrig; börja ett nytt",
  "the rematch has begun already": "revanschen har redan börjat",
  "{} cannot be ended by agreement; play on, or resign": "{} kan inte avslutas genom överenskommelse; spela vidare eller ge upp",
  "there is no such offer to accept": "det finns inget sådant förslag att anta",
  "there is no such offer to decline": "det finns inget sådant förslag att avböja",
  "there is nobody else here to talk to": "det finns ingen annan här att prata med",
  "{} phrases are enough for one game": "{} fraser räcker för ett parti",
  "both have moved, so the game counts; play on, or resign": "båda har dragit, så partiet räknas; spela vidare eller ge upp",
  "this challenge is over": "utmaningen gäller inte längre",
  "only against a bot can moves be taken back without asking; offer a takeback":
    "drag kan ångras utan att fråga bara mot en bot; be att få ta tillbaka draget",
  "a bot need not be asked; use undo": "en bot behöver du inte fråga; ångra draget",
  "in a tournament no move is taken back": "i en turnering tas inga drag tillbaka",
  "in a rated game against a bot no move is taken back": "i ett rankat parti mot en bot tas inga drag tillbaka",
  "this game is rated; there are no hints": "partiet är rankat; det finns inga ledtrådar",
  "{} has left; there is nobody who could answer": "{} finns inte kvar; det finns ingen som kan svara",
  "one of you has blocked the other, so nothing reaches {} but moves": "en av er har blockerat den andra, så bara drag når {}",
  "the other player asks to take a move back; answer that first": "den andra ber att få ta tillbaka ett drag; svara på det först",
  "you have asked {} times in this game; play on, or resign": "du har frågat {} gånger i partiet; spela vidare eller ge upp",
  "conditional moves are for games with days per move against a person":
    "villkorade drag finns bara i partier med dagar per drag mot en människa",
  "both choose at once in this game, so there is nothing to answer to": "båda väljer samtidigt i spelet, så det finns inget att svara på",
  "there is no game to plan for": "det finns inget parti att planera för",
  "make your own move first, then plan for the answers to it": "gör ditt eget drag först och planera sedan för svaren på det",
  "a plan has at most {} lines of {} moves each": "en plan har högst {} varianter med {} drag var",
  "a line begins with a move of the other player and ends with a move of yours": "en variant börjar med motståndarens drag och slutar med ditt",
  "{} is not a move; write moves as in the list of moves": "{} är inget drag; skriv drag som i draglistan",
  "{} cannot be played there": "{} kan inte spelas där",
  "the game would be over before {}": "partiet skulle vara slut före {}",
  "the other player has moved meanwhile; look at the position again": "den andra har dragit under tiden; titta på ställningen igen",
  "there are two replies to {}; keep one": "det finns två svar på {}; behåll ett",
  "somebody else was quicker; look at the tournament again": "någon annan hann före; titta på turneringen igen",
  "it has started already": "den har redan börjat",
  "it takes {} to play; wait for more to join": "det krävs {} för att spela; vänta tills fler går med",
  "you have not moved yet: nothing has been played that could be taken back": "du har inte dragit än: det finns inget att ångra",
  "this game is played in real time; nothing can be taken back": "partiet spelas i realtid; inget kan ångras",
  "a game has at most {} moves taken back, in its first {} turns": "i ett parti kan högst {} drag ångras, under de första {} dragen",
  "hints are for games against a bot": "ledtrådar finns bara i partier mot en bot",
  "this game is played in real time; there are no hints": "partiet spelas i realtid; då finns inga ledtrådar",
  "it is not your move; wait for the other": "det är inte ditt drag; vänta på den andra",
  "you are watching; only players get hints": "du tittar på; bara spelare får ledtrådar",
  "no hint could be found just now; try again": "ingen ledtråd hittades just nu; försök igen",
  "the game has gone on meanwhile; ask again": "partiet har gått vidare; fråga igen",
  "vacations are for games with days per move": "semester finns bara i partier med dagar per drag",
  "you have {} days of vacation left in this game, so 1 to {} can be taken":
    "du har {} semesterdagar kvar i partiet, så 1 till {} kan tas",
  "both seats are taken": "båda platserna är upptagna",
  "you can watch": "du kan titta på",
  "you already sit at this table; send the link to somebody else": "du är redan med i partiet; skicka länken till någon annan",
  "too fast: at most {} messages a second are read": "för fort: högst {} meddelanden per sekund läses",
  "the message was not understood: {}": "meddelandet förstods inte: {}",
  "you are watching; only players can do that": "du tittar på; bara spelare kan göra det",
  "that seat is not yours": "den platsen är inte din",
  "this version is too old to play; choose its bot's newest in a new game":
    "versionen är för gammal för att spela; välj botens nyaste i ett nytt parti",
  "{} games of whoever set this one up are not over; finish some first":
    "den som startade det här partiet har {} oavslutade; avsluta några först",
  "{} is in {} and closed until it is over": "{} är med i {} och stängd tills den är slut",
  "that is for people with an account": "det är för dem som har ett konto",
  "that is for organisers": "det är för arrangörer",
  "that is for the administrator": "det är för administratören",
  "a code gives at most the role that you have": "en kod ger högst den roll som du själv har",
  "only the administrator can do that to an organiser": "det kan bara administratören göra med en arrangör",

  // What is being done.
  "getting ready": "gör sig redo",
  "looking at every position": "tittar på varje ställning",
  "waiting for another process to build the table": "väntar på att en annan process bygger tabellen",
  "compiling (only the first time)": "kompilerar (bara första gången)",
  "finding positions": "letar upp ställningar",
  "solving positions": "löser ställningar",
  "asking the policy": "frågar strategin",
  done: "klart",

  // Options of games.
  "the board: a name, or the text of a layout of your own": "brädet: ett namn, eller texten till en egen uppställning",
  "moves of each player without a capture or a new tank in a base that end the game; 0: never":
    "så många drag av varje spelare utan slag och utan ny vagn i en bas avslutar partiet; 0: aldrig",
  "whether tank 0 starts where tank 1 would": "om den orange vagnen börjar där den blå annars skulle",
  "the order of the tanks from each player's own left": "vagnarnas ordning från vänster sett från varje spelare",
  "whether C also hits the square next to it": "om C också träffar rutan bredvid",

  // Checks of bots.
  "check {#} ({}) failed: {*}": "kontroll {} ({}) misslyckades: {}",
  "it builds": "den går att bygga",
  "it starts and says it is ready": "den startar och säger att den är redo",
  "it answers its first turn with a legal move": "den svarar på första draget med ett tillåtet drag",
  "it plays a whole game at seat 0": "den spelar ett helt parti på plats 0",
  "it plays a whole game at seat 1": "den spelar ett helt parti på plats 1",
  "it plays many games in one process": "den spelar många partier i en process",
  "it answers positions it has not seen coming": "den svarar i ställningar som den inte väntat sig",
  "it plays every variant of the game": "den spelar alla varianter av spelet",
  "it stays well within its time": "den håller sig väl inom sin tid",
  "it leaves on `bye`": "den slutar vid `bye`",
  "it could not be checked: {*}": "den gick inte att kontrollera: {}",
  "it was tried several times, and each time its worker died": "det prövades flera gånger, och varje gång dog processen som gjorde det",
  "this server failed at it {#} times, which is not the bot's fault": "servern misslyckades {} gånger, vilket inte är botens fel",
  "lastly: {*}": "senast: {}",

  // Comparing versions of a bot.
  "The new version is worse: {} of the points in {} games": "Den nya versionen är sämre: {} av poängen i {} partier",
  "So far the new version has {} of the points in {} games": "Hittills har den nya versionen {} av poängen i {} partier",
  "The new version is better: {} of the points in {} games": "Den nya versionen är bättre: {} av poängen i {} partier",
  "The new version is not {} Elo better: {} of the points in {} games":
    "Den nya versionen är inte {} Elo bättre: {} av poängen i {} partier",
  "No difference could be shown: {} of the points in {} games": "Ingen skillnad kunde visas: {} av poängen i {} partier",
  "It was broken off: {}": "Den avbröts: {}",

  // Contests: results, columns, stages, remarks.
  "{} won: {*}": "{} vann: {}",
  "Draw: {*}": "Oavgjort: {}",
  "Nobody won: {*}": "Ingen vann: {}",
  "{} was disqualified": "{} är diskvalificerad",
  "{} was withdrawn": "{} har dragit sig ur",
  "{} was quarantined": "{} är utesluten",
  place: "plats",
  name: "namn",
  "came to": "kom till",
  games: "partier",
  won: "vunna",
  drawn: "oavgjorda",
  lost: "förlorade",
  note: "anmärkning",
  matches: "matcher",
  points: "poäng",
  "the teacher's bot {}: {*}; repair {} and start again": "lärarens bot {}: {}; rätta {} och starta igen",
  "head to head": "inbördes",
  "{} for a won match, {} for a drawn one, {} for a lost one": "{} för en vunnen match, {} för en oavgjord, {} för en förlorad",
  "{} for a won game, {} for a drawn one, {} for a lost one": "{} för ett vunnet parti, {} för ett oavgjort, {} för ett förlorat",
  "points in the games among those who are level": "poäng i partierna mellan dem som står lika",
  "the points of all opponents together": "alla motståndares poäng tillsammans",
  "the place at the beginning of the stage": "platsen i början av delen",
  "drawn by lot, the lowest comes first": "lottdragning, lägst kommer först",
  "in all games of the stage together": "i alla partier i delen tillsammans",
  "of all stages, with forfeits": "från alla delar, med förluster utan spel",
  "of all stages, with forfeits, without those against the teacher's bot":
    "från alla delar, med förluster utan spel, utan dem mot lärarens bot",
  seeding: "seedning",
  lot: "lott",
  wins: "vinster",
  round: "runda",
  match: "match",
  score: "ställning",
  "decided by": "avgjort av",
  game: "parti",
  board: "bräde",
  result: "resultat",
  quarantined: "utesluten",
  disqualified: "diskvalificerad",
  withdrawn: "uttagen",
  suspended: "avstängd",
  replaced: "ersatt",
  "Group stage": "Gruppspel",
  "Group {}": "Grupp {}",
  "Round robin": "Alla möter alla",
  Swiss: "Schweizer",
  Groups: "Grupper",
  Knockout: "Utslagning",
  Finals: "Slutspel",
  "Double elimination": "Dubbel utslagning",
  Final: "Final",
  Qualification: "Kval",
  "Play-off": "Omspel",
  "Group play": "Gruppspel",
  "Additional matches": "Extra matcher",
  "Last {#}": "De {} sista",
  extra: "fler partier",
  "Third place": "Tredje plats",
  "Semi-final": "Semifinal",
  "Semi-finals": "Semifinaler",
  "Quarter-finals": "Kvartsfinaler",
  "Round {}": "Runda {}",
  "Winners' final": "Vinnarnas final",
  "Winners' semi-finals": "Vinnarnas semifinaler",
  "Winners' round {}": "Vinnarnas runda {}",
  "Losers' final": "Förlorarnas final",
  "Losers' round {}": "Förlorarnas runda {}",
  "Second final": "Andra finalen",
  "{} has a bye": "{} har frirond",
  "{} withdrew, and this stage was drawn anew without it": "{} drog sig ur, och etappen lottades om utan den",
  "{} was disqualified, and this stage was drawn anew without it": "{} diskvalificerades, och etappen lottades om utan den",
  "{} withdrew during this stage: it keeps its place and the games that it has played, and forfeits the others":
    "{} drog sig ur under etappen: den behåller sin plats och de spelade partierna och förlorar de övriga utan spel",
  "{} withdrew during this stage: in the bracket it stands where it came to and loses that round, in the ranking it comes last":
    "{} drog sig ur under etappen: i slutspelsträdet står den där den kom och förlorar den rundan, i ställningen hamnar den sist",
  "{} was disqualified during this stage: in the bracket it stands where it came to and loses that round, in the ranking it comes last":
    "{} diskvalificerades under etappen: i slutspelsträdet står den där den kom och förlorar den rundan, i ställningen hamnar den sist",
  "entries are not open yet": "anmälan är inte öppen än",
  "entries are closed: the contest has begun": "anmälan är stängd: tävlingen har börjat",
  "entries are closed: the deadline has passed": "anmälan är stängd: tiden har gått ut",
  "{} is over": "{} är slut",
  "ask its organiser, {}, if something has to be changed": "fråga arrangören, {}, om något måste ändras",
  "too many failures, the last one in {}": "för många fel, det senaste i {}",
  "{} against {}, board {}": "{} mot {}, bräde {}",
  "{} against {} in {}, board {}": "{} mot {}, {}, bräde {}",
  "{} against {} in {}, round {}, board {}": "{} mot {}, {}, runda {}, bräde {}",
  "Another version plays since {}: {}": "En annan version spelar sedan {}: {}",
};
