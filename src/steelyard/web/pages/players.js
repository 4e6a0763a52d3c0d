// The best players of each game, and a way to look one up.

import { playerPath } from "../parts/people/ratings.js";
import { fill, h } from "../parts/page/dom.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { get } from "../parts/page/http.js";
import { allGames } from "../parts/tables/games.js";
import { words } from "../words/people.js";
import { words as profiles } from "../words/profiles.js";

/** @typedef {import("../parts/people/ratings.js").Rating & {name: string}} Ranked */

const { players: text } = profiles;
const place = h("main", { class: "profile" });

async function start() {
  document.body.prepend(pageHeader(""), place);
  document.title = text.title;
  try {
    const games = await allGames();
    const chosen = decodeURIComponent(location.pathname.split("/")[2] ?? "");
    const found = games.find((each) => each.id === chosen);
    if (chosen && !found) return location.replace(playerPath(chosen)); // there somebody of that name is shown, or missed
    const game = found ?? games[0];
    const pace = h(
      "select",
      { "aria-label": text.pace },
      Object.entries(words.paces)
        .filter(([each]) => each !== "untimed")
        .map(([value, shown]) => h("option", { value }, shown)),
    );
    const list = h("div", {});
    const draw = async () => {
      const { players } = await get(`/api/players?game=${game.id}&pace=${pace.value}`);
      fill(list, ranking(players));
    };
    pace.addEventListener("change", () => draw().catch((problem) => notice(problem.message, "error")));
    fill(
      place,
      h("div", { class: "live-head" }, h("h1", {}, text.title), lookUp()),
      h(
        "nav",
        { class: "tabs", "aria-label": words.making.game },
        games.map((each) =>
          h("a", { href: `/players/${each.id}`, "aria-current": each === game && "page" }, each.title),
        ),
      ),
      h("p", { class: "quiet" }, text.about),
      h("div", { class: "filters" }, pace),
      list,
    );
    await draw();
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}

function lookUp() {
  const name = h("input", { type: "search", maxlength: 30, required: true, placeholder: text.find, "aria-label": text.find });
  const show = (/** @type {Event} */ event) => {
    event.preventDefault();
    location.assign(playerPath(name.value.trim()));
  };
  return h("form", { class: "filters", onSubmit: show }, name, h("button", { type: "submit" }, text.show));
}

/** @param {Ranked[]} players */
function ranking(players) {
  if (!players.length) return h("p", { class: "quiet" }, text.none);
  return h(
    "table",
    { class: "ranking" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { class: "number" }, h("span", { class: "unseen" }, text.place)),
        h("th", {}, text.name),
        h("th", { class: "number" }, text.rating),
        h("th", { class: "number" }, text.games),
      ),
    ),
    h(
      "tbody",
      {},
      players.map((each, index) =>
        h(
          "tr",
          {},
          h("td", { class: "number figures" }, index + 1),
          h("td", {}, h("a", { href: playerPath(each.name) }, each.name)),
          h(
            "td",
            { class: "number figures" },
            each.elo,
            h("span", { class: "quiet small" }, ` ${words.doubt(each.doubt)}`),
          ),
          h("td", { class: "number figures" }, each.games),
        ),
      ),
    ),
  );
}

start();
