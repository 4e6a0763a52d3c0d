// The link for somebody who is to take the open seat of a table.

import { copy } from "../page/clipboard.js";
import { fill, h } from "../page/dom.js";
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
