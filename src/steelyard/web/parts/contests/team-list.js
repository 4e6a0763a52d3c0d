// For the organiser: the link that registers and joins, and the people of each team.

import { deskWords } from "../../words/organiser.js";
import { linkToCopy } from "../page/clipboard.js";
import { h } from "../page/dom.js";

/** While the link lets people take part: what it does. @type {Record<string, string>} */
const TEXT = { draft: deskWords.joinLinkDraft, open: deskWords.joinLink };

/** @param {string} id @param {{code: string, join: string}} desk @param {string} state */
export function joinLink(id, desk, state) {
  if (!desk.code) return TEXT[state] ? h("p", { class: "small quiet" }, deskWords.noJoinLink) : null;
  return h(
    "div",
    {},
    linkToCopy(TEXT[state] ?? deskWords.joinLinkClosed, desk.join),
    h(
      "details",
      {},
      h("summary", {}, deskWords.qrCode),
      h("img", { class: "qr-code", src: `/api/contests/${id}/qr.svg?${encodeURIComponent(desk.code)}`, alt: deskWords.qrCodeOf(desk.join), loading: "lazy" }),
    ),
  );
}

/** The team's name, and its people with their student numbers. @param {{account: string, team: string, members: {name: string, student_number: string}[]}} entry */
export function teamCell({ team, members }) {
  const people = members.map(({ name, student_number: number }) =>
    h("li", {}, name, number && h("span", { class: "small quiet" }, ` ${number}`)),
  );
  return h("td", {}, team && h("strong", {}, team), h("ul", { class: "team-members" }, people));
}
