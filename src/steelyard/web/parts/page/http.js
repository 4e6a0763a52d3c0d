// HTTP requests to the server.

import { words } from "../../words/general.js";
import { sentenceFor } from "./sentences.js";

const TOO_MANY = 429;
const FRESH_MS = 5000; // whoever asks later wants to know how it is then
const LONGEST_WAIT_MS = 2000; // longer than that, a person is told

/** The server's database has lost what was played: the code of such a refusal, and the event that tells the page. */
export const WENT_BACK = "database_went_back";

/** A request that the server refused; the message says why. */
export class Refusal extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** What the server answers within the page, for the first who asks: the page need not ask for it. */
const expected = new Set(isNew() ? globalThis.document?.body?.dataset?.answers?.split(" ") : []);

/** Whether the page has just come from the server; on the way back, browsers show an old one. */
function isNew() {
  const [visit] = performance.getEntriesByType("navigation");
  return /** @type {PerformanceNavigationTiming} */ (visit)?.type !== "back_forward";
}

/** The answers, which are at the end of the page. @type {Promise<Record<string, any>> | null} */
let answers = null;

async function inPage() {
  if (document.readyState === "loading")
    await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
  return JSON.parse(document.getElementById("answers")?.textContent ?? "{}");
}

/** @param {string} path @returns {Promise<any>} */
export async function get(path) {
  if (expected.delete(path) && performance.now() < FRESH_MS) {
    answers ??= inPage();
    const answer = (await answers)[path];
    if (answer !== undefined) return answer;
  }
  return ask(path, { headers: { Accept: "application/json" } });
}

/** @param {string} path @param {unknown} body @returns {Promise<any>} */
export function post(path, body) {
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Steelyard": "1" },
    body: JSON.stringify(body),
  });
}

/** A file. @param {string} path @param {Blob} data @returns {Promise<any>} */
export function send(path, data) {
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/zip", "X-Steelyard": "1" },
    body: data,
  });
}

/** @param {string} path @param {RequestInit} how */
async function ask(path, how) {
  let response;
  try {
    response = await fetch(path, how);
    const wait = waitMs(response);
    if (wait) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      response = await fetch(path, how);
    }
  } catch {
    throw new Refusal(words.common.noServer, 0);
  }
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  if (response.status === 401) dispatchEvent(new Event("unauthorised"));
  if (answer?.code === WENT_BACK) dispatchEvent(new Event(WENT_BACK));
  throw new Refusal(answer?.error ? sentenceFor(answer) : words.common.noAnswer(response.status), response.status);
}

/** How long to wait before asking once more: a busy server says so, and has done nothing yet. @param {Response} response */
function waitMs(response) {
  const ms = 1000 * Number(response.headers.get("Retry-After"));
  return response.status === TOO_MANY && ms <= LONGEST_WAIT_MS ? ms : 0;
}
