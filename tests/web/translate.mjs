// Translates the texts on standard input, a JSON list: node translate.mjs SENTENCES.JS

import { readFileSync } from "node:fs";

const { sentenceFor, translated } = await import(process.argv[2]);
const texts = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => (typeof text === "string" ? translated(text) : sentenceFor(text)))));
