// A question that is answered with yes or no before something is done.

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";

/** @typedef {{sentence: string, lines: string[]}} Told a sentence, and what it is about */

/**
 * @param {string | Told[]} question
 * @param {{yes: string, no: string}} buttons
 * @returns {Promise<boolean>}
 */
export function confirmed(question, { yes, no }) {
  const told = typeof question === "string" ? [{ sentence: question, lines: [] }] : question;
  const dialog = h(
    "dialog",
    { class: "confirmation", "aria-label": told.map(({ sentence }) => sentence).join(" ") },
    told.map(({ sentence, lines }) => [
      h("p", {}, sentence),
      lines.length > 0 && h("ul", {}, lines.map((line) => h("li", {}, line))),
    ]).flat(),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "main", onClick: () => dialog.close("yes") }, yes),
      h("button", { type: "button", onClick: () => dialog.close() }, no),
    ),
  );
  return openDialog(dialog).then((answer) => answer === "yes");
}
