// The first page: three games, one button each.

import { createBoard } from "../board/api.js";
import { fill, find, h } from "../parts/page/dom.js";
import { allGames, playNow, usualBot, usualClock } from "../parts/tables/games.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { me } from "../parts/page/me.js";
import { get, post } from "../parts/page/http.js";
import { withModule } from "../parts/page/later.js";
import { fitting } from "../parts/tables/opponents.js";
import { portrait } from "../parts/tables/portraits.js";
import { returnBar } from "../parts/tables/return-bar.js";
import { listedTable } from "../parts/tables/table-list.js";
import { challengeList } from "../parts/people/challenge-list.js";
import { tournamentList } from "../parts/tournaments/list.js";
import { words as tournamentWords } from "../words/tournaments.js";
import { addRatings } from "../parts/people/ratings.js";
import { words as people } from "../words/people.js";
import { clockInWords } from "../parts/page/time.js";
import { characterWords } from "../words/characters.js";
import { words } from "../words/general.js";
import { characterName, personName } from "../parts/tables/names.js";

/** @typedef {import("../parts/tables/games.js").GameInfo} GameInfo */

const MOST_LISTED = 6;

/** Pictures of the games, requested before the list of games has arrived. @type {Promise<{samples: Record<string, string>}>} */
const pictures = get("/api/samples");

async function start() {
  const cards = h("div", { class: "cards" });
  const challenges = h("div", {});
  const lists = h("div", {});
  document.body.prepend(
    pageHeader("play"),
    h(
      "main",
      {},
      h("div", { class: "welcome" }, h("h1", {}, words.lobby.title), h("p", {}, words.lobby.subtitle)),
      cards,
      challenges,
      lists,
      h("div", { class: "me-place" }),
    ),
  );
  try {
    const games = await allGames();
    cards.append(...games.map(card));
    challenges.append(challengeSection(games));
    lists.append(
      ...(await Promise.all([
        section(words.lobby.yours, "/api/tables?mine=1&limit=12", "/games", (table) => table.started),
        section(words.lobby.now, "/api/tables?live=1&limit=12", "/live", (table) => !table.you.length),
        tournamentSection(),
      ])),
    );
    if (location.hash === "#challenges") find("#challenges").scrollIntoView();
    find(".me-place").append(await nameForm());
    find("main").append(await returnBar());
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}

/** @param {GameInfo} game */
function card(game) {
  let opponent = usualBot(game);
  const terms = h("p", { class: "terms" });
  const draw = (promoted = false) =>
    fill(
      terms,
      portrait(opponent),
      h(
        "span",
        {},
        words.lobby.against(characterName(opponent), clockInWords(usualClock(game)).toLowerCase()),
        promoted && ` · ${characterWords.fits}`,
      ),
    );
  draw();
  fitting(game, opponent).then(
    ({ bot, promoted }) => {
      opponent = bot;
      draw(promoted);
    },
    () => {}, // the usual opponent will do
  );
  const picture = h("div", { "aria-hidden": "true" });
  const board = createBoard(picture, { interactive: false });
  pictures.then(
    ({ samples }) => board.show(samples[game.id]),
    () => {}, // a card works without its picture
  );
  return h(
    "section",
    { class: "card", "data-game": game.id, "aria-label": game.title },
    h("div", { class: "picture" }, picture),
    h(
      "div",
      { class: "about" },
      h("h2", {}, game.title),
      h(
        "p",
        { class: "quiet" },
        /** @type {Record<string, string>} */ (words.lobby.short)[game.id] ?? game.summary,
      ),
    ),
    h(
      "div",
      { class: "start" },
      h(
        "button",
        {
          class: "main",
          type: "button",
          "aria-label": words.lobby.playLabel(game.title),
          onClick: (/** @type {Event} */ event) => play(event, game, opponent),
        },
        words.lobby.play,
      ),
      h(
        "button",
        { type: "button", "aria-label": words.lobby.changeLabel(game.title), onClick: () => setUp(game) },
        words.lobby.change,
      ),
      h(
        "a",
        { class: "button bare", href: `/learn/${game.id}`, "aria-label": words.lobby.rulesLabel(game.title) },
        words.lobby.rules,
      ),
      terms,
    ),
  );
}

/** @param {GameInfo} game */
function setUp(game) {
  return withModule(import("../parts/tables/setup.js"), ({ openSetup }) => openSetup(game));
}

/** @param {GameInfo[]} games */
function challengeSection(games) {
  const make = () =>
    withModule(import("../parts/people/new-challenge.js"), ({ openChallenge }) => openChallenge(games));
  const { element } = challengeList((id) => games.find((game) => game.id === id)?.joystick ?? false);
  return h(
    "section",
    { class: "section", id: "challenges" },
    h(
      "header",
      {},
      h("h2", {}, people.challenges.title),
      h(
        "span",
        { class: "ways" },
        h("a", { href: "/players" }, people.challenges.players),
        h("button", { type: "button", onClick: make }, people.challenges.make),
      ),
    ),
    element,
  );
}

/** @param {Event} event @param {GameInfo} game @param {string} bot */
async function play(event, game, bot) {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  button.disabled = true;
  try {
    await playNow(game, bot);
  } catch (problem) {
    button.disabled = false;
    notice(/** @type {Error} */ (problem).message, "error");
  }
}

/**
 * @param {string} title
 * @param {string} path
 * @param {string} all where all of them are
 * @param {(table: import("../parts/tables/table-list.js").Listed) => boolean} [fits]
 */
async function section(title, path, all, fits) {
  const { tables } = await get(path);
  const listed = tables.filter(fits).slice(0, MOST_LISTED);
  if (!listed.length) return "";
  const list = h("ul", { class: "tables" }, listed.map(listedTable));
  addRatings(list, listed).catch(() => {}); // the list can be read without them
  return h(
    "section",
    { class: "section" },
    h("header", {}, h("h2", {}, title), h("a", { href: all }, words.lobby.all)),
    list,
  );
}

/** Those that can be joined or are played. */
async function tournamentSection() {
  const { tournaments } = await get("/api/tournaments");
  const current = tournaments.filter((/** @type {any} */ each) => each.state !== "over").slice(0, MOST_LISTED);
  const { title, all, none } = tournamentWords;
  return h(
    "section",
    { class: "section" },
    h("header", {}, h("h2", {}, title), h("a", { href: "/tournaments" }, all)),
    current.length ? tournamentList(current) : h("p", { class: "quiet" }, none),
  );
}

async function nameForm() {
  const { name, account } = await me();
  if (account)
    return h(
      "p",
      { class: "me" },
      h("span", { class: "quiet" }, words.lobby.nameLabel),
      h("strong", {}, name),
    );
  const field = h("input", {
    type: "text",
    name: "name",
    value: personName(name),
    maxlength: 30,
    autocomplete: "nickname",
  });
  return h(
    "form",
    {
      class: "me",
      onSubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          const wanted = field.value.trim();
          const saved = await post("/api/me", { name: wanted === personName(name) ? name : wanted });
          notice(words.lobby.nameChanged(personName(saved.name)));
        } catch (problem) {
          notice(/** @type {Error} */ (problem).message, "error");
        }
      },
    },
    h("label", { class: "field" }, h("span", {}, words.lobby.nameLabel), field),
    h("button", { type: "submit" }, words.lobby.nameSave),
  );
}

start();
