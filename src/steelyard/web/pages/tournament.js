// One tournament: who takes part, the games of its rounds, the standings, and what you can do.

import { nothingHere } from "../parts/page/empty.js";
import { confirmed } from "../parts/page/confirmation.js";
import { fill, h } from "../parts/page/dom.js";
import { field, form } from "../parts/page/form.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { get, post } from "../parts/page/http.js";
import { me } from "../parts/page/me.js";
import { when } from "../parts/page/time.js";
import { standing, terms } from "../parts/tournaments/list.js";
import { entrantName, roundList, standingsTable } from "../parts/tournaments/rounds.js";
import { words } from "../words/tournaments.js";

const REFRESH_MS = 5000;
const { page: text } = words;
const id = location.pathname.split("/")[2] ?? "";
const address = `/api/tournaments/${id}`;
const place = h("main", { class: "profile tournament" });
let drawn = "";

async function start() {
  document.body.prepend(pageHeader(""), place);
  try {
    await draw();
  } catch (problem) {
    return place.replaceWith(nothingHere(/** @type {Error} */ (problem).message));
  }
  setInterval(() => !document.hidden && draw().catch(() => {}), REFRESH_MS);
}

async function draw() {
  const [tournament, { account }] = await Promise.all([get(address), me()]);
  const now = JSON.stringify(tournament);
  if (now === drawn) return; // a field that has the focus keeps it
  drawn = now;
  document.title = `${tournament.name}, ${words.title.toLowerCase()}`;
  const { state, entrants, rounds_played, team_size, round_ends_ms, winner } = tournament;
  const shared = entrants.length > 0 && winner && !entrants.some((/** @type {any} */ each) => each.name === winner);
  fill(
    place,
    h(
      "header",
      { class: "tournament-head" },
      h("h1", {}, tournament.name),
      h("p", {}, terms(tournament).join(" · ")),
      h("p", { class: "quiet" }, [standing(tournament), words.by(tournament.owner)].join(" · ")),
      winner && h("p", { class: "winner" }, shared ? text.wonByMany(winner) : text.won(winner)),
      state === "running" && h("p", { class: "quiet small" }, text.noShow),
      state === "running" && round_ends_ms && h("p", { class: "quiet small" }, text.ends(when(round_ends_ms))),
    ),
    h("div", { class: "deeds" }, ...deeds(tournament, account !== null)),
    state === "open" || !rounds_played.length
      ? h(
          "section",
          {},
          h("h2", {}, team_size > 1 ? text.teamsTitle : text.entrants),
          entrants.length
            ? h("ol", {}, entrants.map((/** @type {any} */ each) =>
                  h(
                    "li",
                    {},
                    entrantName(each),
                    tournament.can_remove && each.you && removeButtons(each.players, account?.name ?? ""),
                  ),
                ),
              )
            : h("p", { class: "quiet" }, text.nobody),
        )
      : h("section", {}, h("h2", {}, text.standings), standingsTable(tournament)),
    [...rounds_played]
      .reverse()
      .map((round) =>
        h(
          "section",
          {},
          h("h2", {}, words.round(round.number, null)),
          roundList(round.games, entrants, team_size > 1),
        ),
      ),
  );
}

/** What you can do with it. @param {any} tournament @param {boolean} signedIn @returns {(HTMLElement | false)[]} */
function deeds({ state, joined, mine, can_withdraw, team_size, entrants }, signedIn) {
  const button = (/** @type {string} */ label, /** @type {string} */ what, main = false) =>
    h("button", { type: "button", class: main ? "main" : "", onClick: () => act(what) }, label);
  const asked = (/** @type {string} */ label, /** @type {string} */ what, /** @type {string} */ sure, /** @type {string} */ yes) =>
    h("button", { type: "button", onClick: async () => (await confirmed(sure, { yes, no: text.no })) && act(what) }, label);
  if (state === "open") {
    return [
      !signedIn && h("a", { class: "button main", href: `/account?next=${location.pathname}` }, words.signIn),
      signedIn && !joined && (team_size > 1 ? teamForm(entrants) : button(text.join, "join", true)),
      joined && button(text.leave, "leave"),
      mine && entrants.length > 1 && button(text.start, "start", joined),
      mine && asked(text.cancel, "cancel", text.cancelSure, text.cancelYes),
    ];
  }
  if (state !== "running") return [];
  return [
    can_withdraw && asked(text.withdraw, "leave", text.withdrawSure, text.withdrawYes),
    mine && asked(text.cancel, "cancel", text.cancelSure, text.cancelYes),
  ];
}

/** For the captain of a team. @param {string[]} players @param {string} own name @returns {(HTMLElement | string)[]} */
function removeButtons(players, own) {
  const remove = async (/** @type {string} */ player) =>
    (await confirmed(text.removeSure(player), { yes: text.removeYes, no: text.no })) && act("remove", { player });
  return players
    .filter((player) => player !== own)
    .flatMap((player) => [
      " ",
      h(
        "button",
        { type: "button", "aria-label": text.removeOf(player), onClick: () => remove(player) },
        `${text.remove}: ${player}`,
      ),
    ]);
}

/** @param {{name: string}[]} entrants */
function teamForm(entrants) {
  const team = h("input", { type: "text", name: "team", required: true, minlength: 2, maxlength: 30, list: "teams" });
  return h(
    "div",
    {},
    form(text.joinTeam, () => sent("join", { team: team.value.trim() }), field(text.team, team, text.teamHint)),
    h("datalist", { id: "teams" }, entrants.map(({ name }) => h("option", { value: name }))),
  );
}

/** @param {string} what @param {object} body */
async function sent(what, body = {}) {
  await post(`${address}/${what}`, body);
  await draw();
}

/** @param {string} what @param {object} [body] */
async function act(what, body) {
  try {
    await sent(what, body);
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
    await draw().catch(() => {});
  }
}

start();
