// The panel beside the board: table, bracket and next games, a page at a time; what does not fit comes next.

import { eventWords } from "../../words/big-screen.js";
import { bracketOf } from "../contests/bracket.js";
import { fill, h } from "../page/dom.js";
import { marked } from "./ending.js";
import { standings, titleOf } from "./standings.js";

/** @typedef {import("../contests/bracket.js").Bracket} Bracket */
/** @typedef {import("./matches.js").Event} Event */
/** @typedef {{title: string, body: HTMLElement, instead?: {title: string, body: HTMLElement}}} Page */

const FADE_MS = 500;
const ROUNDS = 2; // of a bracket

export class Panel {
  constructor() {
    this.element = h("section", { class: "screen-panel" });
    /** @type {Event | null} */
    this.event = null;
    this.page = 0;
    this.from = 0; // the first row on show
    this.rest = 0; // the first row that did not fit; 0 if all did
  }

  /** @param {Event} event */
  draw(event) {
    this.event = event;
    const pages = pagesOf(event);
    this.element.hidden = !pages.length;
    if (!pages.length) return;
    const page = pages[this.page % pages.length];
    this.fill(page);
    if (page.instead && this.element.scrollHeight > this.element.clientHeight + 1) this.fill(page.instead);
    this.rest = this.fit();
  }

  /** @param {Page} page */
  fill({ title, body }) {
    fill(this.element, h("h2", {}, title), body);
  }

  /** Hide the rows before and after those that fit. */
  fit() {
    const rows = [...this.element.querySelectorAll("tbody tr, li, .slot")];
    const bottom = this.element.getBoundingClientRect().top + this.element.clientHeight;
    if (this.from >= rows.length) this.from = 0;
    rows.slice(0, this.from).forEach((row) => row.toggleAttribute("hidden", true));
    const shown = rows.slice(this.from);
    const over = shown.findIndex((row, number) => number > 0 && row.getBoundingClientRect().bottom > bottom + 1);
    if (over < 0) return 0;
    shown.slice(over).forEach((row) => row.toggleAttribute("hidden", true));
    return this.from + over;
  }

  /** Turn to the next page. */
  turn() {
    if (!this.event || this.element.hidden) return;
    this.element.classList.add("leaving");
    setTimeout(() => {
      if (!this.rest) this.page++;
      this.from = this.rest;
      if (this.event) this.draw(this.event);
      this.element.classList.remove("leaving");
    }, FADE_MS);
  }
}

/** @param {Event} event @returns {Page[]} */
function pagesOf({ course, coming, phase }) {
  if (!course) return [];
  /** @type {Page[]} */
  const pages = [];
  const brackets = course.bracket && !course.done ? [course.bracket, ...(course.bracket.more ?? [])] : [];
  for (const bracket of brackets) pages.push(bracketPage(bracket, course.houses));
  for (const table of course.tables)
    if (table.rows.length) pages.push({ title: titleOf(table, course.houses), body: standings(table) });
  if (coming.length && phase !== "over") pages.push({ title: eventWords.coming, body: comingList(coming, course.houses) });
  return pages;
}

/** The rounds that are being played; where these do not fit, the first of them. @param {Bracket} bracket @param {string[]} houses @returns {Page} */
function bracketPage(bracket, houses) {
  const open = bracket.rounds.findIndex(({ matches }) => matches.some((match) => match && match.winner === null));
  const from = Math.max(0, Math.min(open < 0 ? Infinity : open, bracket.rounds.length - ROUNDS));
  const rounds = bracket.rounds.slice(from, from + ROUNDS);
  const third = from + ROUNDS >= bracket.rounds.length ? bracket.third : null;
  const round = bracket.rounds[open < 0 ? bracket.rounds.length - 1 : open];
  return {
    title: eventWords.bracket,
    body: bracketOf({ rounds, third }, { links: false, houses }),
    instead: { title: eventWords.bracket, body: bracketOf({ rounds: [round], third: null }, { links: false, houses }) },
  };
}

/** @param {{seats: string[]}[]} coming @param {string[]} houses */
function comingList(coming, houses) {
  const pairs = [...new Set(coming.map((each) => each.seats.toSorted().map((name) => marked(name, houses)).join(" \u2013 ")))];
  return h("ol", { class: "coming" }, pairs.map((pair) => h("li", {}, pair)));
}
