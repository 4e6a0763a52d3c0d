// All tournaments, and a way to make one.

import { fill, h } from "../parts/page/dom.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { get } from "../parts/page/http.js";
import { me } from "../parts/page/me.js";
import { allGames } from "../parts/tables/games.js";
import { tournamentList } from "../parts/tournaments/list.js";
import { openNewTournament } from "../parts/tournaments/new-tournament.js";
import { words } from "../words/tournaments.js";

const place = h("main", { class: "profile" });

async function start() {
  document.body.prepend(pageHeader(""), place);
  document.title = words.title;
  fill(place, h("h1", {}, words.title), h("p", { class: "quiet" }, words.loading));
  try {
    const [{ tournaments }, { account }, games] = await Promise.all([get("/api/tournaments"), me(), allGames()]);
    fill(
      place,
      h(
        "div",
        { class: "live-head" },
        h("h1", {}, words.title),
        account
          ? h("button", { type: "button", class: "main", onClick: () => openNewTournament(games) }, words.make)
          : h("a", { class: "button", href: "/account?next=/tournaments" }, words.signIn),
      ),
      tournaments.length ? tournamentList(tournaments) : h("p", { class: "quiet" }, words.none),
    );
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}

start();
