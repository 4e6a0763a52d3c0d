// A player's rating, as it is shown beside a name; and a link to the player's page.

import { h } from "../page/dom.js";
import { get } from "../page/http.js";
import { words } from "../../words/people.js";

/** @typedef {{elo: number, doubt: number, games: number, provisional: boolean, limit: number, bot_games: number}} Rating */

/** With its interval in the title. @param {Rating | null | undefined} rating */
export function shownRating(rating) {
  if (!rating) return "";
  return h(
    "span",
    { class: "quiet small figures rating", title: words.ratingWhy(rating.elo - rating.doubt, rating.elo + rating.doubt) },
    words.rating(rating.elo, rating.provisional),
  );
}

/** @param {string} name */
export function playerPath(name) {
  return `/player/${encodeURIComponent(name)}`;
}

/** The ratings of those who play at these tables, for each seat. @param {string[]} tables @returns {Promise<Record<string, (Rating | null)[]>>} */
export async function tableRatings(tables) {
  const asked = tables.filter((id) => !id.includes(".")); // games of contests are played by bots
  if (!asked.length) return {};
  return (await get(`/api/ratings?tables=${asked.join(",")}`)).ratings;
}

/** Put the ratings into a list of tables, beside the names. @param {ParentNode} list @param {{id: string, players: {kind: string}[]}[]} tables */
export async function addRatings(list, tables) {
  const ofPeople = tables.filter(({ players }) => players.some(({ kind }) => kind === "guest"));
  const ratings = await tableRatings(ofPeople.map(({ id }) => id));
  for (const [id, both] of Object.entries(ratings)) {
    const names = list.querySelectorAll(`[data-table="${id}"] .who .name`);
    for (const [seat, name] of names.entries()) name.append(" ", shownRating(both[seat]));
  }
}
