// Who one is here, asked for once a page; and whether one still is.

import { get } from "./net.js";

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

/** Whether the session goes on in which this page was opened; where it does not, the page's header is told. */
export async function stillSignedIn() {
  const before = await asked?.catch(() => null);
  if (!before?.account) return true;
  const { account } = await get("/api/me");
  if (account?.id === before.account.id) return true;
  dispatchEvent(new Event("signed-out"));
  return false;
}

addEventListener("unauthorised", () => stillSignedIn().catch(() => {}));
