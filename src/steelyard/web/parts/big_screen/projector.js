// The big screen's board: shows games live, and games that were too fast again, more slowly.
// A game that was begun on the board is shown to its end, faster when another one waits.

import { LiveBoard } from "../contests/live-board.js";
import { allPositions } from "../analysis/positions.js";

const LONG_MS = 4000; // a longer game is shown live
const SHOWN_MS = 12_000; // about how long a replay takes
const TURN_MS = [90, 700]; // minimum and maximum per turn of a replay
const CATCH_UP_MS = 4000; // at most, for the rest of a game when another one waits
const PAUSE_MS = 2500; // on the last position

/** @typedef {import("../contests/channel.js").Live} Live */
/** What is on show: a live game, one that has just been played, one whose result is known; nothing. @typedef {"now" | "last" | "again" | ""} Mode */
/** @typedef {Pick<LiveBoard, "element" | "game" | "shown" | "over" | "show" | "clear">} Board */
/**
 * @typedef {object} Audience
 * @property {(live: Live) => void} onShow another position is on show
 * @property {(game: any) => boolean} onReplay a game is about to be shown again; whether its end is not told yet
 * @property {(mode: Mode) => void} onMode
 * @property {(ms: number) => void} onPause a game has ended; the next begins so much later
 */

export class Projector {
  /** @param {Audience} audience @param {Board} board */
  constructor(audience, board = new LiveBoard({ names: false })) {
    this.board = board;
    this.audience = audience;
    this.mode = /** @type {Mode} */ ("");
    this.realtime = false;
    this.over = false; // the contest: what is known already is not shown again
    this.pauseMs = 0; // between two games in real time
    this.film = 0; // number of the film, so that an older one notices that it was superseded
    /** the game whose end is not to be told yet @type {{id: string, ended?: number | null} | null} */
    this.current = null;
    /** when each game was first seen @type {Map<string, number>} */
    this.since = new Map();
    /** the games that were shown @type {Set<string>} */
    this.seen = new Set();
    /** @type {any[]} */
    this.recent = [];
    this.place = -1; // the slot in which the live game is played
    this.filming = false; // a game is shown from its record
    /** a live game that waits until the one on show has ended @type {Live | null} */
    this.pending = null;
    this.missed = 0; // so often the live game was neither on nor over
  }

  /** Whether the end of the live game has not been shown. */
  get unfinished() {
    return this.mode === "now" && this.current !== null && !this.board.over;
  }

  /** A turn of a game that is on. @param {Live} live */
  live(live) {
    if (!this.since.has(live.id)) this.since = new Map([...this.since].slice(-20)).set(live.id, Date.now());
    const long = Date.now() - (this.since.get(live.id) ?? 0) > LONG_MS;
    const same = this.board.game === live.id;
    if (same ? this.filming || this.board.over : !this.realtime && !long) return;
    if (!same && (this.filming || this.unfinished)) {
      if (this.filming || live.place === this.place) this.pending = live;
      return;
    }
    this.place = live.place;
    this.film++;
    this.missed = 0;
    this.current = { id: live.id };
    this.seen.add(live.id);
    this.mode = "now";
    if (!same) this.audience.onMode("now");
    this.show(live);
    if (!live.over) return;
    if (this.realtime) this.audience.onPause(this.pauseMs);
    this.goOn(this.film);
  }

  /** After a game, continue with the next. @param {number} film */
  async goOn(film) {
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    if (film === this.film) this.next();
  }

  /** The live game that waits, else one that was too fast. */
  next() {
    const { pending } = this;
    this.pending = null;
    this.filming = false;
    this.current = null;
    if (pending && !pending.over) this.live(pending);
    if (!this.current) this.again();
  }

  /** Another contest is on show. */
  reset() {
    this.film++;
    this.current = this.pending = null;
    this.filming = false;
    this.since.clear();
    this.seen.clear();
    this.recent = [];
    this.board.clear();
    this.turn("");
  }

  /** @param {Live} live */
  show(live) {
    this.board.show(live);
    this.audience.onShow(live);
  }

  /** The games that were played last. @param {any[]} recent @param {{realtime: boolean, pause_ms: number, phase: string, playing: string[]}} how */
  played(recent, { realtime, pause_ms: pauseMs, phase, playing }) {
    this.realtime = realtime;
    this.pauseMs = pauseMs;
    this.over = phase === "over";
    this.recent = recent.filter((game) => game.to);
    if (this.mode === "" && this.recent.length) this.again();
    else if (this.unfinished && !this.filming) this.catchUp(playing);
  }

  /** Show the end of a live game that was over before the page heard of it. @param {string[]} playing */
  catchUp(playing) {
    const game = this.recent.find(({ id }) => id === this.board.game);
    if (game) this.project(game, this.board.shown + 1);
    else if (!playing.includes(this.board.game) && ++this.missed > 1) this.next();
  }

  /** The game that ended last, if it was not shown; older ones would come after what followed from them. */
  waiting() {
    const [latest] = this.recent;
    return latest && !this.seen.has(latest.id) ? latest : null;
  }

  /** Replay the game that ended last, then continue with the next. */
  again() {
    const game = this.realtime ? null : this.waiting();
    const fresh = Boolean(game) && this.audience.onReplay(game);
    if (!game || (!fresh && (this.over || this.seen.size))) {
      this.turn("");
      return;
    }
    this.current = game;
    this.seen.add(game.id);
    this.turn(fresh ? "last" : "again");
    this.project(game, 0);
  }

  /** Show a game from its record. @param {any} game @param {number} from the first turn */
  async project(game, from) {
    const film = ++this.film;
    this.filming = true;
    try {
      const { game: name, positions } = await allPositions(game.to.slice(3));
      const pace = Math.min(Math.max(SHOWN_MS / positions.length, TURN_MS[0]), TURN_MS[1]);
      const first = Math.min(from, positions.length - 1);
      for (const [turn, position] of positions.entries()) {
        if (turn < first) continue;
        if (film !== this.film) return;
        const over = turn === positions.length - 1;
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
        const late = from > 0 || this.pending;
        const wait = late ? Math.min(pace, CATCH_UP_MS / (positions.length - first)) : pace;
        if (!over) await new Promise((done) => setTimeout(done, wait));
      }
    } catch {
      // the game is being replayed by the contest, or the connection is lost
    }
    if (film === this.film) this.goOn(film);
  }

  /** @param {Mode} mode */
  turn(mode) {
    if (mode === this.mode) return;
    this.mode = mode;
    this.audience.onMode(mode);
  }
}
