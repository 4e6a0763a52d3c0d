// What players have reported, for organisers.

import { fill, h } from "../page/dom.js";
import { moment } from "../page/form.js";
import { get, post } from "../page/http.js";
import { playerPath } from "../people/ratings.js";
import { words } from "../../words/profiles.js";

/** @typedef {{id: number, reporter: string, reported: string, table: string, reason: keyof typeof words.profile.reasons, at_ms: number}} Report */

/** @param {(deed: () => Promise<unknown>) => Promise<void>} attempt */
export function reportList(attempt) {
  const rows = h("ul", { class: "rows" });
  const load = async () => {
    /** @type {{reports: Report[]}} */
    const { reports } = await get("/api/reports");
    fill(
      rows,
      reports.length
        ? reports.map((report) => row(report, () => attempt(() => settle(report.id).then(load))))
        : h("li", { class: "quiet" }, words.reports.none),
    );
  };
  attempt(load);
  return h("section", {}, h("h2", {}, words.reports.title), rows);
}

/** @param {number} id */
function settle(id) {
  return post(`/api/reports/${id}/settle`, {});
}

/** @param {Report} report @param {() => void} onSettle */
function row({ reporter, reported, table, reason, at_ms }, onSettle) {
  return h(
    "li",
    {},
    h("a", { class: "name", href: playerPath(reported) }, words.reports.line(reporter, reported)),
    h("span", {}, words.profile.reasons[reason]),
    h("span", { class: "quiet small" }, moment(at_ms)),
    h(
      "span",
      { class: "deeds" },
      table && h("a", { class: "button", href: `/g/${table}` }, words.reports.game),
      h(
        "button",
        { type: "button", "aria-label": words.reports.settleOf(reported), onClick: onSettle },
        words.reports.settle,
      ),
    ),
  );
}
