// Compares the words of a language with English: node compare_words.mjs WORDS LANGUAGE. Prints what is wrong, as JSON.

import { existsSync, readdirSync } from "node:fs";

const [folder, language] = process.argv.slice(2);
const OTHERWISE = ["errors.js", "sentences.js", "forms.js"]; // they follow the server, or the grammar
const NUMBERS = [100, 1, 2, 5, 0, 1.5];
const seen = new Set();
const found = { missing: [], extra: [], values: [], broken: [] };

/** A value for a parameter: of the type that English gives it, or by its name. */
function sample(parameter, place, { number, yes, none }) {
  const type = /@type \{(.*?)\} \*\//.exec(parameter)?.[1] ?? "";
  const name = parameter.replace(/\/\*.*?\*\//gs, "").trim();
  if (none && type.includes("null")) return null;
  if (name === "puzzle" || type === "Puzzle") return puzzle(number, yes);
  if (name === "at") return 0;
  if (name === "then") return "lost";
  if (type === "any" || name.startsWith("{"))
    return new Proxy({}, { get: (_, key) => ({ interval: [0.25, 0.5], seat: 0 })[key] ?? number });
  if (type.startsWith("number[]")) return [number, number];
  if (type.startsWith("string[]")) return [`<${place}a>`, `<${place}b>`];
  if (type.startsWith("number") || ["n", "stars", "most"].includes(name)) return number;
  if (type.startsWith("boolean")) return yes;
  return `<${place}>`;
}

function puzzle(number, yes) {
  const step = { ask: "move", answer: "1/3", turns: [], wrong: {} };
  return { game: yes ? "tank_war" : "tank_battle", kind: yes ? "win" : "escape", aim: "win", rounds: Math.ceil(number), steps: [step] };
}

/** The parameters of a function, as they are written. */
function parameters(made) {
  const text = made.toString();
  let depth = 0;
  let [from, all] = [text.indexOf("(") + 1, []];
  for (let at = from; at < text.length; at++) {
    if (text.startsWith("/*", at)) at = text.indexOf("*/", at) + 1;
    else if ("([{".includes(text[at])) depth++;
    else if (depth === 0 && ",)".includes(text[at])) {
      all = [...all, text.slice(from, at)].filter((each) => each.trim());
      from = at + 1;
      if (text[at] === ")") return all;
    } else if (")]}".includes(text[at])) depth--;
  }
  return all;
}

/** What a sentence says of its values. */
const told = (sentence) => JSON.stringify([...new Set(String(sentence).match(/<\w+>|\d+/g) ?? [])].sort());

function compareCalls(path, english, other) {
  const names = parameters(english);
  for (const number of NUMBERS)
    for (const yes of [true, false])
      for (const none of [false, true]) {
        const values = names.map((each, place) => sample(each, place, { number, yes, none }));
        const said = other(...values);
        if (typeof said !== "string" || /undefined|NaN|\[object/.test(said)) found.broken.push(`${path}: ${said}`);
        else if (number === 100 && told(english(...values)) !== told(said)) found.values.push(`${path}: ${said}`);
      }
}

function compare(path, english, other) {
  if (other === undefined || typeof english !== typeof other) found.missing.push(path);
  else if (typeof english === "function") compareCalls(path, english, other);
  else if (typeof english === "object" && english !== null) {
    if (seen.has(english)) return; // in another file, which is spread here
    seen.add(english);
    for (const key of Object.keys(english)) compare(`${path}.${key}`, english[key], other[key]);
    for (const key of Object.keys(other)) if (!(key in english)) found.extra.push(`${path}.${key}`);
  } else if (english !== "" && other === "") found.missing.push(path);
}

const files = readdirSync(folder).filter((name) => name.endsWith(".js") && !OTHERWISE.includes(name));
for (const file of files.sort().reverse()) {
  const there = `${folder}/${language}/${file}`;
  compare(file, { ...(await import(`${folder}/${file}`)) }, existsSync(there) ? { ...(await import(there)) } : {});
}
for (const name of readdirSync(`${folder}/${language}`))
  if (!existsSync(`${folder}/${name}`)) found.extra.push(name);
for (const kind of Object.keys(found)) found[kind] = [...new Set(found[kind])];
console.log(JSON.stringify(found));
