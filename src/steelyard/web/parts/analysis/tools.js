// What can be done with the position that is analysed: play it on, copy it, copy a link to it.

import { words as own } from "../../words/analysis.js";
import { words } from "../../words/general.js";
import { copy } from "../page/clipboard.js";
import { fill } from "../page/dom.js";
import { tool } from "../tables/actions.js";
import { hasSides } from "../tables/games.js";

/**
 * @param {HTMLElement} element
 * @param {import("./address.js").Place} place
 * @param {{flip: () => void, playOn: () => void, address: () => string, state: () => string}} page what it does, and shows
 */
export function drawTools(element, { table, game }, { flip, playOn, address, state }) {
  const { actions } = words.game;
  fill(
    element,
    hasSides(game) && tool("flip", actions.flip, flip),
    tool("play", actions.playOn, playOn),
    tool("link", own.copyLink, () => copy(location.origin + address())),
    tool("copy", actions.copyPosition, () => copy(state())),
    table && tool("back", words.analyse.backToGame, () => location.assign(`/g/${table}`)),
  );
}
