// A bar at the bottom of the first page that leads back to a game that goes on.

import { h } from "../page/dom.js";
import { get } from "../page/http.js";
import { words } from "../../words/general.js";
import { withCharacters } from "./names.js";

/** @returns {Promise<HTMLElement | "">} empty if there is no such game */
export async function returnBar() {
  /** @type {{tables: import("./table-list.js").Listed[]}} */
  const { tables } = await get("/api/tables?mine=1&live=1&limit=1&pictures=0");
  const [table] = tables;
  if (!table) return "";
  const players = withCharacters(table.players);
  const other = players.find((_, seat) => !table.you.includes(seat)) ?? players[1];
  const { back, backOpen } = words.lobby;
  const text = other.kind === "open" ? backOpen(table.title) : back(table.title, other.name);
  return h("a", { class: "return-bar", href: `/g/${table.id}` }, text);
}
