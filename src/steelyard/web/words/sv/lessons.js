// Ten lessons: a few sentences each, and exercises on the board.

/** @type {typeof import("../lessons.js").lessonWords} */
export const lessonWords = {
  title: "Tio lektioner",
  subtitle: "Från hur en vagn kör till att blanda drag: några meningar och något att prova i varje.",
  number: (number) => `Lektion ${number}`,
  exercise: (number, all) => (all > 1 ? `Övning ${number} av ${all}` : "Övning"),
  done: "klar",
  finished: "Lektionen är klar.",
  again: "Försök igen",
  next: "Nästa lektion",
  all: "Alla lektioner",
  puzzles: "Fortsätt med uppgifter",
};

/** @type {typeof import("../lessons.js").lessonTexts} */
export const lessonTexts = [
  {
    title: "Hur en vagn kör",
    text: [
      "I Tank War kör alla en vagn i varje runda, en ruta rakt framåt. Vagnar svänger aldrig, stannar aldrig och backar aldrig.",
      "Båda spelarna väljer samtidigt. En vagn kan inte köra om en annan vagn står alldeles framför den.",
      "Varje vagn har ett namn sett från sin egen sida: L eller R för vänster eller höger, och sin typ.",
    ],
    exercises: [
      {
        task: "Du är Blå. Kör din LC, C-vagnen till vänster om mitten.",
        right: "Mer än så är det inte att köra. Rutan den körde in på är nu din.",
        wrong: "Det var en annan vagn. LC är den tredje från vänster.",
      },
      {
        task: "Bara en av dina vagnar kan fortfarande köra. Vilken?",
        right: "De andra står framför en fientlig vagn, eller är på sin sista rad.",
        wrong: "Den är blockerad.",
      },
    ],
  },
  {
    title: "Vad en vagn träffar",
    text: [
      "När båda vagnarna har kört skjuter varje vagn på brädet på allt den når. Vad det är visar dess torn.",
      "A träffar de fyra rutorna snett bredvid, B de fyra rutorna rakt bredvid, C de fyra rutorna exakt två steg bort. Inget är i vägen för ett skott.",
    ],
    exercises: [
      {
        task: "A-vagnar, de med x, träffar snett. Kör den A-vagn som förstör en fiende.",
        right: "Från sin nya ruta når RA fienden snett framför sig.",
        wrong: "Den vagnen når ingen därifrån. Leta efter en fiende som skulle stå snett bredvid någon av dina.",
      },
      {
        task: "B-vagnar, de med +, träffar rakt bredvid sig. Kör den B-vagn som förstör en fiende.",
        right: "LB står nu alldeles bredvid fienden, och fienden når inte den.",
        wrong: "Den vagnen når ingen därifrån. Leta efter en fiende som skulle stå alldeles bredvid din B-vagn.",
      },
      {
        task: "C-vagnar, de med prickar, träffar exakt två rutor bort. Kör den C-vagn som förstör en fiende.",
        right: "LC är exakt två rutor bredvid fienden. En ruta bort hade den inte nått.",
        wrong: "Den vagnen når ingen därifrån. Räkna två rutor åt sidan.",
      },
    ],
  },
  {
    title: "Rutan som båda vill ha",
    text: [
      "De färgade rutorna hör till sidan med den färgen. En vagn som kör in på en ruta tar den.",
      "Om båda spelarna kör mot samma ruta kommer bara den som äger den in. Den andra står kvar, och dess runda är förbrukad.",
    ],
    exercises: [
      {
        task: "Orange ska köra vagnen i kolumnen längst till vänster. Håll den borta från din ruta.",
        right: "Rutan var din, så din vagn kom in och Orange stötte emot den.",
        wrong: "Orange körde in på din ruta och tog den. Kör in på den rutan samtidigt.",
      },
    ],
  },
  {
    title: "Hur Tank War slutar",
    text: [
      "Partiet är slut så snart en sida inte kan köra någon vagn. Den som då har flest vagnar vinner; har båda lika många, den som äger flest rutor.",
      "Så räkna: om du leder kan det vara rätt att låsa partiet.",
    ],
  },
  {
    title: "Att köra, och minor",
    text: [
      "I Tank Duel kör din enda vagn en ruta i varje runda, och den kan inte stå still. Den lägger en mina på varje ruta som den lämnar.",
      "Väggar, minor och den andra vagnen förstör den. Över kanten kommer den tillbaka på motsatta sidan.",
      "Alltså tar utrymmet slut. Innan du svänger, se efter vart du kan svänga härnäst.",
    ],
  },
  {
    title: "Missiler",
    text: [
      "När båda har kört får en vagn skjuta i tornets riktning. Missilen täcker två rutor på en gång och flyger två rutor i varje runda; den flyger över minor och exploderar mot väggar.",
      "En missil behöver inte träffa genast: det räcker att den andra vagnen inte har någon annanstans att ta vägen.",
    ],
  },
  {
    title: "Vagnar som schackdamer",
    text: [
      "I Tank Battle turas spelarna om. En vagn kör valfritt antal rutor i rak linje, också snett, och slår genom att köra in på en fiende.",
      "Minor och vagnar är i vägen. Bara en befälhavare, med ringen, får gå in på de skrafferade rutorna.",
    ],
    exercises: [
      {
        task: "Du är Orange. En av dina vagnar kan slå. Hitta slaget.",
        right: "Två rutor snett, och inget emellan.",
        wrong: "Det slår ingenting. Följ dina vagnars diagonaler.",
      },
    ],
  },
  {
    title: "In i basen",
    text: [
      "Det färgade hörnet på andra sidan brädet är fiendens bas. En vagn i den är värd två poäng och lämnar den aldrig mer; befälhavaren på cirkeln är värd tre, varje vagn någon annanstans en.",
      "Partiet är genast slut när alla vagnar på en sida är framme. Då avgör poängen.",
    ],
  },
  {
    title: "Det enda draget",
    text: [
      "Ofta ser flera vagnar bra ut och bara en är det. Innan du kör, fråga för var och en av dina vagnar: vilket är det värsta svaret?",
      "Om en av dem klarar varje svar behöver du inte gissa vad den andra gör.",
    ],
  },
  {
    title: "Att blanda",
    text: [
      "Ibland klarar ingen vagn varje svar. Den som alltid kör samma blir avslöjad, som i sten, sax, påse.",
      "Då är det bäst att välja mellan två vagnar genom slumpen, var och en med sin andel: så ofta att motståndaren tjänar lika mycket vad den än gör.",
    ],
  },
];
