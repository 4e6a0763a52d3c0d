// The challenges that stand: each is accepted, declined or withdrawn with one click.

import { fill, h } from "../page/dom.js";
import { notice } from "../page/header.js";
import { get, post } from "../page/http.js";
import { clockInWords } from "../page/time.js";
import { personName } from "../tables/names.js";
import { silhouette } from "../tables/silhouettes.js";
import { playerPath, shownRating } from "./ratings.js";
import { words } from "../../words/people.js";

/**
 * @typedef {object} Challenge
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} clock
 * @property {boolean} rated
 * @property {{name: string, account: boolean, rating: import("./ratings.js").Rating | null}} challenger
 * @property {string | null} to
 * @property {number} seat
 * @property {boolean} mine
 * @property {boolean} for_you
 * @property {boolean} here
 * @property {number} more how many others its line stands for
 * @property {"person" | "place"} more_of
 */

/** A line of the list, and those folded into it once they are asked for. @typedef {{line: Challenge, others: Challenge[] | null}} Line */

const REFRESH_MS = 5000;
const MOST_PAGES = 5; // of what one address offers: it cannot offer more

/** The list, which keeps itself up to date. @param {(id: string) => boolean} joystick whether that game is played in rounds */
export function challengeList(joystick) {
  const list = h("ul", { class: "challenges" });
  /** Lines of which all are shown. @type {Set<string>} */
  const unfolded = new Set();
  let pages = 1;
  let drawn = "";
  const draw = async () => {
    const { challenges, more } = await fetchPages({}, pages);
    const lines = await Promise.all(challenges.map((line) => withOthers(line, unfolded.has(line.id))));
    const text = JSON.stringify([lines, more]);
    if (text === drawn) return; // a button that has the focus keeps it
    drawn = text;
    const urgent = (/** @type {Line} */ { line }) => (line.for_you ? 0 : line.mine ? 2 : 1);
    lines.sort((a, b) => urgent(a) - urgent(b));
    const show = (/** @type {Challenge} */ each) => row(each, joystick(each.game), draw);
    const unfold = (/** @type {string} */ id) => {
      unfolded.add(id);
      return draw();
    };
    const nextPage = () => {
      pages += 1;
      return draw();
    };
    fill(
      list,
      lines.flatMap(({ line, others }) => [show(line), ...(others ? others.map(show) : folded(line, unfold))]),
      !lines.length && h("li", { class: "quiet none" }, words.challenges.none),
      more && h("li", { class: "none" }, h("button", { type: "button", onClick: nextPage }, words.challenges.next)),
    );
  };
  const started = draw();
  setInterval(() => !document.hidden && draw().catch(() => {}), REFRESH_MS);
  return { element: list, started };
}

/** So many pages at most, and whether there are more. @param {Record<string, string>} asked @param {number} pages */
async function fetchPages(asked, pages) {
  /** @type {Challenge[]} */
  const challenges = [];
  const query = new URLSearchParams(asked);
  let more = true;
  for (let page = 0; page < pages && more; page += 1) {
    const part = await get(`/api/challenges${query.size ? `?${query}` : ""}`);
    challenges.push(...part.challenges);
    more = part.next !== null;
    query.set("after", part.next);
  }
  return { challenges, more };
}

/** @param {Challenge} line @param {boolean} all whether those that are folded into it are shown @returns {Promise<Line>} */
async function withOthers(line, all) {
  if (!all || !line.more) return { line, others: null };
  const { challenges } = await fetchPages({ same_as: line.id }, MOST_PAGES);
  return { line, others: challenges.filter(({ id }) => id !== line.id) };
}

/** How many others a line stands for. @param {Challenge} line @param {(id: string) => Promise<void>} unfold */
function folded({ id, more, more_of }, unfold) {
  if (!more) return [];
  const text = words.challenges.more[more_of](more);
  const button = h("button", { type: "button", class: "bare small", onClick: () => unfold(id) }, text);
  return [h("li", { class: "folded" }, button)];
}

/** @param {Challenge} challenge @param {boolean} joystick @param {() => Promise<void>} draw */
function row(challenge, joystick, draw) {
  const { id, challenger, rated } = challenge;
  return h(
    "li",
    { "data-challenge": id },
    h("span", { class: "challenger" }, silhouette(1 - challenge.seat), who(challenge)),
    h("span", {}, challenge.title),
    h("span", {}, clockInWords(challenge.clock, joystick)),
    h("span", { class: rated ? "badge" : "quiet small" }, rated ? words.rated : words.casual),
    h("span", { class: "deeds" }, ...buttons(challenge, challenger.name, draw)),
  );
}

/** @param {Challenge} challenge */
function who({ mine, to, challenger, for_you, here }) {
  if (mine) return h("span", {}, to ? words.challenges.yoursTo(to) : words.challenges.yours);
  const name = challenger.account
    ? h("a", { href: playerPath(challenger.name) }, challenger.name)
    : personName(challenger.name);
  return h(
    "span",
    { class: "name" },
    name,
    shownRating(challenger.rating),
    for_you && h("span", { class: "badge" }, words.challenges.forYou),
    here && h("span", { class: "quiet small" }, words.challenges.here),
  );
}

/** @param {Challenge} challenge @param {string} name @param {() => Promise<void>} draw */
function buttons({ id, mine, for_you }, name, draw) {
  const go = () => location.assign(`/g/${id}`);
  const button = (/** @type {string} */ what, /** @type {string} */ text, label = text, then = draw, kind = "") => {
    const deed = async () => {
      try {
        await post(`/api/challenges/${id}/${what}`, {});
        dispatchEvent(new Event("moved")); // the bar at the top no longer counts it
        await then();
      } catch (problem) {
        notice(/** @type {Error} */ (problem).message, "error");
        await draw().catch(() => {});
      }
    };
    return h("button", { type: "button", class: kind, "aria-label": label, onClick: deed }, text);
  };
  const { challenges } = words;
  if (mine) return [h("a", { class: "button", href: `/g/${id}` }, challenges.link), button("withdraw", challenges.withdraw)];
  return [
    for_you && button("decline", challenges.decline, challenges.declineOf(name)),
    button("accept", challenges.accept, challenges.acceptOf(name), async () => go(), "main"),
  ];
}
