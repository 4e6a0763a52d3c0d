// The page of a bot: rating and games for everybody; versions, trials and failures for its owner.

import { gameList } from "../parts/bots/game-list.js";
import { lostGames } from "../parts/bots/lost-games.js";
import { fill, h, say } from "../parts/page/dom.js";
import { allGames, lowerSeat, openTable, usualClock } from "../parts/tables/games.js";
import { handIn } from "../parts/bots/upload.js";
import { wayBack } from "../parts/contests/contest-link.js";
import { enterWith } from "../parts/contests/enter-with.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { me } from "../parts/page/me.js";
import { get, post } from "../parts/page/http.js";
import { UNFINISHED, trialList, Versions } from "../parts/bots/versions.js";
import { words as general } from "../words/general.js";
import { bots as words } from "../words/bots.js";

/**
 * @typedef {object} BotInfo
 * @property {string} id
 * @property {string} name
 * @property {string} game
 * @property {string} owner
 * @property {boolean} remote
 * @property {boolean} online
 * @property {boolean} rated
 * @property {"none" | "waiting" | "building" | "checking" | "fit" | "unfit" | "unchecked"} state
 * @property {number} version
 * @property {{elo: number, doubt: number, games: number} | null} standing
 * @property {string} closed why it is closed to you; empty if it is not
 * @property {{off: string, closed_for: string, open_in_contests: boolean, versions: import("../parts/bots/versions.js").Version[], trials: import("../parts/bots/versions.js").Trial[]} | null} mine
 */

const REFRESH_MS = 1500;
const id = location.pathname.split("/")[2] ?? "";
const place = h("main", { class: "bot-page" });
const head = h("div", { class: "head" });
const facts = h("div", { class: "facts" });
const own = h("section", { class: "own", hidden: true });
const trials = h("div", {});
const ladder = h("div", { class: "ways" });
const inContest = h("p", {});
const openBox = h("input", { type: "checkbox", onChange: () => setOpen() });
const versions = new Versions(id);

async function start() {
  document.body.prepend(pageHeader("ladder"), place);
  try {
    const bot = await look();
    document.title = `${bot.name}, ${general.common.name}`;
    if (bot.closed) {
      fill(place, head, h("p", {}, `${bot.closed}. ${words.closedUntil}`));
      return;
    }
    const played = h("section", {}, h("h2", {}, words.lately), gameList(`/api/bots/${id}/games`, id));
    const lost = bot.mine && h("section", {}, h("h2", {}, words.lostGames), lostGames(id));
    fill(place, wayBack(), head, bot.mine && (await enterWith(id)), facts, own, lost, played);
    if (bot.mine) buildOwn(bot);
    await follow(bot);
  } catch (problem) {
    const gone = /** @type {any} */ (problem).status === 404;
    document.title = general.common.missing;
    fill(
      place,
      h("h1", {}, general.common.missing),
      h("p", { class: "quiet" }, gone ? general.common.missingWhy : /** @type {Error} */ (problem).message),
      h("p", {}, h("a", { class: "button", href: "/ladder" }, words.toLadder)),
    );
  }
}

/** @returns {Promise<BotInfo>} */
async function look() {
  /** @type {BotInfo} */
  const bot = await get(`/api/bots/${id}`);
  const title = (await gamesHere()).find((game) => game.id === bot.game)?.title ?? bot.game;
  fill(
    head,
    h("div", {}, h("h1", {}, bot.name), h("p", { class: "quiet" }, `${title}, ${words.by(bot.owner)}`)),
    await playButton(bot),
  );
  fill(facts, ...figures(bot));
  await forOrganisers(bot);
  return bot;
}

/** @type {ReturnType<typeof allGames> | null} */
let asked = null;
function gamesHere() {
  asked ??= allGames();
  return asked;
}

/** @param {BotInfo} bot */
function figures(bot) {
  const { standing } = bot;
  return [
    standing
      ? h(
          "p",
          { class: "rating" },
          h("strong", { class: "figures" }, Math.round(standing.elo)),
          h("span", { class: "quiet figures" }, ` ${words.doubt(Math.round(standing.doubt))}`),
          h("span", { class: "quiet" }, `, ${words.gamesOf(standing.games)}`),
        )
      : h("p", { class: "quiet" }, words.notRated),
    bot.remote &&
      h("p", { class: "quiet" }, `${bot.online ? words.online : words.offline}. ${words.networkTime}`),
  ].filter((each) => each !== false);
}

/** A button to play against the newest version that passed the checks. @param {BotInfo} bot */
async function playButton(bot) {
  const opponents = await get(`/api/opponents?game=${bot.game}`);
  const opponent = opponents.find((/** @type {any} */ each) => each.id === bot.id);
  if (!opponent) return null;
  const play = async () => {
    const game = (await gamesHere()).find((each) => each.id === bot.game);
    if (!game) return;
    /** @type {import("../parts/tables/games.js").Seat[]} */
    const seats = [0, 1].map(() => ({ kind: "bot", bot: opponent.bot }));
    seats[lowerSeat(game.id)] = { kind: "me" };
    await act(() => openTable({ game: game.id, clock: usualClock(game), seats }));
  };
  return h("button", { class: "main", type: "button", onClick: play }, words.play(bot.name));
}

