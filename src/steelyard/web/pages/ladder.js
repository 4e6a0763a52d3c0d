// The ladder of each game.

import { gameList } from "../parts/bots/game-list.js";
import { fill, h } from "../parts/page/dom.js";
import { allGames } from "../parts/tables/games.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { get } from "../parts/page/http.js";
import { clockInWords } from "../parts/page/time.js";
import { characterName } from "../parts/tables/names.js";
import { bots as words } from "../words/bots.js";

const FEW = 10;
const REFRESH_MS = 10_000;
const tabs = h("nav", { class: "tabs", "aria-label": words.game });
const table = h("div", { class: "ladder" });
const about = h("p", { class: "quiet" });
const place = h("main", { class: "ladder-page" });

/** @typedef {{place: number, player: string, name: string, owner: string | null, ours: boolean, remote: boolean, elo: number, doubt: number, games: number}} Line */

async function start() {
  document.body.prepend(pageHeader("ladder"), place);
  document.title = words.ladder;
  try {
    const games = await allGames();
    const chosen = location.pathname.split("/")[2];
    const game = games.find((each) => each.id === chosen) ?? games[0];
    fill(
      tabs,
      games.map((each) =>
        h("a", { href: `/ladder/${each.id}`, "aria-current": each === game && "page" }, each.title),
      ),
    );
    const draw = async () => {
      const { lines, clock } = await get(`/api/ladder/${game.id}`);
      const doubted = lines.some((/** @type {Line} */ line) => line.doubt > 0);
      fill(about, words.ladderWhy(clockInWords(clock, game.joystick)), doubted && ` ${words.ladderOrder}`);
      drawTable(lines);
    };
    await draw(); // before what stands below it
    fill(
      place,
      h(
        "div",
        { class: "head" },
        h("h1", {}, words.ladder),
        h("a", { class: "button", href: "/bots" }, words.toBots),
      ),
      tabs,
      about,
      h(
        "div",
        { class: "columns" },
        table,
        h("section", {}, h("h2", {}, words.ladderGames), gameList(`/api/ladder/${game.id}/games`)),
      ),
    );
    setInterval(() => !document.hidden && draw().catch(() => {}), REFRESH_MS);
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}

/** @param {Line[]} lines */
function drawTable(lines) {
  fill(
    table,
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { class: "number" }, h("span", { class: "unseen" }, words.place)),
          h("th", {}, words.bot),
          h("th", {}, words.owner),
          h("th", { class: "number" }, words.rating),
          h("th", { class: "number" }, words.games),
        ),
      ),
      h("tbody", {}, lines.map(row)),
    ),
    lines.every((each) => each.ours) && h("p", { class: "quiet none" }, words.ladderEmpty),
  );
}

/** A built-in bot by the name it has as an opponent, and by the one that programs use. @param {string} bot */
function ours(bot) {
  const name = characterName(bot);
  return name === bot ? bot : [`${name} `, h("span", { class: "quiet small" }, `(${bot})`)];
}

/** @param {Line} line */
function row(line) {
  const name = line.ours ? ours(line.name) : h("a", { href: `/b/${line.player}` }, line.name);
  const few = !line.ours && line.games < FEW;
  return h(
    "tr",
    { class: line.ours && "ours" },
    h("td", { class: "number figures" }, line.place),
    h("td", {}, name, few && h("span", { class: "quiet small" }, ` ${words.provisional}`)),
    h("td", { class: "quiet" }, line.ours ? words.ours : line.owner),
    h(
      "td",
      { class: "number figures" },
      Math.round(line.elo),
      line.doubt > 0 && h("span", { class: "quiet small" }, ` ${words.doubt(Math.round(line.doubt))}`),
    ),
    h("td", { class: "number figures" }, line.games),
  );
}

start();
