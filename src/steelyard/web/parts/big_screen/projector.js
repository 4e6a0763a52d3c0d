// The big screen's board: shows games live, and games that were too fast again, more slowly.

import { LiveBoard } from "../contests/live-board.js";
import { allPositions } from "../analysis/positions.js";

const LONG_MS = 4000; // a longer game is shown live
const SHOWN_MS = 12_000; // about how long a replay takes
const TURN_MS = [90, 700]; // minimum and maximum per turn of a replay
const PAUSE_MS = 2500; // on the last position

/** @typedef {import("../contests/channel.js").Live} Live */
/** What is on show: a live game, one that has just been played, one whose result is known; nothing. @typedef {"now" | "last" | "again" | ""} Mode */
/**
 * @typedef {object} Audience
 * @property {(live: Live) => void} onShow another position is on show
 * @property {(game: any) => boolean} onReplay a game is about to be shown again; whether its end is not told yet
 * @property {(game: any) => void} onReplayed it was shown to its end
 * @property {(mode: Mode) => void} onMode
 * @property {(ms: number) => void} onPause a game has ended; the next begins so much later
 */

export class Projector {
  /** @param {Audience} audience */
  constructor(audience) {
    this.board = new LiveBoard({ names: false });
    this.audience = audience;
    this.mode = /** @type {Mode} */ ("");
    /** when each game was first seen @type {Map<string, number>} */
    this.since = new Map();
    this.realtime = false;
    this.over = false; // the contest: what is known already is not shown again
    this.pauseMs = 0; // between two games in real time
    this.place = -1; // the slot in which the game on show is played
    this.film = 0; // number of the replay, so that an older one notices that it was superseded
    /** the games that were shown @type {Set<string>} */
    this.seen = new Set();
    /** @type {any[]} */
    this.recent = [];
  }

  get replaying() {
    return this.mode === "last" || this.mode === "again";
  }

  /** A turn of a game that is on. @param {Live} live */
  live(live) {
    if (!this.since.has(live.id)) this.since = new Map([...this.since].slice(-20)).set(live.id, Date.now());
    const long = Date.now() - (this.since.get(live.id) ?? 0) > LONG_MS;
    if (!this.realtime && !long && this.board.game !== live.id) return;
    const elsewhere = this.board.game !== live.id && this.place !== live.place;
    if (this.mode === "now" && elsewhere && !this.board.element.classList.contains("over")) return;
    this.place = live.place;
    this.film++;
    this.turn("now");
    this.show(live);
    this.seen.add(live.id);
    if (!live.over) return;
    if (this.realtime) this.audience.onPause(this.pauseMs);
    else this.goOn(this.film);
  }

  /** After a live game, continue with those that were too fast. @param {number} film */
  async goOn(film) {
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    if (film === this.film) this.again();
  }

  /** Another contest is on show. */
  reset() {
    this.film++;
    this.recent = [];
    this.board.clear();
    this.turn("");
  }

  /** @param {Live} live */
  show(live) {
    this.board.show(live);
    this.audience.onShow(live);
  }

  /** The games that were played last. @param {any[]} recent @param {{realtime: boolean, pause_ms: number, phase: string}} how */
  played(recent, { realtime, pause_ms: pauseMs, phase }) {
    this.realtime = realtime;
    this.pauseMs = pauseMs;
    this.over = phase === "over";
    this.recent = recent.filter((game) => game.to);
    if (this.mode === "" && this.recent.length) this.again();
  }

  /** The game that ended last of those that were not shown. */
  waiting() {
    return this.recent.find((each) => !this.seen.has(each.id));
  }

  /** Replay the game that ended last, then continue with the next. */
  async again() {
    const game = this.waiting();
    const fresh = Boolean(game) && !this.realtime && this.audience.onReplay(game);
    if (!game || this.realtime || (this.over && !fresh)) {
      this.turn("");
      return;
    }
    const film = ++this.film;
    this.turn(fresh ? "last" : "again");
    this.seen.add(game.id);
    try {
      const { game: name, positions } = await allPositions(game.to.slice(3));
      const wait = Math.min(Math.max(SHOWN_MS / positions.length, TURN_MS[0]), TURN_MS[1]);
      for (const position of positions) {
        if (film !== this.film) return;
        const over = position === positions.at(-1);
        this.show({
          ...position,
          place: 0,
          id: game.id,
          game: name,
          players: game.seats,
          over,
          winner: over ? game.points.indexOf(1) : null,
          result: over ? game.result : null,
        });
        if (over && this.waiting()) this.audience.onPause(PAUSE_MS);
        await new Promise((done) => setTimeout(done, over ? PAUSE_MS : wait));
      }
    } catch {
      await new Promise((done) => setTimeout(done, PAUSE_MS)); // the game is being replayed by the contest, or the connection is lost
    }
    if (film !== this.film) return;
    this.audience.onReplayed(game);
    this.again();
  }

  /** @param {Mode} mode */
  turn(mode) {
    if (mode === this.mode) return;
    this.mode = mode;
    this.audience.onMode(mode);
  }
}
