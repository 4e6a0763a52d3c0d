// What the server says, in the language of the page.

import { errors } from "../../words/errors.js";
import { sentences } from "../../words/sentences.js";

/** @typedef {{pattern: RegExp, translation: string | ((...values: string[]) => string), length: number}} Template */

/** The longest first: it says most about the sentence. @type {Template[]} */
const templates = Object.entries(sentences)
  .map(([said, translation]) => ({ pattern: patternOf(said), translation, length: said.replace(/\{.*?\}/g, "").length }))
  .sort((one, other) => other.length - one.length);

/** `{}` is a text, `{*}` one that may be a list, `{#}` a number, and `{# tank}` a number of tanks. @param {string} said */
function patternOf(said) {
  const parts = said.split(/(\{.*?\})/).map((part) => {
    if (part === "{}") return "((?:(?!; ).)+?)";
    if (part === "{*}") return "(.+?)";
    if (part === "{#}") return String.raw`(\d+)`;
    if (part.startsWith("{# ")) return String.raw`(\d+) ${part.slice(3, -1)}(?:e?s)?`;
    return part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join("")}$`);
}

/** A text of a game or of the server: sentences, or parts of one. What nobody has translated stays as it came. @param {string} text @returns {string} */
export function translated(text) {
  if (!templates.length) return text;
  const lines = text.split(/(?<=\.) /);
  if (lines.length > 1) return lines.map(translated).join(" ");
  if (text.endsWith(".")) return `${translated(text.slice(0, -1))}.`;
  return sentenceIn(text) ?? text.split("; ").map((part) => sentenceIn(part) ?? part).join("; ");
}

/** @param {string} text @returns {string | undefined} */
function sentenceIn(text) {
  for (const { pattern, translation } of templates) {
    const values = pattern.exec(text)?.slice(1);
    if (!values) continue;
    if (typeof translation === "function") return translation(...values);
    const said = values.map(translated);
    return translation.replace(/\{\}/g, () => said.shift() ?? "");
  }
  return undefined;
}

/** A sentence for an error, by its code. @param {{error: string, code: string}} problem as the server tells it */
export function sentenceFor({ error, code }) {
  return capitalised((errors[code] ?? "{error}").replace("{error}", () => translated(error)));
}

/** A sentence that stands alone. What begins with the name of a file or a key stays as it is. @param {string} text */
export function capitalised(text) {
  return /^\p{Ll}+[ ,:]/u.test(text) ? `${text[0].toUpperCase()}${text.slice(1)}` : text;
}
