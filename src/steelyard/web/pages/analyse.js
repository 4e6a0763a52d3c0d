// Analysis of positions (best play or a search) and reviews of games.

import { createBoard } from "../board/api.js";
import { onBoard } from "../board/picture.js";
import { copy } from "../parts/page/clipboard.js";
import { tool } from "../parts/tables/actions.js";
import { picksIn } from "../parts/learn/diagrams.js";
import { fill, h, say } from "../parts/page/dom.js";
import { ending } from "../parts/tables/outcome.js";
import { allGames, hasSides } from "../parts/tables/games.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { Joystick, written as stickText } from "../parts/tables/joystick.js";
import { showComparison } from "../parts/analysis/comparison.js";
import { FindingPanel } from "../parts/analysis/finding.js";
import { Line, viewOf, withPicks } from "../parts/analysis/line.js";
import { MoveList } from "../parts/tables/moves.js";
import { nothingHere } from "../parts/page/empty.js";
import { allPositions } from "../parts/analysis/positions.js";
import { ReplayBar } from "../parts/tables/replay.js";
import { Review } from "../parts/analysis/review.js";
import { openSetup } from "../parts/tables/setup.js";
import { Study } from "../parts/analysis/analysis.js";
import { ValueBar, written } from "../parts/analysis/value.js";
import { words } from "../words/general.js";
import { seatNames, squareName } from "../parts/tables/names.js";

/** @typedef {import("../parts/tables/games.js").GameInfo} GameInfo */
/** @typedef {import("../parts/analysis/analysis.js").Findings} Findings */

class AnalysePage {
  constructor() {
    const asked = new URLSearchParams(location.search);
    this.reviewed = location.pathname.split("/")[2] ?? "";
    this.table = this.reviewed || asked.get("table") || "";
    this.turn = Number(this.reviewed ? location.hash.slice(1) : asked.get("turn")) || 0;
    this.gameId = asked.get("game") ?? "tank_war";
    this.position = asked.get("position") ?? "";
    /** @type {Joystick[]} */
    this.joysticks = [];
    /** the game this line was forked from, turn by turn @type {any[]} */
    this.played = [];
    /** moves chosen for a turn that is not complete @type {(string | null)[]} */
    this.chosen = [null, null];
    this.flipped = false;
    /** @type {Findings | null} */
    this.found = null;
    this.bar = new ValueBar();
    this.boardElement = h("div", { tabindex: 0, role: "application" });
    this.board = createBoard(this.boardElement, {
      onMove: (pick) => this.picked(pick),
      onSay: (sentence) => say(this.cursor, sentence),
    });
    this.status = h("p", { class: "status", role: "status" }, words.common.loading);
    this.value = h("p", { class: "value" });
    this.finding = new FindingPanel({
      onPair: (pair) => this.play(pair),
      onLine: (turn) => this.playWritten(turn),
    });
    this.cursor = h("div", { class: "unseen", "aria-live": "assertive" });
    this.moves = new MoveList((turn) => this.replay.go(turn));
    this.replay = new ReplayBar({
      last: () => this.line?.last ?? 0,
      show: (turn) => this.go(turn),
      tookMs: () => 1000,
    });
    this.review = new Review((turn) => this.replay.go(turn));
    this.compare = h("div", { class: "compare", hidden: true });
    this.sticks = h("div", { class: "drivers", hidden: true });
    this.tools = h("div", { class: "tools" });
    this.study = new Study({
      onResult: (found) => this.take(found),
      onProgress: (doing, share) => this.finding.progress(doing, share),
      onFailed: (error) => this.finding.tell(error),
      onCut: () => this.finding.tell(words.analyse.cut),
    });
    this.build();
    this.start();
  }

  build() {
    this.gameField = h("select", {
      "aria-label": words.analyse.game,
      onChange: () => location.assign(`/analyse?game=${this.gameField.value}`),
    });
    this.positionField = h("input", {
      type: "text",
      "aria-label": words.analyse.position,
      spellcheck: "false",
    });
    const ask = h(
      "form",
      { class: "ask", onSubmit: (/** @type {Event} */ event) => this.showPosition(event) },
      this.gameField,
      this.positionField,
      h("button", { type: "submit" }, words.analyse.show),
    );
    const panel = h(
      "div",
      { class: "panel" },
      ask,
      h("div", { class: "verdict" }, this.value, this.status),
      this.sticks,
      this.finding.element,
      this.review.element,
      h("div", { class: "drawer" }, this.replay.element, this.moves.element, this.tools),
      this.compare,
    );
    this.panel = panel;
    this.page = h(
      "main",
      { class: "game analyse" },
      h("h1", { class: "unseen" }, words.analyse.title),
      h("div", { class: "board-place" }, this.boardElement, this.bar.element),
      panel,
      this.cursor,
    );
    document.body.prepend(pageHeader("analyse"), this.page);
    document.title = `${words.analyse.title}, ${words.common.name}`;
    addEventListener("keydown", (event) => this.key(event));
  }

