// Text about mail, on the account's page.

/** @type {typeof import("../mail.js").words} */
export const words = {
  title: "E-post",
  why: "Få veta hur det går i dina partier med e-post. Inget skickas innan du har bekräftat adressen.",
  unconfirmed: "En länk skickades till adressen. Öppna den för att bekräfta adressen.",
  address: "E-postadress",
  addressHint: "Tomt: ingen e-post.",
  kinds: {
    turns: "Det är mitt drag i ett parti med dagar per drag (högst ett brev i timmen)",
    challenges: "Någon utmanar mig",
    results: "Ett parti med dagar per drag är slut",
  },
  save: "Spara",
  saved: "Sparat.",
  sent: "En länk för att bekräfta adressen är på väg.",
  confirmed: "Adressen är bekräftad.",
  ended: "Det kommer ingen mer e-post.",
};
