// The rules of a game in short, and what the marks on its board mean.

/** @type {typeof import("../short-rules.js").shortRules} */
export const shortRules = {
  tank_war: {
    how: [
      "Vyberte jeden ze svých tanků. Popojede o jedno pole vpřed, současně s tankem soupeře.",
      "Pak každý tank vystřelí na všechny nepřátele, na které dosáhne, a zničí je.",
      "Při stejném počtu tanků vyhrává strana s více poli své barvy.",
      "L a R ve jménu tanku znamenají vlevo a vpravo z pohledu jeho hráče: LA je levý ze dvou tanků A.",
    ],
    legend: {
      A: "A zasáhne čtyři sousední pole šikmo",
      B: "B zasáhne čtyři sousední pole rovně",
      C: "C zasáhne čtyři pole vzdálená rovně přesně o dvě",
      ground: "Území: tank obarví každé pole, na které vjede",
      stuck: "Bledý tank nemůže jet: stojí před ním jiný tank, nebo už je v poslední řadě",
      bump: "Na toto pole chtěli oba. Vjel tam ten, jehož barvu pole mělo",
    },
  },
  tank_duel: {
    how: [
      "Váš tank v každém kole popojede o jedno pole, zastavit nemůže. Na poli, které opustí, zůstane mina.",
      "Zvolte směr jízdy. Chcete-li ve stejném kole i vystřelit, nejdřív natočte věž a stiskněte Palba.",
      "S hodinami kolo skončí samo. Co jste nastavili, platí dál; bez prvního pokynu jede tank doleva.",
      "Klávesy: šipkami řídíte, W A S D otáčíte věž, mezerníkem střílíte.",
      "Tank, který vyjede z desky, se objeví na protější straně. Střela ne.",
    ],
    legend: {
      mine: "Mina",
      wall: "Zeď: zastaví tanky i střely",
      missile: "Střela zabírá dvě pole a za kolo uletí dvě pole",
      aim: "Kam by letěla vaše střela",
    },
  },
  tank_battle: {
    how: [
      "V každém tahu popojeďte jedním tankem, jak daleko chcete, rovně nebo šikmo. Vjedete-li na nepřátelský tank, seberete ho.",
      "Partie končí, když jsou všechny tanky jedné strany v nepřátelské základně nebo když jí žádný nezbyl, anebo po mnoha tazích za sebou (60 na každé straně, není-li nastaveno jinak) bez braní a bez nového tanku v základně.",
      "Tank, který dojel do nepřátelské základny, ji už neopustí.",
    ],
    legend: {
      ring: "Velitel: tank s kroužkem",
      ground: "Základny v barvě své strany",
      circle: "Kruh: za velitele na nepřátelském kruhu jsou 3 body",
      hatch: "Zamořené pole: smí na něj a přes něj jen velitel",
      mine: "Mina: nikdo na ni ani přes ni nesmí",
      stuck: "Bledý tank nemůže táhnout: žádné pole kolem něj není volné",
    },
  },
};
