// What a first-time player needs on the page of a game: the goal, and what a tank can do.

/** @type {typeof import("../guide.js").guideWords} */
export const guideWords = {
  rules: "Regler",
  title: (game) => `Så spelar du ${game}`,
  goal: "Så vinner du",
  how: "Ditt drag",
  legend: "Vad märkena betyder",
  more: "Alla regler, med bräden att prova",
  close: "Stäng",
  point: "Peka på en vagn, eller håll på den, för att se vad den träffar och vart den kan gå.",
  confirm: "Bekräfta varje drag med ett andra klick",
  stuck: (why) => `Den kan inte flytta: ${why}.`,
  hits: "Den träffar de märkta rutorna.",
  flies: "Den flyger över de märkta rutorna.",
  aims: "Kör den vidare och skjuter flyger dess missil över de märkta rutorna.",
  goes: (n) => (n === 1 ? "Den kan gå till en ruta." : `Den kan gå till ${n} rutor.`),
};

/** @type {typeof import("../guide.js").goals} */
export const goals = {
  tank_war: "Ha fler vagnar kvar än motståndaren när en sida inte längre kan köra någon vagn.",
  tank_duel: "Håll ut längre än den andra vagnen. Minor, väggar, missiler och krockar förstör en vagn.",
  tank_battle: "Ha flest poäng i slutet: 1 för varje vagn som är kvar, 2 i fiendens bas, 3 för befälhavaren på fiendens cirkel.",
};
