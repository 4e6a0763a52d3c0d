// The open seat of a table: the link for somebody who is to take it, and the invitation for whoever has the link.

import { openDialog } from "../page/dialog.js";
import { copy } from "../page/clipboard.js";
import { fill, h } from "../page/dom.js";
import { notice } from "../page/header.js";
import { post } from "../page/http.js";
import { icon } from "../page/icons.js";
import { clockInWords } from "../page/time.js";
import { words } from "../../words/general.js";
import { words as people } from "../../words/people.js";
import { seatNames } from "./names.js";

/** @typedef {import("./table.js").Table} Table */

/** What the link said after `join=`; nobody else learns it from the address any more. */
let secret = "";

/** Keep the invitation that this page's address has, if it has one. @param {Table} table */
export function keepInvitation(table) {
  const handed = new URLSearchParams(location.hash.slice(1));
  const found = handed.get("join") ?? new URLSearchParams(location.search).get("join");
  if (!found) return;
  secret = found;
  history.replaceState(null, "", location.pathname);
  if (table.started && !table.you.length) notice(people.invitation.taken);
}

/** Whether the open seat is offered to whoever looks at this page. @param {Table} table */
export function isInvited(table) {
  return table.live && !table.started && !table.you.length && Boolean(secret || table.challenge);
}

/** @param {HTMLElement} place @param {Table} table @param {(message: object) => void} send */
export function drawInvitation(place, table, send) {
  const open = table.live && !table.started;
  const kind = isInvited(table) ? "asked" : open && table.you.length === 1 && table.owner ? "sent" : "";
  place.hidden = !kind;
  if (place.dataset.kind === kind) return;
  place.dataset.kind = kind;
  if (kind === "asked") fill(place, ...askedOf(table));
  else if (kind === "sent") fill(place, ...sentBy(table, send));
}

/** Who invites to what, and the answer. @param {Table} table */
function askedOf(table) {
  const { invitation } = people;
  const open = table.players.findIndex((player) => player.kind === "open");
  const seat = seatNames(table.game, table.seat_names)[open];
  const path = secret ? `/api/tables/${table.id}/join` : `/api/challenges/${table.id}/accept`;
  const accept = async () => {
    await attempt(() => post(path, secret ? { join: secret } : {}));
    dispatchEvent(new Event("moved")); // the bar at the top no longer counts it
  };
  const decline = async () => {
    if (table.challenge === "you") await attempt(() => post(`/api/challenges/${table.id}/decline`, {}));
    location.assign("/");
  };
  const realtime = table.game === "tank_duel" && table.clock.startsWith("round");
  return [
    h("p", { class: "invited" }, h("strong", {}, invitation.by(table.players[1 - open].name, table.title))),
    h(
      "p",
      {},
      [clockInWords(table.clock, table.game === "tank_duel"), table.rated ? people.rated : people.casual].join(" · "),
      ". ",
      invitation.you(seat),
    ),
    table.clock !== "none" && h("p", { class: "quiet small" }, realtime ? invitation.realtime : invitation.start),
    h(
      "div",
      { class: "answers" },
      h("button", { type: "button", class: "main", onClick: accept }, invitation.accept),
      h("button", { type: "button", onClick: decline }, people.challenges.decline),
    ),
  ];
}

/** The link, its QR code, and the way back. @param {Table} table @param {(message: object) => void} send */
function sentBy(table, send) {
  const { invitation } = people;
  const withdraw = h(
    "button",
    { type: "button", onClick: () => send({ type: "cancel" }) },
    invitation.withdraw,
  );
  if (!table.invite) return [withdraw];
  const address = new URL(table.invite, location.href).href;
  const field = h("input", {
    type: "text",
    readonly: true,
    value: address,
    "aria-label": words.game.status.waitingForPlayer,
    onFocus: () => field.select(),
  });
  return [
    table.challenge === "anyone" && h("p", { class: "quiet small" }, invitation.lobby),
    field,
    h(
      "div",
      { class: "answers" },
      h("button", { type: "button", class: "main", onClick: () => copy(address) }, icon("link"), words.game.copyLink),
      h("button", { type: "button", onClick: () => showCode(table.id) }, invitation.showQr),
      withdraw,
    ),
  ];
}

/** The invitation as a QR code, large. @param {string} id */
function showCode(id) {
  const { invitation } = people;
  const dialog = h(
    "dialog",
    { "aria-label": invitation.qr },
    h(
      "div",
      { class: "qr-code" },
      h("img", { src: `/api/tables/${id}/qr.svg`, alt: invitation.qr, width: 320, height: 320 }),
      h("button", { type: "button", onClick: () => dialog.close() }, invitation.closeQr),
    ),
  );
  openDialog(dialog);
}

/** @param {() => Promise<unknown>} deed */
async function attempt(deed) {
  try {
    await deed();
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}
