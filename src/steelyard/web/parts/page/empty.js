// Shown instead of a page that does not exist.

import { words } from "../../words/general.js";
import { h } from "./dom.js";

/** @param {string} why */
export function nothingHere(why) {
  return h(
    "main",
    { class: "nothing" },
    h("h1", {}, words.common.missing),
    h("p", { class: "quiet" }, why),
    h("a", { class: "button", href: "/" }, words.common.toLobby),
  );
}