  async start() {
    try {
      const games = await allGames();
      if (this.table) await this.fromTable();
      this.info = games.find((game) => game.id === this.gameId) ?? games[0];
      this.gameId = this.info.id;
      this.seats = seatNames(this.gameId, this.info.seat_names);
      fill(
        this.gameField ?? this.finding.element,
        games.map((game) => h("option", { value: game.id, selected: game.id === this.gameId }, game.title)),
      );
      await this.begin();
    } catch (problem) {
      const { message, status } = /** @type {import("../parts/page/http.js").Refusal} */ (problem);
      if (status === 404) this.page?.replaceWith(nothingHere(words.game.gone));
      else if (status === 403) this.page?.replaceWith(nothingHere(`${message}.`, words.game.closed));
      else say(this.status, message);
    }
  }

  async fromTable() {
    const { game, options, positions } = await allPositions(this.table);
    this.gameId = game;
    this.options = options;
    this.played = positions;
  }

  /** Start with a whole game to review, a line that branches from a game, or a single position. */
  async begin() {
    const options = this.options ?? {};
    const first = this.played[this.reviewed ? 0 : this.turn];
    const root = await viewOf(this.gameId, options, first?.state ?? this.position);
    this.line = new Line(this.gameId, options, root);
    if (this.reviewed) {
      this.line.views = this.played;
      this.line.turns = this.played.slice(1).map((position) => position.written);
      this.line.go(this.turn);
      this.review.ask(this.table, this.seats ?? []);
      this.panel?.classList.add("reviewing");
    }
    this.board.set({ naming: (square) => squareName(this.gameId, square) });
    this.drawTools();
    this.drawSticks();
    await this.show(false);
  }

  /** @param {Event} event */
  showPosition(event) {
    event.preventDefault();
    const { value } = /** @type {HTMLInputElement} */ (this.positionField);
    location.assign(`/analyse?game=${this.gameId}&position=${encodeURIComponent(value.trim())}`);
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
    for (const stick of this.joysticks) {
      stick.held = { ...stick.held, move: null, fire: false };
      stick.draw();
    }
    const here = line.here;
    this.board.state.speed = this.replay.speed;
    this.board.show(here.svg, { animated, phases: forward ? here.phases : null });
    this.board.set({ arrows: [], picks: [], chosen: [] });
    if (!here.picks) Object.assign(here, await withPicks(this.gameId, line.options, here));
    if (line.here !== here) return;
    this.found = null;
    this.bar.draw(null, this.firstBelow, words.analyse.searching);
    fill(this.value);
    this.finding.tell(here.outcome ? words.analyse.over : words.analyse.searching);
    this.study.ask({ game: this.gameId, options: line.options, state: here.state });
    this.draw();
  }

  get firstBelow() {
    return (this.gameId === "tank_battle") !== this.flipped;
  }

  draw() {
    const { line } = this;
    if (!line) return;
    const here = line.here;
    this.moves.draw(line.turns, this.info?.simultaneous ?? true);
    this.moves.mark(line.at);
    this.replay.draw(line.at);
    if (this.reviewed) this.review.mark(line.at);
    /** @type {HTMLInputElement} */ (this.positionField).value = here.state;
    const open = (here.to_move ?? []).filter((/** @type {number} */ seat) => this.chosen[seat] === null);
    const marked = this.chosen.flatMap((move, seat) =>
      move && this.gameId === "tank_war" ? [`tank-${seat}-${move}`] : [],
    );
    this.board.set({
      flipped: this.flipped,
      chosen: marked,
      picks: picksIn({ ...here, picks: here.picks ?? {} }).filter(
        (pick) => open[0] === pick.seat || (this.gameId === "tank_war" && open.includes(pick.seat)),
      ),
    });
    say(
      this.status,
      here.outcome
        ? ending(here.outcome, this.seats ?? [])
        : words.analyse.choose(this.seats?.[open[0] ?? 0] ?? ""),
    );
    this.drawCompare();
  }

