// Who is signed in, requested once per page, and whether they still are.

import { get } from "./http.js";

/**
 * @typedef {object} Me
 * @property {string} name
 * @property {{id: number, name: string, role: "player" | "organiser" | "admin"} | null} account
 */

/** @type {Promise<Me> | null} */
let asked = null;

/** @returns {Promise<Me>} */
export function me() {
  asked ??= get("/api/me");
  return asked;
}

/** Whether the session in which this page was opened is still valid. If not, informs the page's header. */
export async function stillSignedIn() {
  const before = await asked?.catch(() => null);
  if (!before?.account) return true;
  const { account } = await get("/api/me");
  if (account?.id === before.account.id) return true;
  dispatchEvent(new Event("signed-out"));
  return false;
}

addEventListener("unauthorised", () => stillSignedIn().catch(() => {}));
