// Mail: an address that has to be confirmed, what one wants to hear of, and the links in mails.

import { fill, h } from "../page/dom.js";
import { field, form } from "../page/form.js";
import { notice } from "../page/header.js";
import { get, post } from "../page/http.js";
import { words } from "../../words/mail.js";

/** @typedef {{possible: boolean, address: string, confirmed: boolean, turns: boolean, challenges: boolean, results: boolean}} Wishes */

const KINDS = /** @type {const} */ (["turns", "challenges", "results"]);

/** The section of the account's page; empty where the server sends no mail. */
export function mailSection() {
  const place = h("section", { class: "mail", hidden: true });
  const draw = async () => {
    /** @type {Wishes} */
    const own = await get("/api/mail");
    place.hidden = !own.possible;
    if (own.possible) fill(place, h("h2", {}, words.title), ...wishes(own, draw));
  };
  draw().catch(() => {}); // the page works without it
  return place;
}

/** @param {Wishes} own @param {() => Promise<void>} draw */
function wishes(own, draw) {
  const address = h("input", { type: "email", name: "email", autocomplete: "email", maxlength: 254, value: own.address });
  const boxes = KINDS.map((kind) => h("input", { type: "checkbox", name: kind, checked: own[kind] }));
  const send = async () => {
    const chosen = Object.fromEntries(KINDS.map((kind, place) => [kind, boxes[place].checked]));
    await post("/api/mail", { address: address.value.trim(), ...chosen });
    notice(address.value.trim() === "" ? words.ended : own.confirmed && address.value === own.address ? words.saved : words.sent);
    await draw();
  };
  return [
    h("p", { class: "quiet small" }, own.address && !own.confirmed ? words.unconfirmed : words.why),
    form(
      words.save,
      send,
      field(words.address, address, words.addressHint),
      ...KINDS.map((kind, place) => h("label", { class: "check" }, boxes[place], words.kinds[kind])),
    ),
  ];
}

/** Follow a link of a mail: confirm the address, or end the mail. @param {URLSearchParams} handed what the address has after its `#` */
export async function followMailLink(handed) {
  for (const what of /** @type {const} */ (["confirm", "unsubscribe"])) {
    const token = handed.get(what);
    if (!token) continue;
    history.replaceState(null, "", location.pathname);
    await post(`/api/mail/${what}`, { token });
    notice(what === "confirm" ? words.confirmed : words.ended);
  }
}
