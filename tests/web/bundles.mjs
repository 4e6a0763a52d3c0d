// Reads bundles and modules as a browser would. Standard input: {bundles: {path: text}, run: [path], programs: [[name, text, text]],
// maps: [[map, line]]}; output: the programs that differ, the bundles' errors, and the origins of lines.

import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { SourceTextModule } from "node:vm";

const { bundles = {}, run = [], programs = [], maps = [] } = JSON.parse(readFileSync(0, "utf8"));

const different = [];
if (programs.length) {
  const { default: ts } = await import("typescript");
  const printer = ts.createPrinter({ removeComments: true });
  const printed = (text) => printer.printFile(ts.createSourceFile("it.js", text, ts.ScriptTarget.Latest));
  for (const [name, one, other] of programs) if (printed(one) !== printed(other)) different.push(name);
}

globalThis.addEventListener = () => {}; // the only part of a page that modules need as they are loaded

const errors = [];
const modules = new Map(
  Object.entries(bundles).map(([path, text]) => [path, new SourceTextModule(text, { identifier: path })]),
);
for (const [path, module] of modules) {
  try {
    if (module.status === "unlinked")
      await module.link((name, from) => modules.get(new URL(name, `file:///${from.identifier}`).pathname.slice(1)));
    if (run.includes(path)) await module.evaluate();
  } catch (problem) {
    errors.push(`${path}: ${problem.message}`);
  }
}

const origins = maps.map(([map, line]) => {
  const { originalSource, originalLine } = new SourceMap(map).findEntry(line, 0);
  return [originalSource, originalLine];
});
console.log(JSON.stringify({ different, errors, origins }));
