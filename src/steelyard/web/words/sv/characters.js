// The built-in bots as opponents: a name and a sentence for each.

/** @type {typeof import("../characters.js").characters} */
export const characters = {
  random: { name: "Tärningen", sentence: "Spelar vad som helst. Bra för att prova sig fram." },
  greedy: { name: "Skatan", sentence: "Tar det som är inom räckhåll nu och ser aldrig framåt." },
  level1: { name: "Rosten", sentence: "Gör för det mesta fel." },
  level2: { name: "Klövern", sentence: "Har en plan, och glömmer den ofta." },
  level3: { name: "Kornet", sentence: "Spelar förnuftigt, med ett misstag då och då." },
  level4: { name: "Enen", sentence: "Ser enkla hot och slinter ibland." },
  level5: { name: "Flintan", sentence: "Straffar tydliga misstag." },
  level6: { name: "Graniten", sentence: "Svår att överraska och sällan slarvig." },
  level7: { name: "Falken", sentence: "Ser framåt och slinter nästan aldrig." },
  level8: { name: "Städet", sentence: "Ger inte bort något." },
  teacher: { name: "Läraren", sentence: "Spelar efter några goda regler; bättre regler slår den." },
  perfect: { name: "Oraklet", sentence: "Kan spelets lösning. I genomsnitt slår ingen det." },
  network: { name: "Lyktan", sentence: "Har lärt sig genom att spela mot sig själv och litar på det." },
  mcts: { name: "Vävaren", sentence: "Provar tusentals fortsättningar före varje drag." },
  alphabeta: { name: "Marskalken", sentence: "Söker så djupt som tiden räcker." },
  adaptive: { name: "Kameleonten", sentence: "Ser hur du spelar och anpassar sig." },
  best: { name: "Mästaren", sentence: "Spelets starkaste bot." },
};

/** @type {typeof import("../characters.js").characterWords} */
export const characterWords = {
  line: (name, stars, most) => `${name} ${"★".repeat(stars)}${"☆".repeat(most - stars)}`,
  fits: "du har vunnit två gånger, så nästa nivå",
};
