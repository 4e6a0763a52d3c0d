// A player's page: ratings with their curves, results, first moves, games.

import { openDialog } from "../parts/page/dialog.js";
import { archive } from "../parts/people/archive.js";
import { ratingCurve } from "../parts/people/curve.js";
import { openChallenge } from "../parts/people/new-challenge.js";
import { fill, h } from "../parts/page/dom.js";
import { nothingHere } from "../parts/page/empty.js";
import { day } from "../parts/page/form.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { get, post } from "../parts/page/http.js";
import { me } from "../parts/page/me.js";
import { allGames } from "../parts/tables/games.js";
import { words as people } from "../words/people.js";
import { words } from "../words/profiles.js";

/** @typedef {import("../parts/tables/games.js").GameInfo} GameInfo */
/** @typedef {import("../parts/people/ratings.js").Rating & {game: string, pace: keyof typeof people.paces, curve: import("../parts/people/curve.js").Point[]}} OwnRating */
/**
 * @typedef {object} Profile
 * @property {string} name
 * @property {number} since_ms
 * @property {boolean} you
 * @property {boolean} blocked
 * @property {OwnRating[]} ratings
 * @property {{game: string, won: number, lost: number, drawn: number}[]} results
 * @property {{game: string, move: string, games: number, won: number, lost: number}[]} openings
 */

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const place = h("main", { class: "profile" });

async function start() {
  document.body.prepend(pageHeader(""), place);
  try {
    const [profile, games, { account }] = await Promise.all([
      get(`/api/players/${encodeURIComponent(name)}`),
      allGames(),
      me(),
    ]);
    document.title = profile.name;
    draw(profile, games, account !== null);
  } catch (problem) {
    const { status, message } = /** @type {import("../parts/page/http.js").Refusal} */ (problem);
    if (status === 404) place.replaceWith(nothingHere(words.profile.missing));
    else notice(message, "error");
  }
}

/** @param {Profile} profile @param {GameInfo[]} games @param {boolean} signedIn */
function draw(profile, games, signedIn) {
  const title = (/** @type {string} */ id) => games.find((game) => game.id === id)?.title ?? id;
  fill(
    place,
    h(
      "header",
      { class: "whose" },
      h("h1", {}, profile.name),
      h("p", { class: "quiet" }, words.profile.since(day(profile.since_ms))),
      h("div", { class: "answers" }, ...deeds(profile, games, signedIn)),
    ),
    h("section", {}, h("h2", {}, words.profile.ratings), ratings(profile.ratings, title)),
    profile.results.length > 0 &&
      h(
        "div",
        { class: "columns" },
        h("section", {}, h("h2", {}, words.profile.results), resultTable(profile.results, title)),
        profile.openings.length > 0 &&
          h("section", {}, h("h2", {}, words.profile.openings), openingTable(profile.openings, title)),
      ),
    h(
      "section",
      {},
      h("h2", {}, profile.you ? words.archive.title : words.archive.of(profile.name)),
      archive(profile.you ? "mine=1" : `player=${encodeURIComponent(profile.name)}`, games),
    ),
  );
}

/** @param {Profile} profile @param {GameInfo[]} games @param {boolean} signedIn */
function deeds(profile, games, signedIn) {
  const { profile: text } = words;
  if (profile.you) return [h("a", { class: "button", href: "/account" }, text.account)];
  if (!signedIn) return [];
  const path = `/api/players/${encodeURIComponent(profile.name)}`;
  const block = h("button", { type: "button" }, profile.blocked ? text.unblock : text.block);
  block.addEventListener("click", () =>
    attempt(async () => {
      await post(`${path}/block`, { blocked: !profile.blocked });
      profile.blocked = !profile.blocked;
      fill(block, profile.blocked ? text.unblock : text.block);
      notice(profile.blocked ? text.blocked(profile.name) : text.unblocked(profile.name));
    }),
  );
  return [
    h("button", { type: "button", class: "main", onClick: () => openChallenge(games, profile.name) }, text.challenge),
    block,
    h("button", { type: "button", onClick: () => openReport(path) }, text.report),
  ];
}

/** @param {string} path */
function openReport(path) {
  const { profile: text } = words;
  const reason = h(
    "select",
    {},
    Object.entries(text.reasons).map(([value, shown]) => h("option", { value }, shown)),
  );
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    attempt(async () => {
      await post(`${path}/report`, { reason: reason.value });
      dialog.close();
      notice(text.reported);
    });
  };
  const dialog = h(
    "dialog",
    { "aria-label": text.report },
    h(
      "form",
      { class: "setup", method: "dialog", onSubmit: send },
      h("label", { class: "field" }, h("span", {}, text.reportWhy), reason),
      h(
        "footer",
        {},
        h("button", { type: "button", onClick: () => dialog.close() }, people.making.cancel),
        h("button", { type: "submit", class: "main" }, text.reportSend),
      ),
    ),
  );
  openDialog(dialog);
}

/** @param {OwnRating[]} all @param {(id: string) => string} title */
function ratings(all, title) {
  if (!all.length) return h("p", { class: "quiet" }, words.profile.noRatings);
  return h(
    "ul",
    { class: "ratings" },
    all.map((each) =>
      h(
        "li",
        {},
        h("h3", {}, `${title(each.game)} · ${people.paces[each.pace]}`),
        h(
          "p",
          {},
          h("strong", { class: "figures" }, people.rating(each.elo, each.provisional)),
          " ",
          h("span", { class: "quiet figures" }, people.doubt(each.doubt)),
          h("span", { class: "quiet small" }, ` · ${words.profile.games(each.games)}, ${words.profile.againstBots(each.bot_games, each.limit)}`),
        ),
        each.curve.length > 1 && ratingCurve(title(each.game), people.paces[each.pace], each.curve),
      ),
    ),
  );
}

/** @param {Profile["results"]} results @param {(id: string) => string} title */
function resultTable(results, title) {
  const { game, won, lost, drawn } = words.profile;
  return table(
    [game, won, lost, drawn],
    results.map((each) => [title(each.game), each.won, each.lost, each.drawn]),
  );
}

/** @param {Profile["openings"]} openings @param {(id: string) => string} title */
function openingTable(openings, title) {
  const { move, game, played, won, lost } = words.profile;
  return table(
    [game, move, played, won, lost],
    openings.map((each) => [title(each.game), each.move, each.games, each.won, each.lost]),
  );
}

/** @param {string[]} heads @param {(string | number)[][]} rows */
function table(heads, rows) {
  const cells = (/** @type {"th" | "td"} */ kind, /** @type {(string | number)[]} */ row) =>
    row.map((cell, index) => h(kind, { class: typeof rows[0][index] === "number" && "number figures" }, cell));
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, cells("th", heads))),
    h("tbody", {}, rows.map((row) => h("tr", {}, cells("td", row)))),
  );
}

/** @param {() => Promise<unknown>} deed */
async function attempt(deed) {
  try {
    await deed();
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}

start();
