// Shown instead of a page that does not exist, or that is closed to whoever asks.

import { words } from "../../words/general.js";
import { h } from "./dom.js";

/** @param {string} why @param {string} title */
export function nothingHere(why, title = words.common.missing) {
  return h(
    "main",
    { class: "nothing" },
    h("h1", {}, title),
    h("p", { class: "quiet" }, why),
    h("a", { class: "button", href: "/" }, words.common.toLobby),
  );
}
