// Following a contest: what is new, and the games that are on.

const WAITS_MS = [250, 500, 1000, 2000, 4000];
const PING_MS = 10_000;
const SILENT_MS = 30_000;

/**
 * @typedef {object} Live a game at one place, as it is now
 * @property {number} place
 * @property {string} id
 * @property {string} game
 * @property {string[]} players
 * @property {number} turn
 * @property {string} svg
 * @property {string} text
 * @property {{name: string, values: number[]}[]} score
 * @property {any[]} phases
 * @property {boolean} over
 * @property {number | null} winner
 * @property {string | null} reason
 */
/**
 * @typedef {object} Spectator
 * @property {(news: any) => void} onNews
 * @property {(live: Live) => void} onLive
 * @property {(place: number) => void} onOff nothing is played at that place any more
 * @property {(connected: boolean) => void} onLine
 */

export class Stands {
  /** @param {string} id @param {Spectator} spectator */
  constructor(id, spectator) {
    this.id = id;
    this.spectator = spectator;
    this.attempts = 0;
    this.heard = 0;
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.connect());
    this.beating = setInterval(() => this.beat(), PING_MS);
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/contests/${encodeURIComponent(this.id)}`);
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      this.heard = Date.now();
      this.spectator.onLine(true);
    };
    socket.onmessage = ({ data }) => {
      this.heard = Date.now();
      this.take(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (this.socket !== socket || this.closed) return;
      this.socket = null;
      if (code === 4404) return this.leave();
      this.spectator.onLine(false);
      setTimeout(
        () => !this.closed && this.connect(),
        WAITS_MS[Math.min(this.attempts++, WAITS_MS.length - 1)],
      );
    };
  }

  /** @param {any} message */
  take(message) {
    if (message.type === "news") this.spectator.onNews(message);
    if (message.type === "live") this.spectator.onLive(message);
    if (message.type === "off") this.spectator.onOff(message.place);
  }

  beat() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > SILENT_MS) this.socket.close();
    else this.socket.send('{"type":"ping"}');
  }

  leave() {
    this.closed = true;
    clearInterval(this.beating);
    if (this.socket?.readyState === WebSocket.CONNECTING) {
      const socket = this.socket;
      socket.onopen = () => socket.close();
    } else this.socket?.close();
    this.socket = null;
  }
}
