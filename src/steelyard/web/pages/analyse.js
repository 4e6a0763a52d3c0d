// Analysis of positions (best play or a search) and reviews of games.

import { createBoard } from "../board/api.js";
import { onBoard } from "../board/picture.js";
import { addressOf, readAddress } from "../parts/analysis/address.js";
import { Study } from "../parts/analysis/analysis.js";
import { translated } from "../parts/page/sentences.js";
import { showComparison } from "../parts/analysis/comparison.js";
import { edited } from "../parts/analysis/editor.js";
import { FindingPanel } from "../parts/analysis/finding.js";
import { Line, viewOf, withPicks } from "../parts/analysis/line.js";
import { Panel } from "../parts/analysis/panel.js";
import { PlayedGame } from "../parts/analysis/played-game.js";
import { PositionForm } from "../parts/analysis/position-form.js";
import { Review } from "../parts/analysis/review.js";
import { Sticks } from "../parts/analysis/sticks.js";
import { drawTools } from "../parts/analysis/tools.js";
import { Verdict } from "../parts/analysis/verdict.js";
import { picksIn } from "../parts/learn/diagrams.js";
import { h, say } from "../parts/page/dom.js";
import { nothingHere } from "../parts/page/empty.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { Refusal } from "../parts/page/http.js";
import { allGames } from "../parts/tables/games.js";
import { MoveList } from "../parts/tables/moves.js";
import { ending } from "../parts/tables/outcome.js";
import { ReplayBar } from "../parts/tables/replay.js";
import { setUp } from "../parts/tables/next-game.js";
import { seatNames, squareName } from "../parts/tables/names.js";
import { words as own } from "../words/analysis.js";
import { words } from "../words/general.js";

/** @typedef {import("../parts/tables/games.js").GameInfo} GameInfo */
/** @typedef {import("../parts/analysis/analysis.js").Findings} Findings */

class AnalysePage {
  constructor() {
    this.place = readAddress(location);
    this.address = ""; // of what is shown
    this.played = new PlayedGame();
    /** @type {GameInfo[] | null} */
    this.games = null;
    /** moves chosen for a turn that is not complete @type {(string | null)[]} */
    this.chosen = [null, null];
    this.flipped = false;
    /** @type {string[]} */
    this.seats = [];
    /** @type {Findings | null} */
    this.found = null;
    this.verdict = new Verdict();
    this.boardElement = h("div", { tabindex: 0, role: "application" });
    this.board = createBoard(this.boardElement, {
      onMove: ({ seat, move }) => this.sticks.drive(seat, move) || this.choose(seat, move),
      onSay: (sentence) => say(this.cursor, sentence),
    });
    this.boardPlace = h("div", { class: "board-place" }, this.boardElement, this.verdict.bar.element);
    this.form = new PositionForm({
      onGame: (game) => location.assign(`/analyse?game=${game}`),
      onPosition: (position) => this.ask({ position }),
      onEdit: () => this.edit(),
    });
    this.finding = new FindingPanel({
      onPair: (pair) => this.play(pair),
      onLine: (turn) => this.line && this.play(this.line.movesOf(turn)),
    });
    this.cursor = h("div", { class: "unseen", "aria-live": "assertive" });
    this.moves = new MoveList(
      (turn) => this.replay.go(turn),
      async (turn) => translated(this.line?.views[turn]?.last_turn ?? ""),
    );
    this.replay = new ReplayBar({
      last: () => this.line?.last ?? 0,
      show: (turn) => this.go(turn),
      tookMs: () => 1000,
    });
    this.review = new Review({ onTurn: (turn) => this.replay.go(turn), onFound: () => this.study() });
    this.compare = h("div", { class: "compare", hidden: true });
    this.sticks = new Sticks((seat, move) => this.choose(seat, move));
    this.tools = h("div", { class: "tools" });
    this.searching = new Study({
      onResult: (found) => this.take(found),
      onProgress: (doing, share) => this.finding.progress(doing, share),
      onFailed: (error) => this.finding.tell(error),
      onCut: () => this.finding.tell(words.analyse.cut),
    });
    this.panel = new Panel(this);
    this.panel.arrange(Boolean(this.place.reviewed));
    this.page = h(
      "main",
      { class: "game analyse" },
      h("h1", { class: "unseen" }, words.analyse.title),
      this.boardPlace,
      this.panel.element,
      this.cursor,
    );
    document.body.prepend(pageHeader("analyse"), this.page);
    document.title = `${words.analyse.title}, ${words.common.name}`;
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("popstate", () => this.comeBack());
    this.load();
  }

