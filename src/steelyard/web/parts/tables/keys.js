// Keys on the page of a game: joysticks, stepping through the turns, moves typed by their names.

import { owed } from "./table.js";

/**
 * @typedef {object} Keyed what keys act on
 * @property {import("./table.js").Table | null} table
 * @property {number} shown the turn on show
 * @property {import("./move-sender.js").MoveSender} sender
 * @property {import("./joysticks.js").Drivers} drivers
 * @property {import("./replay.js").ReplayBar} replay
 * @property {import("./typed-moves.js").Typing} typing
 */

/** @param {KeyboardEvent} event @param {Keyed} page */
export function pressed(event, { table, shown, sender, drivers, replay, typing }) {
  const field = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
  if (!table || field || event.ctrlKey || event.metaKey || event.altKey) return;
  const now = shown === table.turn;
  if (now && drivers.key(event)) event.preventDefault();
  else if (event.key === "ArrowLeft") replay.go(shown - 1);
  else if (event.key === "ArrowRight") replay.go(shown + 1);
  else if (event.key === "Home") replay.go(0);
  else if (event.key === "End") replay.go(table.turn);
  else if (now && !sender.sent && typing.key(event, table.legal[owed(table)[0]] ?? [])) event.preventDefault();
}