  /** @param {import("../board/state.js").Pick} pick */
  picked({ seat, move }) {
    const stick = this.joysticks[seat];
    if (stick) stick.drive(/** @type {import("../parts/tables/joystick.js").Way} */ (move));
    else this.choose(seat, move);
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
    const { line } = this;
    if (!line) return;
    try {
      if (this.reviewed) this.fork();
      await line.play(moves);
      await this.show(true, true);
    } catch (problem) {
      this.chosen = [null, null];
      notice(/** @type {Error} */ (problem).message, "error");
      this.draw();
    }
  }

  /** A move made during a review starts a new line from here. */
  fork() {
    this.turn = 0;
    this.reviewed = "";
    this.review.element.hidden = true;
    this.panel?.classList.remove("reviewing");
  }

  /** @param {Findings} found */
  take(found) {
    this.found = found;
    const value = found.value ?? found.score ?? 0;
    const inWords = found.value === undefined ? words.analyse.scoreWords : words.analyse.valueWords;
    const said = inWords(value, this.seats ?? []);
    this.bar.draw(value, this.firstBelow, said);
    fill(this.value, h("strong", { class: "figures" }, written(value)), " ", said);
    this.board.set({
      arrows: (found.arrows ?? []).map((arrow) => ({
        ...arrow,
        from: onBoard(arrow.from),
        to: onBoard(arrow.to),
      })),
    });
    this.finding.show(found, this.seats ?? [], this.playedHere());
  }

  /** @param {string} turn */
  playWritten(turn) {
    const needed = this.line?.here.to_move ?? [];
    const parts = needed.length > 1 ? turn.split(this.gameId === "tank_war" ? "-" : "/") : [turn];
    const moves = [0, 1].map((seat) =>
      needed.includes(seat) ? (parts[needed.indexOf(seat)] ?? null) : null,
    );
    return this.play(moves);
  }

  /** The moves that were played in this position, if it is from the game. */
  playedHere() {
    const at = this.line?.at ?? 0;
    const turn = this.reviewed ? at : this.line?.last === 0 ? this.turn : -1;
    return this.played[turn + 1]?.moves ?? null;
  }

  /** The position of the game at the same turn, beside the line that is tried out. */
  drawCompare() {
    const line = this.line;
    const turn = this.turn + (line?.at ?? 0);
    const twin = this.reviewed || !line || line.at === 0 ? null : this.played[turn];
    showComparison(this.compare, twin ?? null, turn, this.flipped);
  }

  drawTools() {
    const { actions } = words.game;
    fill(
      this.tools,
      hasSides(this.gameId) && tool("flip", actions.flip, () => this.turnBoard()),
      tool("play", actions.playOn, () => this.playOn()),
      tool("copy", actions.copyPosition, () => copy(this.line?.here.state ?? "")),
      this.table && tool("back", words.analyse.backToGame, () => location.assign(`/g/${this.table}`)),
    );
  }

  /** With joysticks, choosing a direction is the move; tower and fire are set before. */
  drawSticks() {
    this.sticks.hidden = !this.info?.joystick;
    if (!this.info?.joystick) return;
    this.joysticks = [0, 1].map(
      (seat) => new Joystick(seat, (who, held, what) => what === "move" && this.choose(who, stickText(held))),
    );
    fill(
      this.sticks,
      this.joysticks.flatMap((stick) => [h("h2", {}, this.seats?.[stick.seat]), stick.element]),
    );
  }

  turnBoard() {
    this.flipped = !this.flipped;
    this.draw();
    if (this.found) this.take(this.found);
  }

  playOn() {
    const here = this.line?.here;
    if (this.info && here)
      openSetup(this.info, {
        position: here.state,
        options: this.line?.options ?? {},
        svg: here.svg,
        from: null,
      });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const field = event.target instanceof Element && event.target.closest("input, select, dialog");
    if (field || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.line?.at ?? 0;
    if (event.key === "ArrowLeft") this.replay.go(at - 1);
    else if (event.key === "ArrowRight") this.replay.go(at + 1);
    else if (event.key === "Home") this.replay.go(0);
    else if (event.key === "End") this.replay.go(this.line?.last ?? 0);
  }
}

new AnalysePage();
