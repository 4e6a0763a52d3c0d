// Forms: fields with a label and a hint, sent without leaving the page. Errors are shown below.

import { h, say } from "./dom.js";
import { locale } from "./language.js";

/**
 * A labelled field.
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement} input
 * @param {string} [hint]
 */
export function field(label, input, hint = "") {
  return h(
    "label",
    { class: "field" },
    h("span", {}, label),
    input,
    hint && h("span", { class: "hint" }, hint),
  );
}

/**
 * A form with an action. It cannot be submitted again while the action is running.
 * @param {string} button what sending it is called
 * @param {() => Promise<unknown>} send
 * @param {...Node} fields
 */
export function form(button, send, ...fields) {
  const problem = h("p", { class: "problem", role: "alert" });
  const submit = h("button", { type: "submit", class: "main" }, button);
  return h(
    "form",
    {
      class: "form",
      onSubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        submit.disabled = true;
        say(problem, "");
        try {
          await send();
        } catch (error) {
          say(problem, /** @type {Error} */ (error).message);
        } finally {
          submit.disabled = false;
        }
      },
    },
    ...fields,
    problem,
    submit,
  );
}

/** Milliseconds since 1970 as a day. @param {number} ms */
export function day(ms) {
  return new Date(ms).toLocaleDateString(locale, { dateStyle: "medium" });
}

/** Milliseconds since 1970 as a day and time. @param {number} ms */
export function moment(ms) {
  return new Date(ms).toLocaleString(locale, { dateStyle: "short", timeStyle: "medium" });
}
