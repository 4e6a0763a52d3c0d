// An analysis that is under way: asked for, listened to, and cancelled when another position is looked at.

import { post } from "./net.js";

/**
 * @typedef {object} Findings what is known of a position
 * @property {number} [value] exact, for seat 0, from -1 to 1
 * @property {number} [score] as searched, likewise
 * @property {number} [depth]
 * @property {number} [effort]
 * @property {string[][]} [moves]
 * @property {number[][]} [matrix]
 * @property {Record<string, number>[]} [mixes]
 * @property {{moves: string[], score: number}[]} [lines]
 * @property {{from: [number, number], to: [number, number], seat: number, weight: number}[]} [arrows]
 * @property {boolean} final
 */
/**
 * @typedef {object} Hearing
 * @property {(found: any) => void} onResult
 * @property {(doing: string, share: number) => void} onProgress
 * @property {(error: string) => void} onFailed
 */

const SETTLE_MS = 150; // who steps through a game quickly wants only the last answer

export class Study {
  /** @param {Hearing} hearing */
  constructor(hearing) {
    this.hearing = hearing;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.number = 0;
    addEventListener("pagehide", () => this.stop());
  }

  /** @param {object} question a position or a table */
  ask(question) {
    this.stop();
    this.timer = setTimeout(() => this.begin(question), SETTLE_MS);
  }

  stop() {
    clearTimeout(this.timer);
    this.number++;
    this.socket?.close();
    this.socket = null;
  }

  /** @param {object} question */
  async begin(question) {
    const { number } = this;
    try {
      const { id } = await post("/api/analysis", question);
      if (number === this.number) this.listen(id);
    } catch (problem) {
      if (number === this.number) this.hearing.onFailed(/** @type {Error} */ (problem).message);
    }
  }

  /** @param {string} id */
  listen(id) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/analysis/${id}`);
    this.socket = socket;
    socket.onmessage = ({ data }) => {
      if (this.socket !== socket) return;
      const { type, ...told } = JSON.parse(data);
      if (type === "result") this.hearing.onResult(told);
      else if (type === "progress") this.hearing.onProgress(told.doing, told.share);
      else if (type === "failed" || type === "refused") this.hearing.onFailed(told.error);
    };
  }
}
