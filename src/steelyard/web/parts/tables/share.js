// Taking a game along: as a film, or as a board within another page.

import { words } from "../../words/sharing.js";
import { words as common } from "../../words/general.js";
import { linkToCopy } from "../page/clipboard.js";
import { openDialog } from "../page/dialog.js";
import { h } from "../page/dom.js";
import { notice } from "../page/header.js";

/** Bots have the names in it that they have on this page. @param {import("./table.js").Table} table @param {"gif" | "mp4"} kind */
export async function downloadFilm({ id, players }, kind) {
  notice(words.making);
  const named = players.map(({ name }, seat) => [["first", "second"][seat], name]).filter((_, seat) => players[seat].bot);
  const response = await fetch(`/api/tables/${id}/${kind}?${new URLSearchParams(named)}`).catch(() => null);
  if (!response) return notice(common.common.noServer, "error");
  if (!response.ok) {
    const { error } = await response.json().catch(() => ({ error: null }));
    return notice(error ?? common.common.noAnswer(response.status), "error");
  }
  const file = /filename=([\w.-]+)/.exec(response.headers.get("Content-Disposition") ?? "");
  const href = URL.createObjectURL(await response.blob());
  h("a", { href, download: file?.[1] ?? `${id}.${kind}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Show what to put into another page. @param {import("./table.js").Table} table @param {number} turn */
export function openEmbed(table, turn) {
  const close = h("button", { type: "button", onClick: () => dialog.close() }, words.close);
  const dialog = h(
    "dialog",
    { class: "embed-dialog", "aria-label": words.embed },
    h("h2", {}, words.embed),
    linkToCopy(words.embedWhy, snippet(table, turn)),
    h("p", { class: "small quiet" }, words.embedTheme),
    close,
  );
  openDialog(dialog);
}

/** @param {import("./table.js").Table} table @param {number} turn */
function snippet(table, turn) {
  const names = table.players.map((player) => player.name);
  const title = escaped(common.game.title(table.title, names));
  const at = turn === table.turn ? "" : `#${turn}`;
  return `<iframe src="${location.origin}/embed/${table.id}${at}" title="${title}" width="400" height="500" loading="lazy"></iframe>`;
}

/** For an attribute: names are text, whatever is in them. @param {string} text */
function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
