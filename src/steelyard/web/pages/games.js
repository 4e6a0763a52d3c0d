// The archive of one's own games: all of them, with filters and a search.

import { archive } from "../parts/people/archive.js";
import { h } from "../parts/page/dom.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { allGames } from "../parts/tables/games.js";
import { notifyButton } from "../parts/people/waiting.js";
import { words } from "../words/profiles.js";

async function start() {
  const place = h("main", {}, h("div", { class: "live-head" }, h("h1", {}, words.archive.title), notifyButton()));
  document.body.prepend(pageHeader(""), place);
  document.title = words.archive.title;
  try {
    place.append(archive("mine=1", await allGames()));
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}

start();
