// Words of the analysis page: its explanation, the editor, the review.

const PERCENT = 100;

/** @type {typeof import("../analysis.js").words} */
export const words = {
  what: "Vad är det här?",
  about: [
    "Siffran säger vem som står bättre om båda spelar sitt bästa härifrån: +1 är en säker vinst för Orange, −1 för Blå, 0 är jämnt.",
    "I Tank War är den exakt, eftersom spelet är löst; i de andra spelen är den en uppskattning som blir bättre medan du väntar.",
    "Prova drag på brädet, stega igenom dem och dela adressen: den innehåller ställningen och din variant.",
  ],
  badPosition: (reason) => `Det är ingen ställning i spelet: ${reason}.`,
  badLine: (reason) => `Varianten i adressen går inte att spela: ${reason}.`,
  copyLink: "Kopiera länk till ställningen",

  edit: "Ändra ställningen",
  editor: "Redigera ställningen",
  editing:
    "Välj vad du vill sätta ut och klicka på en ruta; ett andra klick tar bort det. Tangenter: pilarna flyttar, Enter sätter ut, Delete tar bort, siffrorna väljer.",
  tools: {
    tank0: "Orange vagn",
    tank1: "Blå vagn",
    commander0: "Orange befälhavare",
    commander1: "Blå befälhavare",
    ground0: "Orange område",
    ground1: "Blått område",
    missile0: "Orange missil",
    missile1: "Blå missil",
    wall: "Vägg",
    mine: "Mina",
    none: "Ta bort",
  },
  pointing: "Riktning",
  ways: { U: "uppåt", R: "åt höger", D: "nedåt", L: "åt vänster" },
  toMove: "Vid draget",
  empty: "tom",
  cell: (square, what) => `${square}: ${what}`,
  analyseThis: "Analysera ställningen",
  cancel: "Avbryt",
  clear: "Töm brädet",
  legal: "Ställningen kan analyseras.",

  accuracy: (seat, share) => `${seat}: ${Math.round(PERCENT * share)} % träffsäkerhet`,
  curve: (seat) => `Varje ställnings värde för ${seat}. Ett klick visar ställningen.`,
  turningPoints: "Vändpunkter",
  noTurningPoint: "Inget enskilt drag avgjorde partiet.",
  turningPoint: ({ turn, seat, value, value_after: after, mistake, best }, seats, together) => {
    const [was, is] = [standing(value, seats), standing(after, seats)];
    const change = `${turn}: ${was === is ? `${is}, som förut` : `${was}, sedan ${is}`}.`;
    if (mistake) return `${change} Ett misstag av ${seats[seat]}${best ? `; bättre var ${best}` : ""}.`;
    return together
      ? `${change} ${seats[1 - seat]} gissade rätt; ${seats[seat]} gjorde inget misstag.`
      : `${change} Inget misstag: sökningen såg det först nu.`;
  },
};

/** @param {number} value @param {string[]} seats */
function standing(value, seats) {
  const ahead = value > 0 ? seats[0] : seats[1];
  if (Math.abs(value) < 0.1) return "jämnt";
  if (Math.abs(value) > 0.995) return `${ahead} vinner`;
  return `${ahead} leder${Math.abs(value) > 0.5 ? " klart" : ""}`;
}
