// Words of what is taken along from a game: films, a board to embed, games without a connection.

/** @type {typeof import("../sharing.js").words} */
export const words = {
  open: "Öppna",
  embed: "Bädda in partiet",
  embedWhy: "Kopiera det här till en egen sida: den visar partiet med uppspelning.",
  embedTheme: "Den är ljus eller mörk som läsarens system; lägg till ?theme=light eller ?theme=dark i adressen för att bestämma det.",
  close: "Stäng",
  gif: "Ladda ner GIF",
  mp4: "Ladda ner MP4",
  making: "Filmen görs …",
  offline: "Ingen anslutning",
  offlineWhy: "Steelyard kan inte nås. De här partierna finns sparade i webbläsaren och kan läsas:",
  nothingKept: "Inget avslutat parti är sparat i webbläsaren än. De du tittar på sparas från och med nu.",
  again: "Försök igen",
};
