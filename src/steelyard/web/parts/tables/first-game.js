// Which games this browser has played to the end: the first one of each is played without a clock, with its goal in view.

import { keep, setting } from "../page/settings.js";

/** @param {string} game */
export function hasFinished(game) {
  return setting("finished").split(" ").includes(game);
}

/** @param {string} game */
export function noteFinished(game) {
  if (!hasFinished(game)) keep("finished", `${setting("finished")} ${game}`.trim());
}
