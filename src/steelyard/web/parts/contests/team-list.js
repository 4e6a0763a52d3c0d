// For the organiser: the link that registers and joins, and the people of each team.

import { words } from "../../words/contests.js";
import { linkToCopy } from "../page/clipboard.js";
import { h } from "../page/dom.js";

/** @param {string} id @param {{code: string, join: string}} desk @param {string} state */
export function joinLink(id, desk, state) {
  if (!desk.code) return h("p", { class: "small quiet" }, words.desk.noJoinLink);
  return h(
    "div",
    {},
    linkToCopy(state === "draft" ? words.desk.joinLinkDraft : words.desk.joinLink, desk.join),
    h(
      "details",
      {},
      h("summary", {}, words.desk.qrCode),
      h("img", { class: "qr-code", src: `/api/contests/${id}/qr.svg?${encodeURIComponent(desk.code)}`, alt: words.desk.qrCodeOf(desk.join), loading: "lazy" }),
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
