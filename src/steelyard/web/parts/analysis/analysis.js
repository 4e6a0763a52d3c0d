// A running analysis: started, followed, and cancelled when another position is shown.

import { words } from "../../words/general.js";
import { post } from "../page/http.js";
import { sentenceFor, translated } from "../page/sentences.js";
import { Socket } from "../page/socket.js";

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
 * @property {() => void} onCut it begins again when the server is back
 */

const SETTLE_MS = 150; // a person who steps quickly through a game needs only the last answer
const QUIET_MS = 1000; // nothing is said of how far it is while the answer may come at once

export class Study {
  /** @param {Hearing} hearing */
  constructor(hearing) {
    this.hearing = hearing;
    /** @type {Socket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** until it is said how far the analysis is @type {ReturnType<typeof setTimeout> | undefined} */
    this.quiet = undefined;
    /** how far it is @type {{doing: string, share: number} | null} */
    this.progress = null;
  }

  /** @param {object} question a position or a table */
  ask(question) {
    this.stop();
    this.timer = setTimeout(() => this.begin(question), SETTLE_MS);
  }

  stop() {
    clearTimeout(this.timer);
    this.speak();
    this.socket?.leave();
    this.socket = null;
  }

  /** Each connection has an analysis of its own. @param {object} question */
  begin(question) {
    this.beQuiet();
    this.socket = new Socket(
      async () => `/ws/analysis/${(await post("/api/analysis", question)).id}`,
      {
        onMessage: (message) => this.hear(message),
        onLine: (connected) => connected || this.hearing.onCut(),
        onEnd: () => this.hearing.onFailed(words.analyse.ended),
        onRefused: (problem) => this.hearing.onFailed(problem.message),
      },
    );
  }

  beQuiet() {
    this.quiet = setTimeout(() => {
      const { progress } = this;
      this.speak();
      if (progress) this.hearing.onProgress(progress.doing, progress.share);
    }, QUIET_MS);
  }

  /** From now on everything is told when it is heard. */
  speak() {
    clearTimeout(this.quiet);
    this.quiet = undefined;
    this.progress = null;
  }

  /** @param {any} message */
  hear({ type, ...told }) {
    if (type === "result") {
      this.speak();
      this.hearing.onResult(told);
    } else if (type === "progress") {
      this.progress = { doing: translated(told.doing), share: told.share };
      if (this.quiet === undefined) this.hearing.onProgress(this.progress.doing, told.share);
    } else if (type === "failed" || type === "refused") this.hearing.onFailed(sentenceFor(/** @type {any} */ (told)));
    if (told.final || type === "failed" || type === "refused") this.stop();
  }
}
