// What an event brings about besides another picture: the end of a game, a rematch, an offer that was declined.

import { words } from "../../words/general.js";
import { notice } from "../page/header.js";
import { keepOffline } from "../page/offline.js";
import { sound } from "../page/sound.js";
import { noteFinished } from "./first-game.js";

/** @param {import("./table.js").Table} table after the event @param {any} event */
export function follow(table, event) {
  const playing = table.you.length > 0;
  if (event.type === "over") {
    keepOffline(table);
    sound("over");
    if (playing) noteFinished(table.game);
  }
  if (event.type === "rematch" && playing) location.assign(`/g/${event.id}`);
  if (event.type === "declined" && !table.you.includes(event.seat))
    notice(words.game.actions.declined(table.players[event.seat].name));
}
