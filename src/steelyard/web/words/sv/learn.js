// The rules as short pages.

const UP_TO_ROUND_4 = [
  "Början.",
  "Runda 1. Orange kör LA, Blå kör RC. Ingen är inom räckhåll.",
  "Runda 2. Orange kör LC, Blå kör RB. Ingen är inom räckhåll.",
  "Runda 3. Orange kör RA, Blå kör RB igen. Ingen är inom räckhåll.",
  "Runda 4. Orange kör LA, Blå kör RB. Blås RB står bredvid Oranges LA och förstör den.",
];

/** @type {typeof import("../learn.js").rules} */
export const rules = {
  tank_war: {
    lead: "Sex banor, sex vagnar var. I varje runda kör båda spelarna en vagn framåt samtidigt, sedan skjuter alla vagnar.",
    sections: [
      {
        title: "Brädet",
        text: [
          "Brädet har sex kolumner och sex rader av rutor. Orange börjar högst upp och kör nedåt, Blå börjar längst ned och kör uppåt. Varje spelare har en vagn i varje kolumn: LA, LB, LC, RC, RB, RA, från vänster till höger sett från spelaren.",
          "Den övre halvan av rutorna är Oranges område, den undre Blås. En vagn som kör in på en ruta tar den åt sin spelare. Rutan förblir spelarens, även när vagnen är borta, tills en fientlig vagn kör in på den.",
        ],
      },
      {
        title: "Vad en vagn träffar",
        text: [
          "Vagnens torn visar dess typ. Typ A träffar de fyra rutorna snett bredvid. Typ B träffar de fyra rutorna rakt bredvid. Typ C träffar de fyra rutorna exakt två steg bort i rak linje. Inget är i vägen för ett skott.",
        ],
        caption: "Tryck på en vagn för att se vad den träffar.",
      },
      {
        title: "En runda",
        text: [
          "Först väljer båda spelarna i hemlighet en vagn som kan köra: den är inte på sin sista rad, och rutan framför är fri. Båda vagnarna kör en ruta samtidigt. Om båda vill till samma ruta kommer bara spelaren som äger den in. Den andra vagnen står kvar och har förbrukat sitt drag.",
          "Sedan skjuter alla vagnar i samma ögonblick på varje fiende de når, och alla träffade vagnar förstörs på en gång.",
        ],
        captions: [
          "Båda högra A-vagnarna ska köra in på samma ruta. Den ligger i Oranges område.",
          "Orange kom in. Blås vagn fick vända.",
        ],
        caption: "En omstridd ruta",
      },
      {
        title: "Slutet",
        text: [
          "Partiet är slut när en spelare inte har någon vagn som kan köra. Spelaren med flest kvarvarande vagnar vinner; om de är lika många, spelaren med flest rutor. Är båda lika blir det oavgjort.",
          "Oftast har varje spelare två minuter för hela partiet. Den vars tid tar slut förlorar.",
        ],
      },
      {
        title: "Det ursprungliga exemplet",
        text: [
          "Fem rundor ur den första beskrivningen av spelet. Två versioner av reglerna är kända, och de skiljer sig åt i sista rundan: i den ena träffar en C-vagn också rutorna alldeles bredvid. Du kan spela båda versionerna, och växla mellan dem här.",
        ],
        captions: [
          ...UP_TO_ROUND_4,
          "Runda 5. Orange kör LC, Blå kör RA. Oranges LC träffar Blås RC, och träffas av Blås RB och RC i samma ögonblick.",
        ],
        otherwise: {
          up_to_two: [
            ...UP_TO_ROUND_4,
            "Runda 5. Orange kör LC, Blå kör RA. Oranges LC träffar Blås RB och RC, en och två rutor bort, och förstörs själv.",
          ],
        },
        caption: "Fem rundor",
      },
    ],
  },

  tank_duel: {
    lead: "Två vagnar som inte kan stanna. Båda lägger en mina på varje ruta de lämnar, och båda kan ha en missil i luften åt gången. Båda drar samtidigt.",
    sections: [
      {
        title: "Att köra",
        text: [
          "I varje runda kör båda vagnarna en ruta åt vänster, åt höger, uppåt eller nedåt. En vagn utan order kör åt vänster. Rutan den lämnar blir en mina, så brädet fylls och varje parti tar snart slut.",
          "En vagn förstörs av en vägg, en mina eller den andra vagnen. En vagn som kör av brädet kommer tillbaka på motsatta sidan.",
        ],
        caption: "Tryck på en ruta bredvid den orange vagnen för att köra dit. Prova kanten, och prova en mina.",
      },
      {
        title: "Missiler",
        text: [
          "En vagn skjuter efter att båda vagnarna har kört. Missilen täcker de två rutorna framför tornet och flyger två rutor per runda. Den flyger över minor. Vid kanten lämnar den brädet; den kommer inte tillbaka på andra sidan.",
          "En vagn kan ha en missil i luften åt gången. Den kan skjuta igen när missilen har exploderat eller lämnat brädet.",
        ],
        captions: [
          "Den orange vagnen är på ruta 1,1 och kör åt höger, med tornet nedåt.",
          "Den har kört till 2,1 och skjutit. Missilen täcker 2,2 och 2,3.",
          "Missilen flyger två rutor per runda.",
          "Den når den nedre kanten och är borta i nästa runda.",
          "Nästa skott går åt höger: vagnen är på 5,1, missilen på 6,1 och 7,1.",
          "Och den flyger vidare.",
        ],
        caption: "Det ursprungliga exemplet",
      },
      {
        title: "Väggar stoppar missiler",
        text: [
          "En missil som möter en vägg exploderar där och är borta i nästa runda. En vagn på någon av dess rutor träffas, även medan missilen exploderar.",
        ],
        captions: [
          "Ett skott mot en vägg.",
          "Avfyrad.",
          "Missilens spets är i väggen: missilen exploderar.",
          "Missilen är borta. Vagnen kan skjuta igen.",
        ],
        caption: "En vägg",
      },
      {
        title: "Ingen väg förbi",
        text: [
          "Missiler flyger innan vagnar kör. En vagn som kör mot en missil alldeles framför sig kan inte slinka förbi: den står kvar och träffas där.",
        ],
        captions: ["Missilen är alldeles framför den blå vagnen, som kör mot den.", "Den kom inte förbi."],
        caption: "Att köra mot en missil",
      },
      {
        title: "Joysticken",
        text: [
          "Du styr en joystick: vart du kör, vart tornet pekar och om du skjuter. Spelet läser av den en gång, i slutet av varje runda. Den behåller sitt läge tills du ändrar det.",
          "Före partiet väljer du hur lång en runda är, från en halv sekund till tio sekunder. Utan klocka slutar en runda när båda spelarna har valt.",
          "Om båda vagnarna förstörs i samma runda blir det oavgjort.",
        ],
      },
    ],
  },

  tank_battle: {
    lead: "Två arméer med fjorton vagnar som går som schackdamer. Få in så många du kan i fiendens bas; poängen avgör.",
    sections: [
      {
        title: "Brädet",
        text: [
          "Elva gånger elva rutor. Varje spelare börjar i en bas med fjorton rutor i hörnet nere till höger om sig. Befälhavaren står på hörnrutan med cirkeln. Orange börjar, sedan turas spelarna om.",
          "Mörka skivor är minor. De skrafferade rutorna i mitten är kontaminerade.",
        ],
      },
      {
        title: "Hur en vagn går",
        text: [
          "En spelare flyttar en vagn per drag, valfritt antal rutor rakt eller snett. Den kan inte gå in på eller förbi minor, och inte hoppa över vagnar. Går den in på en fientlig vagn är den slagen.",
        ],
        caption: "Tryck på en orange vagn för att se vart den kan gå. Ringar är slag: vagnen på d5 har två.",
      },
      {
        title: "Befälhavaren",
        text: [
          "Bara befälhavare får gå in på och förbi kontaminerade rutor. På de rutorna kan en befälhavare inte slå den andra befälhavaren, som är i vägen. Överallt annars kan en befälhavare slås som vilken vagn som helst.",
        ],
        caption: "Oranges befälhavare på e5 hindras av Blås befälhavare på g7.",
      },
      {
        title: "I fiendens bas",
        text: [
          "En vagn som har gått in i fiendens bas kan inte lämna den. Den får fortfarande gå och slå därinne, längs linjer som håller sig innanför.",
        ],
        caption: "Oranges vagn på c11 är framme: den kan bara gå inne i basen.",
      },
      {
        title: "Poäng och slutet",
        text: [
          "Partiet är genast slut när alla kvarvarande vagnar för en spelare är i fiendens bas, när en spelare inte har någon vagn kvar, när båda spelarna passar i följd, eller när varje spelare har gjort 60 drag utan slag och utan ny vagn i en bas. En spelare får passa bara om det inte finns något annat drag. Spelarna kan också komma överens om att sluta.",
          "Då avgör poängen: 3 för befälhavaren på fiendens cirkel, 2 för varje annan vagn i fiendens bas, 1 för varje vagn någon annanstans. Ställningen och de slagna vagnarna syns hela tiden.",
        ],
        caption:
          "Det ursprungliga exemplet. Orange har 2 poäng för befälhavaren i Blås bas och 1 för var och en av två vagnar på fältet: sammanlagt 4. Blå har 3 för befälhavaren på cirkeln och 2 för var och en av två vagnar i Oranges bas: sammanlagt 7. Blå vinner.",
      },
    ],
  },
};
