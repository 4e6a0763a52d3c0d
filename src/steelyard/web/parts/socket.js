// One table's events, without a gap: after an interruption it goes on behind the last event it has seen.

const WAITS_MS = [250, 500, 1000, 2000, 4000];
const PING_MS = 10_000;
const SILENT_MS = 25_000; // after that long without a word the line is taken for dead

/**
 * @typedef {object} Listener
 * @property {(event: any) => void} onEvent
 * @property {(connected: boolean) => void} onLine
 * @property {(code: number) => void} onRefused the server will not talk about this table
 */

export class TableSocket {
  /** @param {string} id @param {Listener} listener */
  constructor(id, listener) {
    this.id = id;
    this.listener = listener;
    this.seq = /** @type {number | null} */ (null);
    this.attempts = 0;
    this.heard = 0;
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** messages for when the line is back @type {object[]} */
    this.waiting = [];
    this.timer = 0;
    addEventListener("offline", () => this.drop());
    addEventListener("online", () => this.reconnect(0));
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.reconnect(0));
    setInterval(() => this.beat(), PING_MS);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const after = this.seq === null ? "" : `?after=${this.seq}`;
    const socket = new WebSocket(
      `${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.id)}${after}`,
    );
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      this.heard = Date.now();
      this.listener.onLine(true);
      for (const message of this.waiting.splice(0)) this.send(message);
    };
    socket.onmessage = ({ data }) => {
      this.heard = Date.now();
      this.receive(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (this.socket !== socket || this.closed) return;
      this.socket = null;
      if (code === 4404 || code === 4403) {
        this.closed = true;
        this.listener.onRefused(code);
        return;
      }
      this.listener.onLine(false);
      this.reconnect(WAITS_MS[Math.min(this.attempts++, WAITS_MS.length - 1)]);
    };
  }

  /** @param {any} event */
  receive(event) {
    if (typeof event.seq === "number") {
      if (event.type !== "snapshot" && this.seq !== null) {
        if (event.seq <= this.seq) return; // seen already
        if (event.seq > this.seq + 1) {
          this.drop(); // something is missing: ask for it
          this.reconnect(0);
          return;
        }
      }
      this.seq = event.seq;
    }
    if (event.type !== "pong") this.listener.onEvent(event);
  }

  /** Send now, or as soon as the line is back. @param {object} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else this.waiting.push(message);
  }

  drop() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.listener.onLine(false);
  }

  /** @param {number} delay */
  reconnect(delay) {
    clearTimeout(this.timer);
    if (this.closed || this.socket) return;
    this.timer = setTimeout(() => this.connect(), delay);
  }

  beat() {
    if (!this.socket) return this.reconnect(0);
    if (this.socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > SILENT_MS) {
      this.drop();
      this.reconnect(0);
    } else this.socket.send('{"type":"ping"}');
  }
}
