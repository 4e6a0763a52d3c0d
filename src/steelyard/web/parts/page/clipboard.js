// Text to pass on: copied, or selected so that one can copy it.

import { words } from "../../words/general.js";
import { isLocal } from "./addresses.js";
import { h } from "./dom.js";
import { notice } from "./header.js";

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice(words.common.copied);
  } catch {
    notice(words.common.copyFailed(text)); // clipboards need a secure page
  }
}

/** A link to pass on, with a button to copy it. @param {string} why @param {string} text */
export function linkToCopy(why, text) {
  const shown = h("input", { type: "text", readonly: true, value: text, "aria-label": why });
  const onClick = () => {
    shown.select();
    copy(text);
  };
  return h(
    "div",
    { class: "link-to-copy" },
    h("p", { class: "small" }, why),
    shown,
    h("button", { type: "button", onClick }, words.common.copy),
    isLocal(text) && h("p", { class: "small only-here" }, words.common.onlyHere),
  );
}
