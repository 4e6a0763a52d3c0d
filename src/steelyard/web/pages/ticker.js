// The event on a phone: who plays, the score, what comes next, the order of the teams.

import { ending, marked } from "../parts/big_screen/ending.js";
import { matchOf, nextPair, scoreAt } from "../parts/big_screen/matches.js";
import { halves } from "../parts/contests/match-words.js";
import { boardOf } from "../parts/big_screen/scoreboard.js";
import { standings, titleOf } from "../parts/big_screen/standings.js";
import { fill, h, say } from "../parts/page/dom.js";
import { emblem } from "../parts/page/icons.js";
import { get } from "../parts/page/http.js";
import { figures } from "../parts/page/time.js";
import { eventWords } from "../words/big-screen.js";
import { words } from "../words/contests.js";
import { translated } from "../parts/page/sentences.js";

/** @typedef {import("../parts/big_screen/matches.js").Event} Event */

const ASK_MS = 4000;

const title = h("h1", {});
const status = h("p", { class: "quiet", role: "status" });
const body = h("div", { class: "body" });

/** Ask how it stands; a phone in a pocket does not. */
async function look() {
  if (document.hidden) return;
  try {
    draw(await get("/api/event"));
  } catch {
    say(status, eventWords.offline);
  }
}

/** @param {Event} event */
function draw(event) {
  const { contest, course, phase } = event;
  say(title, contest?.name ?? eventWords.title);
  document.title = title.textContent ?? "";
  say(status, contest ? statusOf(event) : eventWords.none);
  if (!contest) return fill(body);
  const houses = course?.houses ?? [];
  const current = phase === "over" ? null : latest(event);
  const next = ["running", "preparing"].includes(phase) ? nextPair(event, current?.match ?? null) : null;
  fill(
    body,
    phase === "over" && course && winner(course),
    current && score(current, houses),
    next && h("section", { class: "next" }, h("h2", {}, eventWords.next), h("p", {}, words.page.pair(next.map((name) => marked(name, houses))))),
    (course?.tables ?? []).map((table) =>
      h("section", {}, h("h2", {}, titleOf(table, houses)), standings(table)),
    ),
    !course && names(event),
    h("p", {}, h("a", { class: "button", href: `/c/${contest.id}` }, eventWords.whole)),
  );
}

/** @param {Event} event */
function statusOf({ contest, course, phase }) {
  if (phase === "running" && course) return eventWords.played(course.games, course.to_come);
  const left = phase === "open" && contest.deadline_ms !== null ? contest.deadline_ms - contest.now_ms : 0;
  return left > 0 ? eventWords.closesIn(figures(left)) : eventWords.phase[phase];
}

/** The match whose game is on, else the one that was played last. @param {Event} event */
function latest({ playing, course, matches }) {
  const game = playing[0] ?? course?.recent[0]?.id ?? "";
  const match = matchOf(matches, game);
  return match && { match, game };
}

/** @param {{match: import("../parts/big_screen/matches.js").Match, game: string}} current @param {string[]} houses */
function score({ match, game }, houses) {
  const found = match.games.find(({ id }) => id === game);
  const points = scoreAt(match, game, true);
  return h(
    "section",
    { class: "match-on" },
    h("p", { class: "quiet" }, [translated(match.title), found && boardOf(match, found)].filter(Boolean).join(", ")),
    match.names.map((name, side) =>
      h(
        "p",
        { class: "side" },
        h("strong", {}, marked(name, houses)),
        h("span", { class: "quiet" }, match.points[side] ? eventWords.points(match.points[side], match.unit) : ""),
        h("span", { class: "score figures" }, halves(points[side])),
      ),
    ),
  );
}

/** @param {import("../parts/big_screen/matches.js").Course} course */
function winner(course) {
  const { title: head, names: first, lines } = ending(course);
  return h(
    "section",
    { class: "match-on" },
    h("p", { class: "quiet" }, head),
    h("p", { class: "winner" }, first.join(", ")),
    lines.map((line) => h("p", {}, line)),
  );
}

/** @param {Event} event */
function names({ entrants, houses }) {
  return h(
    "ul",
    { class: "names" },
    entrants.map((name) => h("li", {}, name)),
    houses.map((name) => h("li", { class: "quiet" }, eventWords.houseBot(name))),
  );
}

document.body.prepend(h("main", { class: "ticker" }, h("header", {}, emblem(), h("div", {}, title, status)), body));
look();
setInterval(look, ASK_MS);
document.addEventListener("visibilitychange", look);
