// The results of a contest: brackets and tables of its stages, the latest first, the ranking, the cross tables.

import { words } from "../../words/contests.js";
import { fill, h } from "../page/dom.js";
import { notice } from "../page/header.js";
import { get } from "../page/http.js";
import { translated } from "../page/sentences.js";
import { bracketOf } from "./bracket.js";
import { sheetTable } from "./sheets.js";

export class Standings {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {any} */
    this.course = null;
    this.element = h("div", { class: "standings" });
    this.cross = h("div", {});
    this.crossPart = h(
      "details",
      { class: "cross", hidden: true, onToggle: () => this.drawCross() },
      h("summary", {}, words.page.cross),
      h("p", { class: "small quiet" }, words.page.crossWhy),
      this.cross,
    );
  }

  /** @param {any} course */
  draw(course) {
    this.course = course;
    this.crossPart.hidden = !course?.stages.some((/** @type {any} */ stage) => stage.tables.length);
    if (!course) return fill(this.element);
    fill(
      this.element,
      [...course.stages].reverse().filter(isTold).map((stage) => stageSection(stage, course.houses)),
      course.stages.length > 1 &&
        h(
          "section",
          { class: "stage" },
          h("h2", {}, course.done ? words.page.ranking : words.page.rankingNow),
          sheetTable(course.ranking, { houses: course.houses }),
        ),
    );
    this.drawCross();
  }

  async drawCross() {
    if (this.crossPart.hidden || !this.crossPart.open) return;
    const { course } = this;
    if (this.cross.dataset.seq === String(course.seq)) return;
    this.cross.dataset.seq = String(course.seq);
    try {
      const sheets = await get(`/api/contests/${this.id}/cross`);
      fill(
        this.cross,
        sheets.map((/** @type {any} */ sheet) => [h("h3", {}, translated(sheet.stage)), sheetTable(sheet, { dense: true })]).flat(),
      );
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }
}

/** Additional matches that nobody needed are not. @param {any} stage */
function isTold({ bracket, tables, by_lot: lots, remarks }) {
  return bracket || [tables, lots, remarks].some((each) => each.length);
}

/** @param {any} stage @param {string[]} houses */
function stageSection(stage, houses) {
  return h(
    "section",
    { id: `stage-${stage.slug}`, class: "stage" },
    h("h2", {}, translated(stage.title)),
    stage.bracket && bracketOf(stage.bracket, { houses }),
    stage.tables.map((/** @type {any} */ table) => [table.title && h("h3", {}, translated(table.title)), sheetTable(table, { houses })]).flat(),
    stage.by_lot.length > 0 && h("p", { class: "small quiet" }, words.page.byLot(stage.by_lot.join(", "))),
    stageRemarks(stage),
  );
}

/** What explains who is in a bracket. @param {{remarks: string[]}} stage */
export function stageRemarks({ remarks }) {
  return remarks.map((remark) => h("p", { class: "small quiet" }, translated(remark)));
}
