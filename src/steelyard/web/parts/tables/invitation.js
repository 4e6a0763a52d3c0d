// The link for somebody who is to take the open seat of a table, and taking it.

import { copy } from "../page/clipboard.js";
import { fill, h } from "../page/dom.js";
import { notice } from "../page/header.js";
import { post } from "../page/http.js";
import { icon } from "../page/icons.js";
import { words } from "../../words/general.js";

/** @param {HTMLElement} place @param {import("./table.js").Table} table */
export function drawInvitation(place, table) {
  place.hidden = !table.invite || table.started;
  if (place.hidden || place.childElementCount) return;
  const address = new URL(table.invite ?? "", location.href).href;
  const field = h("input", {
    type: "text",
    readonly: true,
    value: address,
    "aria-label": words.game.status.waitingForPlayer,
    onFocus: () => field.select(),
  });
  fill(
    place,
    field,
    h(
      "button",
      { type: "button", class: "main", onClick: () => copy(address) },
      icon("link"),
      words.game.copyLink,
    ),
  );
}

/** Take the seat that this page's address offers, if it does. @param {import("./table.js").Table} table */
export async function acceptInvitation(table) {
  const handed = new URLSearchParams(location.hash.slice(1));
  const secret = handed.get("join") ?? new URLSearchParams(location.search).get("join");
  if (!secret) return;
  history.replaceState(null, "", location.pathname);
  if (table.you.length) return;
  try {
    await post(`/api/tables/${table.id}/join`, { join: secret });
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}
