// Shown when the server cannot be reached: the games that are kept in this browser.

import { fill, h } from "../parts/page/dom.js";
import { pageHeader } from "../parts/page/header.js";
import { keptGames } from "../parts/page/offline.js";
import { ending, toldApart } from "../parts/tables/outcome.js";
import { seatNames, withCharacters } from "../parts/tables/names.js";
import { words as common } from "../words/general.js";
import { words } from "../words/sharing.js";

const games = h("div", {});
const again = h("button", { type: "button", onClick: () => location.reload() }, words.again);
document.body.prepend(pageHeader(""), h("main", { class: "nothing" }, h("h1", {}, words.offline), games, again));
document.title = `${words.offline}, ${common.common.name}`;
keptGames().then(show, () => show([]));

/** @param {any[]} kept */
function show(kept) {
  if (!kept.length) return fill(games, h("p", { class: "quiet" }, words.nothingKept));
  return fill(
    games,
    h("p", { class: "quiet" }, words.offlineWhy),
    h(
      "ul",
      { class: "kept" },
      kept.map((table) => h("li", {}, link(table))),
    ),
  );
}

/** @param {any} table */
function link({ id, title, outcome, game, seat_names, ...table }) {
  const players = withCharacters(table.players);
  const names = players.map((player) => player.name);
  const result = outcome ? ` ${ending(outcome, toldApart(players, seatNames(game, seat_names)))}` : "";
  return h("span", {}, h("a", { href: `/g/${id}` }, common.game.title(title, names)), result);
}
