// A player's rating, as it is shown beside a name; and a link to the player's page.

import { h } from "../page/dom.js";
import { words } from "../../words/people.js";

/** @typedef {{elo: number, doubt: number, games: number, provisional: boolean}} Rating */

/** @param {Rating | null} rating */
export function shownRating(rating) {
  if (!rating) return "";
  return h(
    "span",
    { class: "quiet small figures", title: words.ratingWhy },
    words.rating(rating.elo, rating.provisional),
  );
}

/** @param {string} name */
export function playerPath(name) {
  return `/player/${encodeURIComponent(name)}`;
}
