// The built-in bots as opponents: a name and a sentence for each.

/** @type {typeof import("../characters.js").characters} */
export const characters = {
  random: { name: "Kostka", sentence: "Zahraje cokoli. Hodí se na zkoušení." },
  greedy: { name: "Straka", sentence: "Bere, co má zrovna na dosah, a nikdy nemyslí dopředu." },
  level1: { name: "Rezek", sentence: "Většinou se splete." },
  level2: { name: "Jetelka", sentence: "Má plán a často ho zapomene." },
  level3: { name: "Ječmínek", sentence: "Hraje rozumně, jednou za pár tahů klopýtne." },
  level4: { name: "Jalovec", sentence: "Vidí jednoduché hrozby a občas uklouzne." },
  level5: { name: "Pazourek", sentence: "Trestá zjevné chyby." },
  level6: { name: "Žula", sentence: "Těžko ji překvapíte a málokdy je neopatrná." },
  level7: { name: "Sokol", sentence: "Myslí dopředu a skoro nikdy nechybuje." },
  level8: { name: "Kovadlina", sentence: "Nic nedá zadarmo." },
  teacher: { name: "Učitel", sentence: "Hraje podle několika dobrých pravidel; lepší ho porazí." },
  perfect: { name: "Věštec", sentence: "Zná řešení hry. V průměru ho nikdo neporazí." },
  network: { name: "Lucerna", sentence: "Učila se hrou sama se sebou a věří tomu, co se naučila." },
  mcts: { name: "Tkadlec", sentence: "Před každým tahem vyzkouší tisíce pokračování." },
  alphabeta: { name: "Maršál", sentence: "Hledá tak hluboko, jak mu čas dovolí." },
  adaptive: { name: "Chameleon", sentence: "Sleduje, jak hrajete, a tomu se přizpůsobí." },
  best: { name: "Šampion", sentence: "Nejsilnější bot této hry." },
};

/** @type {typeof import("../characters.js").characterWords} */
export const characterWords = {
  line: (name, stars, most) => `${name} ${"★".repeat(stars)}${"☆".repeat(most - stars)}`,
  fits: "dvakrát jste vyhráli, proto další úroveň",
};
