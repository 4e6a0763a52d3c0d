// The field for the code of a contest: a code can be suggested, and copied to be passed on.

import { makeWords } from "../../words/contest-form.js";
import { words } from "../../words/general.js";
import { copy } from "../page/clipboard.js";
import { h } from "../page/dom.js";
import { notice } from "../page/header.js";
import { get } from "../page/http.js";
import { field } from "./fields.js";

/** @param {string} label @param {HTMLInputElement} input @param {string} [why] */
export function codeField(label, input, why) {
  return h(
    "div",
    { class: "code-field" },
    field(label, input),
    h("button", { type: "button", onClick: () => suggestCode(input) }, makeWords.suggestCode),
    h("button", { type: "button", onClick: () => input.value && copy(input.value) }, words.common.copy),
    why && h("p", { class: "small quiet" }, why),
  );
}

/** Fill in a code that nobody guesses and no contest has. @param {HTMLInputElement} input */
export async function suggestCode(input) {
  try {
    const { code } = await get("/api/contests/code");
    input.value = code;
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}
