// The move that was sent last, until the server has it: sent again after a lost connection or a reload.

/** @typedef {{type: "move", turn: number, move: string, seat: number}} Sent */

export class PendingMove {
  /** @param {string} table its id */
  constructor(table) {
    this.key = `steelyard.move.${table}`;
    /** @type {{message: Sent, undone: number} | null} */
    this.kept = read(this.key);
  }

  /** @param {Sent} message @param {number} undone how often a move of the game was taken back */
  keep(message, undone) {
    this.kept = { message, undone };
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.kept));
    } catch {
      // storage may be forbidden: the move is sent again after a lost connection, not after a reload
    }
  }

  forget() {
    this.kept = null;
    try {
      sessionStorage.removeItem(this.key);
    } catch {
      // as above
    }
  }

  /** What the server has said about it. @param {any} event */
  hear(event) {
    if (!this.kept) return;
    const { turn, seat } = this.kept.message;
    const reloading = event.code === "table_reloading"; // what it was told last may be lost
    if (
      (event.type === "sealed" && event.seat === seat) ||
      (event.type === "turn" && event.turn >= turn) ||
      event.type === "undone" ||
      event.type === "over" ||
      (event.type === "refused" && !reloading)
    )
      this.forget();
  }

  /** The move, if it is still awaited at the table as it is now. @param {import("./table.js").Table} table @returns {Sent | null} */
  awaited(table) {
    if (!this.kept) return null;
    const { message, undone } = this.kept;
    const due = table.live && table.to_move.includes(message.seat) && !table.sealed[message.seat];
    if (due && message.turn === table.turn + 1 && undone === table.undone) return message;
    this.forget();
    return null;
  }
}

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
