// Words of what is taken along from a game: films, a board to embed, games without a connection.

/** @type {typeof import("../sharing.js").words} */
export const words = {
  open: "Otevřít",
  embed: "Vložit partii do stránky",
  embedWhy: "Zkopírujte toto do vlastní stránky: ukáže partii s ovládáním přehrávání.",
  embedTheme: "Je světlá nebo tmavá podle systému čtenáře; chcete-li to určit, přidejte k adrese ?theme=light nebo ?theme=dark.",
  close: "Zavřít",
  gif: "Stáhnout GIF",
  mp4: "Stáhnout MP4",
  making: "Film se vytváří …",
  offline: "Bez spojení",
  offlineWhy: "Steelyard není dostupný. Tyto partie jsou uložené v tomto prohlížeči a dají se prohlížet:",
  nothingKept: "V tomto prohlížeči zatím není uložená žádná dohraná partie. Uloží se ty, na které se podíváte.",
  again: "Zkusit znovu",
};
