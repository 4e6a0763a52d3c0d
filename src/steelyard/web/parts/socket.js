// A connection to the server that keeps itself up: it notices when it is cut, reconnects, and says when it is over.

import { stillSignedIn } from "./me.js";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
const PING_MS = 10_000;
const SILENT_MS = 25_000; // after that long without a word the connection is taken for dead
const DONE = 1000;
const OF_OURS = 4000; // codes from here on are answers of our server, and final

export const SIGNED_OUT = 4401;

/**
 * @typedef {object} Listener
 * @property {(message: any) => void} onMessage
 * @property {(connected: boolean) => void} [onLine] cut, or there again
 * @property {(code: number) => void} [onEnd] the server has no more to say: 1000 when it is done, else why it will not
 * @property {(problem: Error) => void} [onRefused] the address could not be had
 */

export class Socket {
  /** @param {() => string | Promise<string>} address asked for each connection, without scheme and host @param {Listener} listener */
  constructor(address, listener) {
    this.address = address;
    this.listener = listener;
    this.failures = 0;
    this.heard = 0;
    this.number = 0; // of the attempt under way; what came of earlier ones does not matter
    /** @type {WebSocket | null} */
    this.socket = null;
    /** messages for when the connection is there @type {object[]} */
    this.waiting = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.beating = setInterval(() => this.beat(), PING_MS);
    this.life = new AbortController();
    const { signal } = this.life;
    addEventListener("offline", () => this.cut(), { signal });
    addEventListener("online", () => this.restart(), { signal });
    addEventListener("pagehide", () => this.hangUp(), { signal });
    addEventListener("pageshow", (event) => event.persisted && this.restart(), { signal });
    this.connect();
  }

  get over() {
    return this.life.signal.aborted;
  }

  async connect() {
    clearTimeout(this.timer);
    const number = ++this.number;
    let address;
    try {
      const goesOn = number === 1 || (await stillSignedIn());
      address = goesOn && (await this.address());
    } catch (problem) {
      if (number === this.number) this.failed(/** @type {import("./net.js").Refusal} */ (problem));
      return;
    }
    if (number !== this.number) return;
    if (!address) return this.end(SIGNED_OUT);
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + address);
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => this.socket === socket && this.receive(JSON.parse(data));
    socket.onclose = ({ code }) => this.socket === socket && this.closed(code);
  }

  opened() {
    this.heard = Date.now();
    this.listener.onLine?.(true);
    for (const message of this.waiting.splice(0)) this.send(message);
  }

  /** @param {any} message */
  receive(message) {
    this.heard = Date.now();
    if (message.type !== "refused") this.failures = 0; // a server that only sends us away is not hurried
    if (message.type !== "pong") this.listener.onMessage(message);
  }

  /** @param {number} code */
  closed(code) {
    this.socket = null;
    if (code === SIGNED_OUT) stillSignedIn().catch(() => {});
    if (code === DONE || code >= OF_OURS) this.end(code);
    else this.cut();
  }

  /** The address was refused: for good, unless the server is away or busy. @param {import("./net.js").Refusal} problem */
  failed(problem) {
    if ([0, 429, 502, 503, 504].includes(problem.status)) return this.cut();
    this.leave();
    this.listener.onRefused?.(problem);
  }

  /** @param {number} code */
  end(code) {
    this.leave();
    this.listener.onEnd?.(code);
  }

  /** No connection: the next attempt comes at a random moment, so that not all pages return at once. */
  cut() {
    this.hangUp();
    this.listener.onLine?.(false);
    const longest = Math.min(FIRST_WAIT_MS * 2 ** this.failures++, LONGEST_WAIT_MS);
    this.timer = setTimeout(() => this.connect(), longest * Math.random());
  }

  /** Connect anew, at once. */
  restart() {
    this.hangUp();
    this.connect();
  }

  /** Send now, or as soon as the connection is there. @param {object} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else this.waiting.push(message);
  }

  beat() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > SILENT_MS) this.cut();
    else this.socket.send('{"type":"ping"}');
  }

  /** Close what there is; browsers complain of a connection that is cut off before it is open. */
  hangUp() {
    clearTimeout(this.timer);
    this.number++;
    const { socket } = this;
    this.socket = null;
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  /** Not needed any more. */
  leave() {
    this.hangUp();
    clearInterval(this.beating);
    this.life.abort();
  }
}
