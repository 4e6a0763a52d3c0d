// One table's events without gaps: after a reconnect it continues after the last event it has seen. The server
// sends what has changed since then; a page that cannot apply a change asks for everything anew.

import { Socket } from "../page/socket.js";

/** @param {string} id @param {import("../page/socket.js").Listener} listener */
export function followTable(id, listener) {
  /** the last event that was seen @type {number | null} */
  let seen = null;
  const address = () =>
    `/ws/tables/${encodeURIComponent(id)}?changes=1${seen === null ? "" : `&after=${seen}`}`;
  const onMessage = (/** @type {any} */ event) => {
    if (typeof event.seq === "number") {
      if (event.type !== "snapshot" && seen !== null) {
        if (event.seq <= seen) return;
        if (event.seq > seen + 1) return socket.restart(); // an event is missing: request it
      }
      seen = event.seq;
    }
    listener.onMessage(event);
  };
  const socket = new Socket(address, { ...listener, onMessage });
  return Object.assign(socket, {
    /** Ask for everything anew. */
    startOver() {
      seen = null;
      socket.restart();
    },
  });
}
