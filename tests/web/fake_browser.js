// A browser's window, server and clock, as far as connections need them: time passes when a test says so.

const window = new EventTarget();
/** @type {{at: number, every: number, action: () => void, id: number}[]} */
let timers = [];
let now = 0;
let ids = 0;

/** @type {FakeSocket[]} */
export const sockets = [];
/** what was asked for over HTTP @type {string[]} */
export const asked = [];
/** answers by path: a value, or a status @type {Map<string, any>} */
export const answers = new Map();

export class FakeSocket {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    this.readyState = FakeSocket.CONNECTING;
    /** @type {any[]} */
    this.sent = [];
    /** @type {any} */ this.onopen = null;
    /** @type {any} */ this.onmessage = null;
    /** @type {any} */ this.onclose = null;
    sockets.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close(code = 1005) {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }

  // The server's part.
  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  /** @param {object} message */
  tell(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

/** @param {() => void} action @param {number} delay @param {number} every */
function later(action, delay, every) {
  timers.push({ at: now + delay, every, action, id: ++ids });
  return ids;
}
const forget = (/** @type {number} */ id) => {
  timers = timers.filter((timer) => timer.id !== id);
};

Object.assign(globalThis, {
  WebSocket: FakeSocket,
  location: { origin: "http://here" },
  addEventListener: window.addEventListener.bind(window),
  dispatchEvent: window.dispatchEvent.bind(window),
  setTimeout: (/** @type {() => void} */ action, /** @type {number} */ delay) => later(action, delay, 0),
  setInterval: (/** @type {() => void} */ action, /** @type {number} */ delay) => later(action, delay, delay),
  clearTimeout: forget,
  clearInterval: forget,
  fetch: async (/** @type {string} */ path) => {
    asked.push(path);
    const answer = answers.get(path);
    if (answer === undefined) throw new TypeError("no server");
    const status = typeof answer === "number" ? answer : 200;
    return { ok: status < 400, status, headers: new Headers(), json: async () => (typeof answer === "function" ? answer() : answer) };
  },
});
Date.now = () => now;

/** Let what is awaited come. */
export async function settle() {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

/** @param {number} ms */
export async function passes(ms) {
  for (const end = now + ms; ; ) {
    await settle();
    const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
    if (!next) {
      now = end;
      return;
    }
    now = next.at;
    if (next.every) next.at += next.every;
    else forget(next.id);
    next.action();
  }
}

/** How long until the next attempt: the timer that is set once. */
export const wait = () => Math.max(...timers.filter(({ every }) => !every).map(({ at }) => at - now));

export function begin() {
  timers = [];
  sockets.length = 0;
  asked.length = 0;
  answers.clear();
}
