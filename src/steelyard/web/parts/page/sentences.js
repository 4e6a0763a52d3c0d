// What the server says, in the language of the page.

import { errors } from "../../words/errors.js";
import { sentences } from "../../words/sentences.js";

const VALUE = String.raw`((?:(?!\. |; ).)+?)`; // up to the end of a sentence, or of its part

const patterns = Object.entries(sentences)
  .filter(([said]) => said.includes("{}"))
  .map(([said, translation]) => ({ pattern: new RegExp(`^${said.split("{}").map(literal).join(VALUE)}$`), translation }));

/** @param {string} text */
function literal(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** A text of a game or of the server. What nobody has translated stays as it came. @param {string} text @returns {string} */
export function translated(text) {
  return patterns.length ? (sentenceIn(text) ?? text.split(/(\. |; )/).map((part) => sentenceIn(part) ?? part).join("")) : text;
}

/** @param {string} text @returns {string | undefined} */
function sentenceIn(text) {
  const same = Object.hasOwn(sentences, text) ? sentences[text] : undefined;
  if (typeof same === "string") return same;
  for (const { pattern, translation } of patterns) {
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
  return (errors[code] ?? "{error}").replace("{error}", () => translated(error));
}