  /** Back, forward, or another turn in the address. */
  comeBack() {
    if (location.pathname + location.search + location.hash === this.address) return; // a dialog was closed
    this.place = readAddress(location);
    this.load();
  }

  async load() {
    try {
      this.games ??= await allGames();
      await this.played.load(this.place.table);
      Object.assign(this.place, this.played.kind);
      this.info = this.games.find(({ id }) => id === this.place.game) ?? this.games[0];
      this.place.game = this.info.id;
      this.seats = seatNames(this.info.id, this.info.seat_names);
      this.form.offer(this.games, this.info.id);
      await this.begin();
    } catch (problem) {
      const { message, status } = /** @type {Refusal} */ (problem);
      if (status === 404) this.page.replaceWith(nothingHere(words.game.gone));
      else if (status === 403) this.page.replaceWith(nothingHere(`${message}.`, words.game.closed));
      else say(this.verdict.status, message);
    }
  }

  /** Start with a whole game to review, a line that branches from a game, or a position with a line of one's own. */
  async begin() {
    const { place } = this;
    const { positions } = this.played;
    const first = positions[place.reviewed ? 0 : place.turn] ?? positions[0];
    const { root, problem } = await this.rootOf(first?.state ?? place.position);
    this.line = new Line(place.game, place.options, root);
    if (place.reviewed) {
      this.line.views = positions;
      this.line.turns = positions.slice(1).map(({ written }) => written);
      this.review.ask(place.table, this.seats, this.info);
    } else {
      await this.line.playAll(place.line).catch((refusal) => notice(own.badLine(refusal.message), "error"));
      this.review.leave();
    }
    this.line.go(place.at);
    this.panel.arrange(Boolean(place.reviewed));
    this.board.set({ naming: (square) => squareName(place.game, square) });
    this.drawTools();
    this.sticks.draw(this.info?.joystick ?? false, this.seats);
    await this.show(false);
    if (problem) this.form.refuse(place.position, problem);
  }

