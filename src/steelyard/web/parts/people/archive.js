// Somebody's games, with filters and a search; more are loaded on request.

import { fill, h } from "../page/dom.js";
import { notice } from "../page/header.js";
import { get } from "../page/http.js";
import { listedTable } from "../tables/table-list.js";
import { addRatings } from "./ratings.js";
import { words as people } from "../../words/people.js";
import { words } from "../../words/profiles.js";

/** @param {string} whose `mine=1`, or `player=NAME` @param {import("../tables/games.js").GameInfo[]} games */
export function archive(whose, games) {
  const list = h("ul", { class: "tables" });
  const more = h("button", { type: "button", hidden: true, onClick: () => load() }, words.archive.more);
  /** @type {string | null} */
  let next = null;
  let asked = 0; // answers to earlier filters are ignored
  const load = async () => {
    const number = asked;
    const query = new URLSearchParams(whose);
    for (const [name, value] of new FormData(filters)) if (value) query.set(name, String(value));
    if (next) query.set("after", next);
    try {
      const answer = await get(`/api/tables?${query}`);
      if (number !== asked) return;
      list.append(...answer.tables.map(listedTable));
      addRatings(list, answer.tables).catch(() => {}); // the list can be read without them
      if (!list.childElementCount) fill(list, h("li", { class: "quiet none" }, words.archive.none));
      next = answer.next;
      more.hidden = !next;
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  };
  const again = () => {
    asked++;
    next = null;
    fill(list);
    load();
  };
  const filters = filterForm(games, again);
  load();
  return h("div", { class: "archive" }, filters, list, more);
}

/** @param {import("../tables/games.js").GameInfo[]} games @param {() => void} changed */
function filterForm(games, changed) {
  const { archive: text } = words;
  const choice = (/** @type {string} */ name, /** @type {string} */ any, /** @type {[string, string][]} */ all) =>
    h(
      "select",
      { name, "aria-label": any },
      h("option", { value: "" }, any),
      all.map(([value, shown]) => h("option", { value }, shown)),
    );
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    changed();
  };
  return h(
    "form",
    { class: "filters", "aria-label": text.filters, onSubmit: send, onChange: changed },
    choice("game", text.everyGame, games.map((game) => [game.id, game.title])),
    choice("pace", text.everyPace, Object.entries(people.paces)),
    choice("result", text.everyResult, Object.entries(text.results)),
    choice("rated", text.ratedOrNot, [["true", people.rated], ["false", people.casual]]),
    h("input", { type: "search", name: "find", maxlength: 30, placeholder: text.find, "aria-label": text.find }),
  );
}
