// Fields of the forms for contests.

import { h } from "../page/dom.js";

/** @param {string} label @param {HTMLElement} control @param {string} [why] */
export function field(label, control, why) {
  return h(
    "label",
    { class: "field" },
    h("span", {}, label),
    control,
    why && h("span", { class: "small quiet" }, why),
  );
}

/** @param {string} name @param {string} label @param {boolean} checked @param {string} [value] */
export function check(name, label, checked, value = "yes") {
  return h("label", { class: "check" }, h("input", { type: "checkbox", name, value, checked }), label);
}

/** @param {string} name @param {string} legend @param {Record<string, string>} all @param {string} chosen @param {(value: string) => void} changed */
export function choices(name, legend, all, chosen, changed) {
  return h(
    "fieldset",
    { class: "field" },
    h("legend", {}, legend),
    h(
      "div",
      { class: "choices" },
      Object.entries(all).map(([value, label]) =>
        h(
          "label",
          {},
          h(
            "input",
            { type: "radio", name, value, checked: value === chosen, onChange: () => changed(value) },
          ),
          label,
        ),
      ),
    ),
  );
}
