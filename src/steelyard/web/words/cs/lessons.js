// Ten lessons: a few sentences each, and exercises on the board.

/** @type {typeof import("../lessons.js").lessonWords} */
export const lessonWords = {
  title: "Deset lekcí",
  subtitle: "Od toho, jak tank jezdí, až po střídání tahů: v každé pár vět a něco k vyzkoušení.",
  number: (number) => `Lekce ${number}`,
  exercise: (number, all) => (all > 1 ? `Cvičení ${number} z ${all}` : "Cvičení"),
  done: "hotovo",
  finished: "Lekce je hotová.",
  again: "Zkusit znovu",
  next: "Další lekce",
  all: "Všechny lekce",
  puzzles: "Pokračovat úlohami",
};

/** @type {typeof import("../lessons.js").lessonTexts} */
export const lessonTexts = [
  {
    title: "Jak tank jezdí",
    text: [
      "Ve hře Tank War každý hráč v každém kole popojede jedním tankem o jedno pole rovně vpřed. Tanky se nikdy neotáčejí, nestojí na místě ani necouvají.",
      "Oba hráči vybírají současně. Tank nemůže jet, stojí-li těsně před ním jiný tank.",
      "Každý tank má jméno z pohledu své strany: L nebo R podle toho, zda je vlevo, nebo vpravo, a svůj typ.",
    ],
    exercises: [
      {
        task: "Jste Modrý. Popojeďte tankem LC: je typu C a stojí vlevo od středu.",
        right: "Nic víc v jízdě není. Pole, na které vjel, teď patří vám.",
        wrong: "To byl jiný tank. LC je třetí zleva.",
      },
      {
        task: "Jet může už jen jeden z vašich tanků. Který?",
        right: "Ostatní stojí před nepřátelským tankem, nebo jsou v poslední řadě.",
        wrong: "Tenhle je zablokovaný.",
      },
    ],
  },
  {
    title: "Co tank zasáhne",
    text: [
      "Když oba tanky popojely, vystřelí každý tank na desce na všechno, na co dosáhne. Co to je, ukazuje jeho věž.",
      "A zasáhne čtyři pole, která s ním sousedí rohem, B čtyři pole, která s ním sousedí stranou, C čtyři pole vzdálená přesně dvě pole. Výstřel nic nezastaví.",
    ],
    exercises: [
      {
        task: "Tanky A, ty s x, zasahují šikmo. Popojeďte tankem A, který zničí nepřítele.",
        right: "Z nového pole dosáhne RA na nepřítele šikmo před sebou.",
        wrong: "Tento tank odtud na nikoho nedosáhne. Hledejte nepřítele, který by byl šikmo vedle některého z vašich.",
      },
      {
        task: "Tanky B, ty s +, zasahují pole, se kterými sousedí stranou. Popojeďte tankem B, který zničí nepřítele.",
        right: "LB teď stojí hned vedle nepřítele a nepřítel na něj nedosáhne.",
        wrong: "Tento tank odtud na nikoho nedosáhne. Hledejte nepřítele, který by stál hned vedle vašeho tanku B.",
      },
      {
        task: "Tanky C, ty s tečkami, zasahují na vzdálenost přesně dvou polí. Popojeďte tankem C, který zničí nepřítele.",
        right: "LC je od nepřítele přesně dvě pole. O jedno blíž by ho nezasáhl.",
        wrong: "Tento tank odtud na nikoho nedosáhne. Odpočítejte dvě pole do strany.",
      },
    ],
  },
  {
    title: "Pole, které chtějí oba",
    text: [
      "Obarvená pole patří straně té barvy. Tank, který na pole vjede, si je vezme.",
      "Jedou-li oba hráči na stejné pole, vjede tam jen ten, komu patří. Druhý zůstane, kde byl, a jeho tah propadne.",
    ],
    exercises: [
      {
        task: "Oranžový se chystá popojet tankem v levém krajním sloupci. Nepusťte ho na své pole.",
        right: "Pole bylo vaše, takže váš tank vjel a Oranžový do něj narazil.",
        wrong: "Oranžový vjel na vaše pole a vzal si je. Jeďte na to pole ve stejnou chvíli.",
      },
    ],
  },
  {
    title: "Jak končí Tank War",
    text: [
      "Partie končí, jakmile jedna strana nemůže popojet žádným tankem. Kdo má v tu chvíli víc tanků, vyhrává; při stejném počtu ten, kdo má víc polí.",
      "Takže počítejte: vedete-li, může být správné partii zablokovat.",
    ],
  },
  {
    title: "Jízda a miny",
    text: [
      "Ve hře Tank Duel váš jediný tank popojede v každém kole o jedno pole a nemůže stát. Na každém poli, které opustí, nechá minu.",
      "Zničí ho zeď, mina nebo druhý tank. Vyjede-li přes okraj, objeví se na protější straně.",
      "Místa tedy ubývá. Než zatočíte, podívejte se, kam půjde zatočit příště.",
    ],
  },
  {
    title: "Střely",
    text: [
      "Když se oba pohnuli, smí tank vystřelit ve směru své věže. Střela zabírá dvě pole najednou a za kolo uletí dvě pole; miny přelétá a o zeď vybuchne.",
      "Střela nemusí zasáhnout hned: stačí, když druhý tank nemá kam jinam jet.",
    ],
  },
  {
    title: "Tanky jako šachové dámy",
    text: [
      "Ve hře Tank Battle se hráči střídají. Tank jede o libovolný počet polí v přímém směru, i šikmo, a bere tím, že vjede na nepřítele.",
      "Miny a tanky mu stojí v cestě. Na šrafovaná pole smí jen velitel, ten s kroužkem.",
    ],
    exercises: [
      {
        task: "Jste Oranžový. Jeden z vašich tanků může brát. Najděte to braní.",
        right: "Dvě pole šikmo a nic mezi tím.",
        wrong: "Tímto tahem nic neberete. Sledujte úhlopříčky svých tanků.",
      },
    ],
  },
  {
    title: "Do základny",
    text: [
      "Obarvený roh na protější straně desky je nepřátelská základna. Tank v ní je za dva body a už ji neopustí; velitel na kruhu je za tři, každý tank jinde za jeden.",
      "Partie skončí okamžitě, když dorazí všechny tanky jedné strany. Pak rozhodují body.",
    ],
  },
  {
    title: "Jediný tah",
    text: [
      "Často vypadá dobře několik tanků a dobrý je jen jeden. Než popojedete, zeptejte se u každého svého tanku: jaká je nejhorší odpověď?",
      "Obstojí-li některý proti každé odpovědi, nemusíte hádat, co udělá soupeř.",
    ],
  },
  {
    title: "Střídání tahů",
    text: [
      "Někdy žádný tank neobstojí proti každé odpovědi. Kdo jezdí pořád tímtéž, toho soupeř prokoukne, jako při hře kámen, nůžky, papír.",
      "Pak je nejlepší vybírat ze dvou tanků náhodně, každý se svým podílem: tak často, aby soupeř získal totéž, ať udělá cokoli.",
    ],
  },
];
