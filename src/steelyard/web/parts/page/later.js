// Parts of a page that are loaded when they are needed: dialogs, and what few people use.

import { words } from "../../words/general.js";
import { notice } from "./header.js";

/**
 * Do something with a module once it is there: `withModule(import("./setup.js"), ({ openSetup }) => openSetup(game))`.
 * @template T
 * @param {Promise<T>} loading
 * @param {(module: T) => void} act
 */
export async function withModule(loading, act) {
  const module = await loading.catch(() => notice(words.common.noServer, "error"));
  if (module) act(module);
}