  /** The first position; where there is none of that text, the game's own, and what is wrong. @param {string} position */
  async rootOf(position) {
    const { game, options } = this.place;
    try {
      return { root: await viewOf(game, options, position), problem: "" };
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || refusal.status !== 422 || !position) throw refusal;
      return { root: await viewOf(game, options, ""), problem: refusal.message };
    }
  }

  /** Another position, or other options; a position that is none stays in the field, with the reason.
   * @param {{position: string, options?: Record<string, any>}} asked */
  async ask({ position, options = this.place.options }) {
    try {
      await viewOf(this.place.game, options, position);
    } catch (refusal) {
      return this.form.refuse(position, /** @type {Error} */ (refusal).message);
    }
    this.place = { ...this.place, reviewed: "", table: "", turn: 0, options, position, line: [], at: 0 };
    history.pushState(null, "", addressOf(this.place));
    await this.load();
  }

  async edit() {
    const { info, line, page, boardElement: board } = this;
    if (!info || !line) return;
    this.replay.stop();
    const found = await edited(info, line.options, line.here, { page, board, panel: this.panel.element });
    if (found) await this.ask(found);
  }

  /** @param {number} turn */
  async go(turn) {
    if (!this.line) return;
    const step = turn - this.line.at;
    this.line.go(turn);
    await this.show(Math.abs(step) === 1, step === 1);
  }

  /** @param {boolean} animated @param {boolean} forward */
  async show(animated, forward = false) {
    const { line } = this;
    if (!line) return;
    this.chosen = [null, null];
    this.sticks.reset();
    const here = line.here;
    this.board.state.speed = this.replay.speed;
    this.board.show(here.svg, { animated, phases: forward ? here.phases : null });
    this.board.set({ arrows: [], picks: [], chosen: [] });
    this.note("replaceState");
    if (!here.picks) Object.assign(here, await withPicks(line.game, line.options, here));
    if (line.here !== here) return;
    this.found = null;
    this.verdict.clear(this.firstBelow);
    this.finding.tell(here.outcome ? words.analyse.over : words.analyse.searching);
    this.study();
    this.draw();
  }

  /** Keep the address at what is shown. @param {"pushState" | "replaceState"} how */
  note(how) {
    const { line, place } = this;
    if (!line) return;
    Object.assign(place, { line: place.reviewed ? [] : line.turns, at: line.at });
    this.address = addressOf(place);
    history[how](history.state, "", this.address);
  }

  /** What was found in this position when the game was reviewed; else an analysis of its own. */
  study() {
    const { line } = this;
    if (!line) return;
    const kept = this.place.reviewed ? this.review.found[line.at] : null;
    if (!kept) return this.searching.ask({ game: line.game, options: line.options, state: line.here.state });
    this.searching.stop();
    this.take(kept);
  }

  get firstBelow() {
    return (this.place.game === "tank_battle") !== this.flipped;
  }

  draw() {
    const { line } = this;
    if (!line) return;
    const here = line.here;
    const war = line.game === "tank_war";
    this.moves.draw(line.turns, this.info?.simultaneous ?? true);
    this.moves.mark(line.at);
    this.replay.draw(line.at);
    if (this.place.reviewed) this.review.mark(line.at);
    this.form.show(here.state);
    const open = (here.to_move ?? []).filter((/** @type {number} */ seat) => this.chosen[seat] === null);
    this.board.set({
      flipped: this.flipped,
      chosen: this.chosen.flatMap((move, seat) => (move && war ? [`tank-${seat}-${move}`] : [])),
      picks: picksIn({ ...here, picks: here.picks ?? {} }).filter(
        (pick) => open[0] === pick.seat || (war && open.includes(pick.seat)),
      ),
    });
    const awaited = words.analyse.choose(this.seats[open[0] ?? 0]);
    say(this.verdict.status, here.outcome ? ending(here.outcome, this.seats) : awaited);
    this.drawCompare();
  }

  /** @param {number} seat @param {string} move */
  async choose(seat, move) {
    const { line } = this;
    if (!line) return;
    this.chosen[seat] = move;
    const needed = line.here.to_move;
    if (needed.some((/** @type {number} */ one) => this.chosen[one] === null)) return this.draw();
    await this.play(this.chosen.map((one, index) => (needed.includes(index) ? one : null)));
  }

  /** @param {(string | null)[]} moves */
  async play(moves) {
    if (!this.line) return;
    const forked = this.place.reviewed ? new Line(this.line.game, this.line.options, this.line.here) : this.line;
    try {
      await forked.play(moves);
    } catch (problem) {
      this.chosen = [null, null];
      notice(/** @type {Error} */ (problem).message, "error");
      return this.draw();
    }
    if (this.place.reviewed) this.fork(forked);
    this.note("pushState");
    await this.show(true, true);
  }

  /** A move made during a review starts a line from here. @param {Line} line */
  fork(line) {
    this.place = { ...this.place, reviewed: "", turn: this.line?.at ?? 0 };
    this.line = line;
    this.review.leave();
    this.panel.arrange(false);
  }

  /** @param {Findings} found */
  take(found) {
    this.found = found;
    this.verdict.show(found, this.seats, this.firstBelow);
    const arrows = found.arrows ?? [];
    this.board.set({
      arrows: arrows.map((arrow) => ({ ...arrow, from: onBoard(arrow.from), to: onBoard(arrow.to) })),
    });
    this.finding.show(found, this.seats, this.line ? this.played.movesIn(this.place, this.line) : null);
  }

  /** The position of the game at the same turn, beside the line that is tried out. */
  drawCompare() {
    const { line, place } = this;
    const turn = place.turn + (line?.at ?? 0);
    const twin = place.reviewed || !line || line.at === 0 ? null : this.played.positions[turn];
    showComparison(this.compare, twin ?? null, turn, this.flipped);
  }

  drawTools() {
    drawTools(this.tools, this.place, {
      flip: () => this.turnBoard(),
      playOn: () => this.playOn(),
      address: () => this.address,
      state: () => this.line?.here.state ?? "",
    });
  }

  turnBoard() {
    this.flipped = !this.flipped;
    this.draw();
    if (this.found) this.take(this.found);
  }

  playOn() {
    if (!this.line || !this.info) return;
    const { here, options } = this.line;
    setUp(this.info, { position: here.state, options, svg: here.svg, from: null });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const field = event.target instanceof Element && event.target.closest("input, select, dialog, .editor");
    if (field || event.ctrlKey || event.metaKey || event.altKey) return;
    const { at, last } = this.line ?? { at: 0, last: 0 };
    const turns = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    if (event.key in turns) this.replay.go(turns[/** @type {keyof typeof turns} */ (event.key)]);
  }
}

new AnalysePage();
