// A question that is answered with yes or no before something is done.

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";

/**
 * @param {string} question
 * @param {{lines?: string[], yes: string, no: string}} more what there is to know, and the buttons
 * @returns {Promise<boolean>}
 */
export function confirmed(question, { lines = [], yes, no }) {
  const dialog = h(
    "dialog",
    { class: "confirmation", "aria-label": question },
    h("p", {}, question),
    lines.length > 0 && h("ul", {}, lines.map((line) => h("li", {}, line))),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "main", onClick: () => dialog.close("yes") }, yes),
      h("button", { type: "button", onClick: () => dialog.close() }, no),
    ),
  );
  return openDialog(dialog).then((answer) => answer === "yes");
}
