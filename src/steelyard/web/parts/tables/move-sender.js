// From a pick on the board to the server: a move is sent at once or, while the connection is lost, when it is back.

import { PendingMove } from "./pending-move.js";
import { boardPicks, owed } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../../board/state.js").Pick} Pick */

/**
 * @typedef {object} Sending
 * @property {() => Table | null} table as it is now
 * @property {(message: any) => void} send over the connection
 * @property {(pick: Pick) => boolean} steer whether the pick only sets a joystick
 * @property {() => void} onSent a move is on its way
 */

export class MoveSender {
  /** @param {string} id the table's @param {Sending} sending */
  constructor(id, sending) {
    this.sending = sending;
    this.connected = true;
    /** what has been sent and not been answered yet @type {Pick | null} */
    this.sent = null;
    this.pending = new PendingMove(id);
  }

  /** @param {Pick} pick */
  play(pick) {
    const table = this.sending.table();
    if (!table || this.sending.steer(pick)) return;
    this.sent = pick;
    this.send({ type: "move", turn: table.turn + 1, move: pick.move, seat: pick.seat });
    this.sending.onSent();
  }

  /** @param {string} move as it is written */
  playWritten(move) {
    const table = this.sending.table();
    if (!table) return;
    const [seat] = owed(table);
    const found = boardPicks(table, seat).find((pick) => pick.move === move);
    if (found) this.play(found);
  }

  /** Send something; a move, while the connection is lost, later. @param {any} message */
  send(message) {
    const move = message.type === "move";
    if (move) this.pending.keep(message, this.sending.table()?.undone ?? 0);
    if (!move || this.connected) this.sending.send(message);
  }

  /** What the server says may answer the move. @param {any} event */
  hear(event) {
    this.pending.hear(event);
    const sealed = event.type === "sealed" && event.seat === this.sent?.seat;
    if (sealed || ["refused", "turn", "undone"].includes(event.type)) this.sent = null;
  }

  /** The server has said how the table stands. @param {Table} table @param {boolean} first since the page was loaded */
  resume(table, first) {
    this.sent = null;
    const lost = this.pending.awaited(table);
    if (first && lost && this.connected) this.sending.send(lost); // it was made just before the page was loaded again
  }

  /** The connection was lost, or is there again. @param {boolean} connected */
  connection(connected) {
    this.connected = connected;
    const lost = connected && this.sending.table() ? this.pending.kept?.message : null;
    if (lost) this.sending.send(lost); // the server takes it once
  }
}
