// Who one is here, asked for once a page.

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
