// Follows a contest: its changes and its live games.

import { Socket } from "../page/socket.js";

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
 * @property {string | null} result
 */
/**
 * @typedef {object} Spectator
 * @property {(news: any) => void} onNews
 * @property {(live: Live) => void} onLive
 * @property {(place: number) => void} onOff nothing is played at that place any more
 * @property {(connected: boolean) => void} [onLine]
 * @property {(code: number) => void} [onEnd]
 */

/** @param {string} id @param {Spectator} spectator */
export function followContest(id, spectator) {
  return new Socket(() => `/ws/contests/${encodeURIComponent(id)}`, {
    ...spectator,
    onMessage(message) {
      if (message.type === "news") spectator.onNews(message);
      if (message.type === "live") spectator.onLive(message);
      if (message.type === "off") spectator.onOff(message.place);
    },
  });
}