/** @param {() => Promise<unknown>} what */
async function act(what) {
  try {
    await what();
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}

/** @param {BotInfo} bot */
async function forOrganisers(bot) {
  const { account } = await me();
  if (!bot.remote || !account || account.role === "player") return;
  const change = () =>
    act(async () => {
      await post(`/api/bots/${id}/rated`, { rated: !bot.rated });
      await look();
    });
  facts.append(h("button", { type: "button", onClick: change }, bot.rated ? words.unrateIt : words.rateIt));
}

/** @param {BotInfo} bot */
function buildOwn(bot) {
  own.hidden = false;
  if (bot.remote) {
    fill(own, h("h2", {}, words.home), h("p", { class: "quiet" }, words.homeWhy), tokens(), ladder);
    return;
  }
  fill(
    own,
    h("h2", {}, words.versions),
    versions.element,
    h("h3", {}, words.newVersion),
    handIn(`/api/bots/${id}/versions`, () => again()),
    h("h2", {}, words.trial),
    trials,
    ladder,
    h("h2", {}, words.contests),
    inContest,
    h("label", { class: "check" }, openBox, words.openInContests),
  );
}

function tokens() {
  const shown = h("div", { class: "token", hidden: true });
  const address = `${location.origin.replace("http", "ws")}/ws/bots/${id}`;
  const renew = () =>
    act(async () => {
      const { token } = await post(`/api/bots/${id}/token`, {});
      shown.hidden = false;
      fill(
        shown,
        h("p", {}, words.token),
        h("pre", {}, token),
        h("p", {}, words.homeRun),
        h("pre", {}, words.homeCommand(address, token)),
      );
    });
  const revoke = () =>
    act(async () => {
      await post(`/api/bots/${id}/token/revoke`, {});
      shown.hidden = true;
      notice(words.revoked);
    });
  return h(
    "div",
    {},
    h(
      "div",
      { class: "ways" },
      h("button", { type: "button", onClick: renew }, words.newToken),
      h("button", { type: "button", onClick: revoke }, words.revoke),
    ),
    shown,
  );
}

let timer = 0;
async function again() {
  clearTimeout(timer);
  await act(async () => follow(await look()));
}

/** Draw what may have changed, and poll while a build or trial is running. @param {BotInfo} bot */
async function follow(bot) {
  const { mine } = bot;
  if (!mine) return;
  await versions.draw(mine.versions);
  drawTrials(mine);
  drawLadder(bot, mine);
  drawContests(mine);
  const busy =
    mine.versions.some((each) => UNFINISHED.includes(each.state)) ||
    mine.trials.some((each) => each.state === "running");
  if (busy && !document.hidden) timer = window.setTimeout(again, REFRESH_MS);
  else if (busy) document.addEventListener("visibilitychange", again, { once: true });
}

/** @param {NonNullable<BotInfo["mine"]>} mine */
function drawTrials(mine) {
  const fit = mine.versions.filter((each) => each.state === "fit").map((each) => each.number);
  const [newer, older] = fit;
  const running = mine.trials.some((each) => each.state === "running");
  const ask = () =>
    act(async () => {
      await post(`/api/bots/${id}/trials`, { newer, older });
      await again();
    });
  fill(
    trials,
    fit.length < 2 && h("p", { class: "quiet" }, words.trialNeeds),
    fit.length > 1 && !running && h("p", { class: "quiet" }, words.trialWhy(newer, older)),
    fit.length > 1 && !running && h("button", { type: "button", onClick: ask }, words.trialStart),
    trialList(mine.trials),
  );
}

/** Only a bot that can play has a ladder button. @param {BotInfo} bot @param {NonNullable<BotInfo["mine"]>} mine */
function drawLadder(bot, { off, versions: handedIn }) {
  const plays = bot.remote || handedIn.some((each) => each.state === "fit");
  const change = (/** @type {boolean} */ on) =>
    act(async () => {
      await post(`/api/bots/${id}/ladder`, { on });
      await again();
    });
  fill(
    ladder,
    off && h("p", { class: "problem" }, `${words.offLadder} ${off}`),
    plays &&
      h("button", { type: "button", onClick: () => change(Boolean(off)) }, off ? words.putOn : words.takeOff),
  );
}

/** Whether it is open to others during contests. @param {NonNullable<BotInfo["mine"]>} mine */
function drawContests({ closed_for: contest, open_in_contests: open }) {
  openBox.checked = open;
  inContest.hidden = !contest;
  say(inContest, open ? words.openFor(contest) : words.closedFor(contest));
}

function setOpen() {
  return act(async () => {
    await post(`/api/bots/${id}/open_in_contests`, { open: openBox.checked });
    await again();
  });
}

start();
