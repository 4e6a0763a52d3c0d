// A person's own bots, and the upload of a new one.

import { fill, h } from "../parts/page/dom.js";
import { field, form } from "../parts/page/form.js";
import { allGames } from "../parts/tables/games.js";
import { handIn } from "../parts/bots/upload.js";
import { contestBefore, fromContest, wayBack } from "../parts/contests/contest-link.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { me } from "../parts/page/me.js";
import { get, post } from "../parts/page/http.js";
import { UNFINISHED } from "../parts/bots/versions.js";
import { bots as words } from "../words/bots.js";

const REFRESH_MS = 2000;
const list = h("ul", { class: "bots" });
const place = h("main", { class: "bots-page" });
const used = h("p", { class: "quiet small" });
const warning = h("p", { class: "problem", hidden: true });

/** @typedef {import("./bot.js").BotInfo} BotInfo */

async function start() {
  document.body.prepend(pageHeader("ladder"), place);
  document.title = words.title;
  try {
    const { account } = await me();
    if (!account) {
      fill(place, h("h1", {}, words.title), h("p", {}, h("a", { href: "/account?next=/bots" }, words.signIn)));
      return;
    }
    fill(
      place,
      wayBack(),
      h(
        "div",
        { class: "head" },
        h("h1", {}, words.title),
        h("a", { class: "button", href: "/ladder" }, words.toLadder),
      ),
      warning,
      list,
      used,
      await handingIn(),
      await atHome(),
    );
    await refresh();
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}

async function refresh() {
  /** @type {{bots: BotInfo[], isolated: boolean, why_not: string, space: {sources: number, builds: number, records: number, most: number}}} */
  const { bots, isolated, why_not, space } = await get("/api/bots");
  const titles = new Map((await titled()).map((game) => [game.id, game.title]));
  warning.hidden = isolated;
  fill(warning, words.noIsolation(why_not));
  fill(used, words.space(space));
  if (bots.length) fill(list, bots.map((bot) => line(bot, titles.get(bot.game) ?? bot.game)));
  else fill(list, h("li", { class: "quiet" }, words.none));
  if (bots.some((bot) => UNFINISHED.includes(bot.state))) setTimeout(refresh, REFRESH_MS);
}

/** @type {ReturnType<typeof allGames> | null} */
let asked = null;
function titled() {
  asked ??= allGames();
  return asked;
}

/** @param {BotInfo} bot @param {string} title */
function line(bot, title) {
  const state = bot.remote ? (bot.online ? words.online : words.offline) : words.states[bot.state];
  return h(
    "li",
    {},
    h(
      "a",
      { href: `/b/${bot.id}` },
      h("strong", {}, bot.name),
      h(
        "span",
        { class: "quiet small" },
        bot.remote ? title : `${title}, ${words.version(bot.version).toLowerCase()}`,
      ),
      h("span", { class: `state ${bot.remote ? "" : bot.state}` }, state),
      h("span", { class: "figures" }, bot.standing ? Math.round(bot.standing.elo) : ""),
    ),
  );
}

async function handingIn() {
  return h(
    "section",
    {},
    h("h2", {}, words.handIn),
    h("p", { class: "quiet" }, words.handInWhy),
    handIn("/api/bots", ({ bot }) => location.assign(`/b/${bot}${fromContest(contestBefore())}`)),
    await kits(),
  );
}

/** The download of starter kits. */
async function kits() {
  /** @type {{game: string, language: string, title: string}[]} */
  const known = await get("/api/kits");
  const game = await gameChoice();
  const language = h("select", {});
  const offer = () =>
    fill(
      language,
      known.filter((kit) => kit.game === game.value).map((kit) => h("option", { value: kit.language }, kit.title)),
    );
  game.addEventListener("change", offer);
  offer();
  const download = async () => location.assign(`/api/kits/${game.value}/${language.value}`);
  return h(
    "details",
    {},
    h("summary", {}, words.kit),
    h("p", { class: "quiet" }, words.kitWhy),
    form(words.kitFetch, download, field(words.game, game), field(words.language, language)),
    h("p", { class: "quiet small" }, `${words.kitOr} `, h("code", {}, words.kitCommand)),
  );
}

async function gameChoice() {
  return h("select", {}, (await titled()).map(({ id, title }) => h("option", { value: id }, title)));
}

async function atHome() {
  const name = h("input", { type: "text", required: true, maxlength: 60 });
  const game = await gameChoice();
  const shown = h("div", { class: "token", hidden: true });
  const make = async () => {
    const told = await post("/api/bots/remote", { game: game.value, name: name.value });
    shown.hidden = false;
    fill(shown, ...tokenWords(told));
    refresh();
  };
  return h(
    "section",
    {},
    h("h2", {}, words.home),
    h("p", { class: "quiet" }, words.homeWhy),
    form(words.homeMake, make, field(words.homeName, name), field(words.game, game)),
    shown,
  );
}

/** @param {{bot: string, token: string}} told */
function tokenWords({ bot, token }) {
  const address = `${location.origin.replace("http", "ws")}/ws/bots/${bot}`;
  return [
    h("p", {}, words.token),
    h("pre", {}, token),
    h("p", {}, words.homeRun),
    h("pre", {}, words.homeCommand(address, token)),
  ];
}

start();
