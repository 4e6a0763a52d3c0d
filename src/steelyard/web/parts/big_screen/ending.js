// How a contest has ended, in words: the best team, and who won where that was a house bot.

import { eventWords } from "../../words/big-screen.js";
import { criterion, halves } from "../contests/match-words.js";
import { translated } from "../page/sentences.js";

/** A name, marked where it is that of a house bot. @param {string} name @param {string[]} houses */
export const marked = (name, houses) => (houses.includes(name) ? eventWords.houseBot(name) : name);

/** @param {Pick<import("./matches.js").Course, "podium" | "winners" | "houses" | "final">} course */
export function ending({ podium, winners, houses, final }) {
  const names = podium.filter(({ place }) => place === 1).map(({ name }) => name);
  const beaten = winners.some((name) => houses.includes(name));
  const [one, several] = beaten ? [eventWords.best, eventWords.bestLevel] : [eventWords.over, eventWords.overLevel];
  const lines = [];
  if (final) {
    const pair = final.names.map((name) => marked(name, houses));
    lines.push(eventWords.final(translated(final.title), pair, final.score.map(halves), criterion(final.why)));
  }
  if (beaten) lines.push(eventWords.wonBy(winners.map((name) => marked(name, houses)).join(", ")));
  return { title: names.length > 1 ? several : one, names, lines };
}
