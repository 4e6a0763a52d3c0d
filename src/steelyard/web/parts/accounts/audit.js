// The audit log: who did what, newest first, one page at a time.

import { fill, h } from "../page/dom.js";
import { moment } from "../page/form.js";
import { get } from "../page/http.js";
import { words } from "../../words/accounts.js";

/** @typedef {{id: number, at_ms: number, actor: string | null, action: string, subject: string, detail: Record<string, unknown>}} Entry */

/**
 * The log, and a function that reloads it after an action.
 * @param {(deed: () => Promise<unknown>) => Promise<void>} attempt
 */
export function auditLog(attempt) {
  const body = h("tbody", {});
  const actor = h("input", { type: "search", "aria-label": words.byWhom, placeholder: words.byWhom });
  const action = h("select", { "aria-label": words.auditWhat }, h("option", { value: "" }, words.everything));
  const older = h("button", { type: "button" }, words.older);
  const newest = h("button", { type: "button" }, words.newest);
  /** @type {number | null} */
  let after = null;
  const load = async () => {
    const query = new URLSearchParams({ actor: actor.value, action: action.value });
    if (after !== null) query.set("after", String(after));
    const { entries, next, actions } = await get(`/api/audit?${query}`);
    fill(body, entries.map(entryRow));
    if (action.options.length === 1)
      action.append(...actions.map((/** @type {string} */ each) => h("option", { value: each }, inWords(each))));
    newest.hidden = after === null;
    older.hidden = next === null;
    older.onclick = () => go(next);
  };
  const go = (/** @type {number | null} */ from) => {
    after = from;
    return attempt(load);
  };
  newest.onclick = () => go(null);
  actor.addEventListener("change", () => go(null));
  action.addEventListener("change", () => go(null));
  go(null);
  const element = h(
    "section",
    {},
    h("h2", {}, words.audit),
    h("div", { class: "filters" }, actor, action),
    h("div", { class: "scroll" }, h("table", {}, head(), body)),
    h("div", { class: "filters" }, newest, older),
  );
  return { element, look: () => attempt(load) };
}

function head() {
  const columns = [words.auditWhen, words.auditWho, words.auditWhat, words.auditTo, words.auditMore];
  return h(
    "thead",
    {},
    h(
      "tr",
      {},
      columns.map((column) => h("th", { scope: "col" }, column)),
    ),
  );
}

/** @param {Entry} entry */
function entryRow(entry) {
  const details = Object.entries(entry.detail)
    .filter(([, value]) => value !== null && value !== "")
    .map(([key, value]) => detail(key, value))
    .join(", ");
  const cells = [
    moment(entry.at_ms),
    entry.actor ?? words.theServer,
    inWords(entry.action),
    subject(entry.subject),
    details,
  ];
  return h(
    "tr",
    {},
    cells.map((cell) => h("td", {}, cell)),
  );
}

/** @param {string} action */
function inWords(action) {
  return words.deeds[action] ?? action;
}

/** An object that has a page is shown as a link. @param {string} name a kind and, after a colon, which one */
function subject(name) {
  const [kind, id = ""] = name.split(":");
  const page = { contest: "/c/", bot: "/b/" }[kind];
  return page ? h("a", { href: page + id }, kind) : `${kind} ${id}`;
}

/** @param {string} key @param {unknown} value */
function detail(key, value) {
  if (key.endsWith("_ms") && typeof value === "number") return `${key.slice(0, -3)}: ${moment(value)}`;
  if (Array.isArray(value)) return `${key}: ${value.join(", ")}`;
  return `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`;
}
