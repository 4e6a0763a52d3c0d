// The rules as short pages.

const UP_TO_ROUND_4 = [
  "Začátek.",
  "1. kolo. Oranžový jede tankem LA, Modrý tankem RC. Nikdo není v dostřelu.",
  "2. kolo. Oranžový jede tankem LC, Modrý tankem RB. Nikdo není v dostřelu.",
  "3. kolo. Oranžový jede tankem RA, Modrý znovu tankem RB. Nikdo není v dostřelu.",
  "4. kolo. Oranžový jede tankem LA, Modrý tankem RB. RB modrého stojí vedle LA oranžového a zničí ho.",
];

/** @type {typeof import("../learn.js").rules} */
export const rules = {
  tank_war: {
    lead: "Šest drah, šest tanků na každé straně. V každém kole oba hráči současně popojedou jedním tankem vpřed a pak vystřelí všechny tanky.",
    sections: [
      {
        title: "Deska",
        text: [
          "Deska má šest sloupců a šest řad polí. Oranžový začíná nahoře a jede dolů, Modrý začíná dole a jede nahoru. Každý hráč má v každém sloupci jeden tank: LA, LB, LC, RC, RB, RA, ze svého pohledu zleva doprava.",
          "Horní polovina polí je území oranžového, dolní modrého. Tank, který na pole vjede, je zabere pro svého hráče. Pole mu zůstane, i když tank zmizí, dokud na ně nevjede nepřátelský tank.",
        ],
      },
      {
        title: "Co tank zasáhne",
        text: [
          "Typ tanku poznáte podle věže. Typ A zasáhne čtyři pole, která s ním sousedí rohem. Typ B zasáhne čtyři pole, která s ním sousedí stranou. Typ C zasáhne čtyři pole vzdálená přesně dvě pole v přímém směru. Výstřel nic nezastaví.",
        ],
        caption: "Klepněte na tank a uvidíte, co zasáhne.",
      },
      {
        title: "Kolo",
        text: [
          "Nejdřív si oba hráči tajně vyberou tank, který může jet: není v poslední řadě a pole před ním je volné. Oba tanky popojedou současně o jedno pole. Chtějí-li oba na totéž pole, vjede tam jen hráč, kterému pole patří. Druhý tank zůstane, kde byl, a jeho tah propadne.",
          "Pak všechny tanky ve stejném okamžiku vystřelí na všechny nepřátele, na které dosáhnou, a všechny zasažené tanky jsou zničeny najednou.",
        ],
        captions: [
          "Oba pravé tanky A se chystají vjet na totéž pole. Leží na území oranžového.",
          "Vjel tam Oranžový. Tank modrého se musel vrátit.",
        ],
        caption: "Sporné pole",
      },
      {
        title: "Konec",
        text: [
          "Partie končí, když hráč nemá žádný tank, který by mohl jet. Vyhrává hráč s více přeživšími tanky; při rovnosti hráč s více poli. Je-li obojí stejné, je to remíza.",
          "Obvykle má každý hráč dvě minuty na celou partii. Komu dojde čas, prohrává.",
        ],
      },
      {
        title: "Původní příklad",
        text: [
          "Pět kol z prvního popisu hry. Známé jsou dvě verze pravidel a liší se v posledním kole: v jedné z nich tank C zasáhne i pole hned vedle sebe. Hrát můžete podle obou a tady mezi nimi můžete přepínat.",
        ],
        captions: [
          ...UP_TO_ROUND_4,
          "5. kolo. Oranžový jede tankem LC, Modrý tankem RA. LC oranžového zasáhne RC modrého a ve stejném okamžiku jej zasáhnou RB a RC modrého.",
        ],
        otherwise: {
          up_to_two: [
            ...UP_TO_ROUND_4,
            "5. kolo. Oranžový jede tankem LC, Modrý tankem RA. LC oranžového zasáhne RB a RC modrého, vzdálené jedno a dvě pole, a sám je zničen.",
          ],
        },
        caption: "Pět kol",
      },
    ],
  },

  tank_duel: {
    lead: "Dva tanky, které nemohou zastavit. Každý nechá minu na každém poli, které opustí, a každý může mít ve vzduchu jednu střelu. Oba táhnou současně.",
    sections: [
      {
        title: "Jízda",
        text: [
          "V každém kole oba tanky popojedou o jedno pole vlevo, vpravo, nahoru nebo dolů. Tank bez rozkazu jede vlevo. Z pole, které opustí, se stane mina, takže se deska plní a každá partie brzy skončí.",
          "Tank je zničen nárazem do zdi, minou nebo srážkou. Tank, který vyjede z desky, se vrátí na protější straně.",
        ],
        caption: "Klepněte na pole vedle oranžového tanku a pojede tam. Vyzkoušejte okraj a vyzkoušejte minu.",
      },
      {
        title: "Střely",
        text: [
          "Tank střílí poté, co se oba tanky pohnuly. Střela zabírá dvě pole před věží a za kolo uletí dvě pole. Miny přelétá. Za okrajem desky zmizí a na druhé straně se neobjeví.",
          "Tank může mít ve vzduchu jen jednu střelu. Znovu vystřelí, až ta předchozí vybuchne nebo opustí desku.",
        ],
        captions: [
          "Oranžový tank je na poli 1,1 a jede vpravo, věž má otočenou dolů.",
          "Popojel na 2,1 a vystřelil. Střela zabírá 2,2 a 2,3.",
          "Střela za kolo uletí dvě pole.",
          "Doletěla na dolní okraj a v příštím kole zmizí.",
          "Další výstřel míří vpravo: tank je na 5,1, střela na 6,1 a 7,1.",
          "A letí dál.",
        ],
        caption: "Původní příklad",
      },
      {
        title: "Zdi zastaví střely",
        text: [
          "Střela, která narazí na zeď, tam vybuchne a v příštím kole je pryč. Tank na některém z jejích polí je zasažen, i když střela zrovna vybuchuje.",
        ],
        captions: [
          "Výstřel na zeď.",
          "Vystřeleno.",
          "Hlavice střely je ve zdi: střela vybuchuje.",
          "Střela je pryč. Tank může znovu střílet.",
        ],
        caption: "Zeď",
      },
      {
        title: "Vyhnout se nedá",
        text: [
          "Střely letí dřív, než tanky pojedou. Tank, který jede proti střele těsně před sebou, se jí nevyhne: zůstane, kde je, a tam je zasažen.",
        ],
        captions: ["Střela je těsně před modrým tankem, který jede proti ní.", "Nevyhnul se jí."],
        caption: "Jízda proti střele",
      },
      {
        title: "Joystick",
        text: [
          "Ovládáte joystick: kam jet, kam míří věž a zda střílet. Hra ho čte jednou, na konci každého kola. Zůstane nastavený, dokud ho nezměníte.",
          "Před partií si zvolíte, jak dlouhé kolo bude, od půl sekundy do deseti sekund. Bez hodin kolo končí, když si oba hráči vybrali.",
          "Jsou-li oba tanky zničeny ve stejném kole, je to remíza.",
        ],
      },
    ],
  },

  tank_battle: {
    lead: "Dvě armády po čtrnácti tancích, které táhnou jako šachové dámy. Dostaňte jich co nejvíc do nepřátelské základny; rozhodují body.",
    sections: [
      {
        title: "Deska",
        text: [
          "Jedenáct krát jedenáct polí. Každý hráč začíná v základně o čtrnácti polích v rohu, který má vpravo dole. Velitel stojí na rohovém poli s kruhem. Začíná Oranžový, pak se hráči střídají.",
          "Tmavé kotouče jsou miny. Šrafovaná pole uprostřed jsou zamořená.",
        ],
      },
      {
        title: "Jak tank táhne",
        text: [
          "Hráč v každém tahu popojede jedním tankem o libovolný počet polí rovně nebo šikmo. Nesmí na miny ani přes ně a nesmí přeskakovat tanky. Vjede-li na nepřátelský tank, sebere ho.",
        ],
        caption: "Klepněte na oranžový tank a uvidíte, kam může. Kroužky jsou braní: tank na d5 má dvě.",
      },
      {
        title: "Velitel",
        text: [
          "Jen velitelé smějí na zamořená pole a přes ně. Na těchto polích velitel nemůže sebrat druhého velitele, ten mu stojí v cestě. Všude jinde lze velitele sebrat jako každý tank.",
        ],
        caption: "Velitel oranžového na e5 má cestu zahrazenou velitelem modrého na g7.",
      },
      {
        title: "V nepřátelské základně",
        text: [
          "Tank, který vjel do nepřátelské základny, ji už nemůže opustit. Uvnitř smí dál táhnout a brát, pokud celou cestu zůstane v základně.",
        ],
        caption: "Tank oranžového na c11 dorazil: může táhnout jen uvnitř základny.",
      },
      {
        title: "Body a konec",
        text: [
          "Partie skončí okamžitě, když jsou všechny přeživší tanky některého hráče v nepřátelské základně, když hráči nezbyl žádný tank, když oba hráči po sobě vynechají tah, nebo když každý hráč udělal 60 tahů bez braní a bez nového tanku v základně. Vynechat tah smí hráč jen tehdy, když jiný tah nemá. Hráči se také mohou dohodnout, že partii ukončí.",
          "Pak rozhodují body: 3 za velitele na nepřátelském kruhu, 2 za každý jiný tank v nepřátelské základně, 1 za každý tank jinde. Skóre a sebrané tanky jsou stále vidět.",
        ],
        caption:
          "Původní příklad. Oranžový má 2 body za velitele v základně modrého a 1 za každý ze dvou tanků v poli: celkem 4. Modrý má 3 za velitele na kruhu a 2 za každý ze dvou tanků v základně oranžového: celkem 7. Vyhrává Modrý.",
      },
    ],
  },
};
