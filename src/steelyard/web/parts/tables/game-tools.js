// What can be done with a game besides playing it: analyse, continue, copy, download.

import { copy } from "../page/clipboard.js";
import { fill, h } from "../page/dom.js";
import { withModule } from "../page/later.js";
import { tool, toolLink } from "./actions.js";
import { hasSides } from "./games.js";
import { words as sharing } from "../../words/sharing.js";
import { words } from "../../words/general.js";

/**
 * @param {HTMLElement} place
 * @param {import("./table.js").Table} table
 * @param {{shown: () => number, state: () => string, flip: () => void, playOn: () => void}} page what it shows, and does
 */
export function drawTools(place, table, { shown, state, flip, playOn }) {
  const { actions } = words.game;
  const { id } = table;
  const film = (/** @type {"gif" | "mp4"} */ kind) =>
    withModule(import("./share.js"), ({ downloadFilm }) => downloadFilm(table, kind));
  const embed = () => withModule(import("./share.js"), ({ openEmbed }) => openEmbed(table, shown()));
  const from = () => `game=${table.game}&table=${id}&turn=${shown()}`;
  fill(
    place,
    hasSides(table.game) && tool("flip", actions.flip, flip),
    tool("lens", actions.analyse, () => location.assign(`/analyse/${id}#${shown()}`)),
    tool("play", actions.playOn, playOn),
    tool("fork", actions.fork, () => location.assign(`/analyse?${from()}`)),
    tool("link", actions.linkHere, () => copy(`${location.origin}/g/${id}#${shown()}`)),
    tool("copy", actions.copyPosition, () => copy(state())),
    toolLink("file", actions.record, `/api/tables/${id}/record`, `${id}.json`),
    (!table.private || table.you.length > 0) && [
      tool("film", sharing.gif, () => film("gif")),
      table.films.includes("mp4") && tool("film", sharing.mp4, () => film("mp4")),
    ],
    !table.private && tool("frame", sharing.embed, embed),
    table.from &&
      h(
        "p",
        { class: "small quiet" },
        `${words.game.from(table.from.turn)} `,
        h("a", { href: `/g/${table.from.table}#${table.from.turn}` }, words.game.fromGame),
      ),
  );
}
