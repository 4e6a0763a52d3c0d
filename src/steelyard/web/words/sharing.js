// Words of what is taken along from a game: films, a board to embed, games without a connection.

export const words = {
  open: "Open",
  embed: "Embed this game",
  embedWhy: "Copy this into a page of your own: it shows the game with replay controls.",
  embedTheme: "It is light or dark as the reader's system; add ?theme=light or ?theme=dark to its address to fix it.",
  close: "Close",
  gif: "Download GIF",
  mp4: "Download MP4",
  making: "Making the film …",
  offline: "No connection",
  offlineWhy: "Steelyard cannot be reached. These games are kept in this browser and can be read:",
  nothingKept: "No finished game is kept in this browser yet. Those you look at are, from then on.",
  again: "Try again",
};
