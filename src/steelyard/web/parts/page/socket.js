// A WebSocket that notices a lost connection, reconnects, and reports when the server has ended it for good.

import { WENT_BACK } from "./http.js";
import { stillSignedIn } from "./me.js";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
const PING_MS = 10_000;
const SILENT_MS = 25_000; // after this long without a message the connection counts as lost
export const DONE = 1000;
const OF_OURS = 4000; // codes from here on come from our server and are final

export const SIGNED_OUT = 4401;
export const NOT_ALLOWED = 4403;
export const NOT_FOUND = 4404;

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
    this.number = 0; // of the current attempt; results of earlier ones are ignored
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
      if (number === this.number) this.failed(/** @type {import("./http.js").Refusal} */ (problem));
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
    if (message.type !== "refused") this.failures = 0; // a refusal does not shorten the delay
    if (message.code === WENT_BACK) dispatchEvent(new Event(WENT_BACK));
    if (message.type !== "pong") this.listener.onMessage(message);
  }

  /** @param {number} code */
  closed(code) {
    this.socket = null;
    if (code === SIGNED_OUT) stillSignedIn().catch(() => {});
    if (code === DONE || code >= OF_OURS) this.end(code);
    else this.cut();
  }

  /** The address was refused: final, unless the server is down or busy. @param {import("./http.js").Refusal} problem */
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

  /** Try again after a random delay, so that not all pages reconnect at once. */
  cut() {
    this.hangUp();
    this.listener.onLine?.(false);
    const longest = Math.min(FIRST_WAIT_MS * 2 ** this.failures++, LONGEST_WAIT_MS);
    this.timer = setTimeout(() => this.connect(), longest * Math.random());
  }

  /** Reconnect at once. */
  restart() {
    this.hangUp();
    this.connect();
  }

  /** Send now, or as soon as the connection is open. @param {object} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else this.waiting.push(message);
  }

  beat() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > SILENT_MS) this.cut();
    else this.socket.send('{"type":"ping"}');
  }

  /** Close the current connection. Browsers log an error if a connection is closed before it is open. */
  hangUp() {
    clearTimeout(this.timer);
    this.number++;
    const { socket } = this;
    this.socket = null;
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  /** Close for good. */
  leave() {
    this.hangUp();
    clearInterval(this.beating);
    this.life.abort();
  }
}
