// Who takes part: names, people, and what has become of them.

import { words } from "../../words/contests.js";
import { fill, h } from "../page/dom.js";

/** @typedef {{name: string, slug: string, state: keyof typeof words.page.fieldState, says: string}} Entrant */

export class Entrants {
  constructor() {
    this.list = h("ul", { class: "field-list" });
    this.element = h("section", {}, h("h2", {}, words.page.field), this.list);
  }

  /** @param {any} contest */
  draw({ course, entrants, houses, members, takes_teams: teams }) {
    /** @type {Entrant[]} */
    const names = course
      ? course.field
      : [...entrants, ...houses].map((name) => ({ name, slug: "", state: "in", says: "" }));
    fill(
      this.list,
      !names.length && h("li", { class: "quiet" }, words.page.noField),
      names.map(({ name, slug, state, says }) =>
        h(
          "li",
          { "data-state": state },
          slug ? h("a", { href: `#bot/${slug}` }, name) : h("span", {}, name),
          teams && houses.includes(name) && h("span", { class: "small quiet" }, words.page.house),
          says && says !== name && h("span", { class: "small quiet" }, words.page.says(says)),
          state !== "in" && h("span", { class: "small quiet" }, words.page.fieldState[state]),
          members[name] && h("span", { class: "people small quiet" }, members[name].join(", ")),
        ),
      ),
    );
  }
}
