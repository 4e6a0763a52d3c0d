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
 */

const REFRESH_MS = 5000;

/** The list, which keeps itself up to date. @param {(id: string) => boolean} joystick whether that game is played in rounds */
export function challengeList(joystick) {
  const list = h("ul", { class: "challenges" });
  let drawn = "";
  const draw = async () => {
    /** @type {{challenges: Challenge[]}} */
    const { challenges } = await get("/api/challenges");
    const text = JSON.stringify(challenges);
    if (text === drawn) return; // a button that has the focus keeps it
    drawn = text;
    const urgent = (/** @type {Challenge} */ each) => (each.for_you ? 0 : each.mine ? 2 : 1);
    challenges.sort((a, b) => urgent(a) - urgent(b));
    fill(
      list,
      challenges.length
        ? challenges.map((each) => row(each, joystick(each.game), draw))
        : h("li", { class: "quiet none" }, words.challenges.none),
    );
  };
  const started = draw();
  setInterval(() => !document.hidden && draw().catch(() => {}), REFRESH_MS);
  return { element: list, started };
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
