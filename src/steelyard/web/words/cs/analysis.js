// Words of the analysis page: its explanation, the editor, the review.

const PERCENT = 100;

/** @type {typeof import("../analysis.js").words} */
export const words = {
  what: "Co to je?",
  about: [
    "Číslo říká, kdo je na tom lépe, budou-li odtud oba hrát co nejlépe: +1 je jistá výhra oranžového, −1 modrého, 0 znamená rovnováhu.",
    "V Tank War je přesné, protože hra je vyřešená; v ostatních hrách je to odhad, který se s časem zlepšuje.",
    "Zkoušejte tahy na desce, procházejte je a sdílejte adresu: obsahuje pozici i vaši variantu.",
  ],
  badPosition: (reason) => `Taková pozice v této hře není: ${reason}.`,
  badLine: (reason) => `Variantu z této adresy nelze zahrát: ${reason}.`,
  copyLink: "Kopírovat odkaz na tuto pozici",

  edit: "Upravit pozici",
  editor: "Editor pozice",
  editing:
    "Vyberte, co chcete umístit, a klikněte na pole; druhé kliknutí to odebere. Klávesy: šipky přecházejí mezi poli, Enter umisťuje, Delete odebírá, číslice vybírají.",
  tools: {
    tank0: "Oranžový tank",
    tank1: "Modrý tank",
    commander0: "Oranžový velitel",
    commander1: "Modrý velitel",
    ground0: "Oranžové území",
    ground1: "Modré území",
    missile0: "Oranžová střela",
    missile1: "Modrá střela",
    wall: "Zeď",
    mine: "Mina",
    none: "Odebrat",
  },
  pointing: "Směr",
  ways: { U: "nahoru", R: "vpravo", D: "dolů", L: "vlevo" },
  toMove: "Na tahu",
  empty: "prázdné",
  cell: (square, what) => `${square}: ${what}`,
  analyseThis: "Analyzovat tuto pozici",
  cancel: "Zrušit",
  clear: "Vyprázdnit desku",
  legal: "Tuto pozici lze analyzovat.",

  accuracy: (seat, share) => `${seat}: přesnost ${Math.round(PERCENT * share)} %`,
  curve: (seat) => `Hodnota každé pozice, hráč ${seat}. Kliknutí pozici ukáže.`,
  turningPoints: "Body zlomu",
  noTurningPoint: "O této partii nerozhodl jediný tah.",
  turningPoint: ({ turn, seat, value, value_after: after, mistake, best }, seats, together) => {
    const [was, is] = [standing(value, seats), standing(after, seats)];
    const change = `${turn}: ${was === is ? `${is}, beze změny` : `${was}, pak ${is}`}.`;
    if (mistake) return `${change} Chyba, ${seats[seat]}${best ? `; lepší bylo ${best}` : ""}.`;
    return together
      ? `${change} ${seats[1 - seat]} uhodl správně; ${seats[seat]} chybu neudělal.`
      : `${change} Žádná chyba: výpočet to uviděl až teď.`;
  },
};

/** @param {number} value @param {string[]} seats */
function standing(value, seats) {
  const ahead = value > 0 ? seats[0] : seats[1];
  if (Math.abs(value) < 0.1) return "vyrovnané";
  if (Math.abs(value) > 0.995) return `${ahead} vyhrává`;
  return `${ahead} má ${Math.abs(value) > 0.5 ? "velkou převahu" : "převahu"}`;
}
