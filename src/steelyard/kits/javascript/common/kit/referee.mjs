// Talks to the referee, one JSON object a line. What the bot prints goes to its log instead.
import { Console } from "node:console";
import { writeSync } from "node:fs";

const LINE_END = 10;

// Standard output is the referee's alone.
globalThis.console = new Console(process.stderr, process.stderr);
Object.defineProperty(process, "stdout", { get: () => process.stderr });

/** @typedef {{type?: string, [member: string]: any}} Message */

/**
 * What the referee says, until `bye` or the end.
 * @returns {AsyncGenerator<Message>}
 */
export async function* messages() {
  for await (const line of lines()) {
    if (line.trim() === "") continue;
    const message = read(line);
    if (message.type === "bye") return;
    yield message;
  }
}

/** @returns {AsyncGenerator<string>} */
async function* lines() {
  /** @type {Buffer[]} */
  let parts = []; // of a line that has not ended yet
  for await (const chunk of process.stdin) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)]).toString("utf8");
      parts = [];
      from = end + 1;
    }
    parts.push(chunk.subarray(from));
  }
}

/**
 * @param {string} line
 * @returns {Message}
 */
function read(line) {
  try {
    const message = JSON.parse(line);
    if (typeof message === "object" && message !== null && !Array.isArray(message)) return message;
  } catch {
    // told below
  }
  console.error(`the referee should say one JSON object a line, not ${JSON.stringify(line.slice(0, 80))}`);
  process.exit(1);
}

/** @param {Message} message */
export function say(message) {
  const data = Buffer.from(JSON.stringify(message) + "\n", "utf8");
  for (let done = 0; done < data.length; ) done += writeSync(1, data, done);
}
