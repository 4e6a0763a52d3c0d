// What a decision would change, in the words of the page: games, places, grades.

import { deskWords } from "../../words/organiser.js";
import { h } from "../page/dom.js";
import { translated } from "../page/sentences.js";

/** @typedef {{name: string, before: number | null, after: number | null}} Change */
/**
 * @typedef {object} Effect
 * @property {string[]} forfeited
 * @property {string[]} discarded
 * @property {string[]} restored
 * @property {string[]} due
 * @property {number} open
 * @property {number} to_come
 * @property {Change[]} places
 * @property {Change[]} grades
 */

const { effect: words } = deskWords;

/** @param {Effect} effect */
export function effectList({ forfeited, discarded, restored, due, open, to_come: toCome, places, grades }) {
  const lost = forfeited.length + discarded.length;
  return h(
    "ul",
    {},
    forfeited.length > 0 && games(forfeited, words.forfeited(forfeited.length)),
    discarded.length > 0 && games(discarded, words.discarded(discarded.length)),
    restored.length > 0 && games(restored, words.restored(restored.length)),
    !lost && h("li", {}, words.noneLost),
    toCome ? games(due, words.toPlay(due.length, open, toCome)) : h("li", {}, words.nothingLeft),
    changes(places, words.places, words.place),
    changes(grades, words.grades, words.grade),
  );
}

/** A sentence about games, and which they are. @param {string[]} named @param {string} sentence */
function games(named, sentence) {
  const list = named.length > 0 && h("details", {}, h("summary", {}, words.which), h("ul", {}, named.map((game) => h("li", {}, translated(game)))));
  return h("li", {}, sentence, list);
}

/** @param {Change[]} all @param {string} title @param {(change: Change) => string} sentence */
function changes(all, title, sentence) {
  return all.length > 0 && h("li", {}, title, h("ul", {}, all.map((each) => h("li", {}, sentence(each)))));
}
