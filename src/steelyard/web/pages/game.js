// The page of a game, live or finished.

import { createBoard } from "../board/api.js";
import { Actions } from "../parts/tables/actions.js";
import { follows } from "../parts/tables/changes.js";
import { choices } from "../parts/tables/choices.js";
import { h, say } from "../parts/page/dom.js";
import { drawTools } from "../parts/tables/game-tools.js";
import { follow } from "../parts/tables/event-effects.js";
import { allGames, hasSides, lowerSeat, nextBot } from "../parts/tables/games.js";
import { Help } from "../parts/tables/help.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { get } from "../parts/page/http.js";
import { withModule } from "../parts/page/later.js";
import { keepOffline } from "../parts/page/offline.js";
import { Drivers } from "../parts/tables/joysticks.js";
import { GameLogs } from "../parts/tables/game-logs.js";
import { drawInvitation, isInvited, keepInvitation } from "../parts/tables/invitation.js";
import { gameLayout, openDrawer } from "../parts/tables/layout.js";
import { arrowsOf, hintArrow, missilePath, shotWaits } from "../parts/tables/marks.js";
import { MoveList } from "../parts/tables/moves.js";
import { nothingHere } from "../parts/page/empty.js";
import { MoveSender } from "../parts/tables/move-sender.js";
import { Plans } from "../parts/tables/plans.js";
import { Vacation } from "../parts/tables/vacation.js";
import { Phrases } from "../parts/people/phrases.js";
import { playNextLevel, playOn, setUp } from "../parts/tables/next-game.js";
import { Players } from "../parts/tables/players.js";
import { ReplayBar } from "../parts/tables/replay.js";
import { Offline } from "../parts/tables/offline.js";
import { Origin } from "../parts/tables/origin.js";
import { lastTurnAt, loadPositions, tookMs } from "../parts/tables/positions.js";
import { pressed } from "../parts/tables/keys.js";
import { sentenceFor, translated } from "../parts/page/sentences.js";
import { DONE, NOT_ALLOWED, NOT_FOUND, SIGNED_OUT } from "../parts/page/socket.js";
import { sound } from "../parts/page/sound.js";
import { followTable } from "../parts/tables/table-socket.js";
import { addressTurn, addressedTurn } from "../parts/tables/turn-address.js";
import { TurningPoint } from "../parts/tables/turning-point.js";
import { Typing } from "../parts/tables/typed-moves.js";
import { words } from "../words/general.js";
import { StatusLine } from "../parts/tables/status-line.js";
import { apply, fromSnapshot, owed } from "../parts/tables/table.js";
import { squareName } from "../parts/tables/names.js";

/** @typedef {import("../parts/tables/table.js").Table} Table */

const TICK_MS = 100;

class GamePage {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {Table | null} */
    this.table = null;
    this.shown = -1; // the turn that is shown
    this.turned = false; // the person has flipped the board
    /** the move a hint proposes @type {import("../board/state.js").Arrow[]} */
    this.hinted = [];
    this.refusal = ""; // what the server has last refused, in its words
    this.players = new Players();
    this.line = new StatusLine(() => this.replay.go(this.table?.turn ?? 0));
    this.offline = new Offline();
    this.origin = new Origin(id);
    this.position = h("div", { class: "unseen", "aria-live": "polite" });
    this.cursor = h("div", { class: "unseen", "aria-live": "assertive" });
    this.invite = h("div", { class: "invite", hidden: true });
    this.boardElement = h("div", {
      tabindex: 0,
      role: "application",
      "aria-roledescription": words.game.boardRole,
    });
    this.board = createBoard(this.boardElement, {
      onMove: (pick) => this.sender.play(pick),
      onPick: (tank) => {
        this.hinted = arrowsOf(this.board, this.hinted, tank);
        this.board.set({ arrows: this.hinted });
      },
      onPoint: (about) => this.line.tell(about, this.table),
      onSay: (sentence) => say(this.cursor, sentence),
      onStep: sound,
    });
    this.moves = new MoveList((turn) => this.replay.go(turn), async (turn) => this.table ? lastTurnAt(this.table, turn) : "");
    this.logs = new GameLogs(id);
    this.replay = new ReplayBar({
      last: () => this.table?.turn ?? 0,
      show: (turn) => this.show(turn),
      tookMs: (turn) => (this.table ? tookMs(this.table, turn) : 0),
    });
    this.drivers = new Drivers(
      (message) => this.socket.send(message),
      () => this.draw(),
    );
    this.sender = new MoveSender(id, {
      table: () => this.table,
      send: (message) => this.socket.send(message),
      steer: (pick) => this.drivers.drive(pick.seat, pick.move),
      onSent: () => {
        this.hinted = [];
        this.draw();
      },
    });
    this.typing = new Typing((move) => this.sender.playWritten(move));
    this.turning = new TurningPoint(id, () => this.table, (turn) => this.replay.go(turn));
    this.actions = new Actions({
      send: (message) => this.sender.send(message),
      again: () => this.withInfo((info) => setUp(info)),
      agreement: false,
      nextLevel: () => (this.table && this.info ? nextBot(this.info, this.table) : ""),
      playNext: () => this.withInfo(playNextLevel),
      turningPoint: () => this.turning.button,
    });
    this.phrases = new Phrases((message) => this.socket.send(message));
    this.plans = new Plans((message) => this.socket.send(message));
    this.vacation = new Vacation((message) => this.socket.send(message));
    this.help = new Help({
      send: (message) => this.socket.send(message),
      onHint: (move) => {
        this.hinted = this.table ? hintArrow(this.board, this.table, move) : [];
        this.draw();
      },
      onRules: () => this.rules(),
    });
    this.line.element.append(this.help.words);
    this.tools = h("div", { class: "tools" });
    this.more = h("details", { class: "more", name: "drawer" }, h("summary", {}, words.game.actions.tools), this.tools);
    this.build();
    this.socket = followTable(id, {
      onMessage: (event) => this.take(event),
      onLine: (connected) => this.connected(connected),
      onEnd: (code) => code !== SIGNED_OUT && this.page?.replaceWith(this.nothing(code)),
    });
    setInterval(() => this.tick(), TICK_MS);
    addEventListener("keydown", (event) => pressed(event, this));
    addEventListener("hashchange", () => {
      if (this.showAddressed() || !this.table) return;
      keepInvitation(this.table);
      this.draw();
    });
  }

  build() {
    this.page = gameLayout(
      {
        heading: this.line.heading,
        board: this.boardElement,
        above: this.players.boxes[0].element,
        replay: this.replay.element,
        below: this.players.boxes[1].element,
      },
      {
        drawer: [this.moves.element, this.logs.element, this.plans.element, this.vacation.element, this.more],
        now: [
          this.origin.element,
          this.offline.element,
          this.line.element,
          this.line.hint,
          this.invite,
          this.drivers.element,
          this.typing.element,
          this.turning.words,
          h("div", { class: "controls" }, this.help.element, this.actions.element),
          this.phrases.element,
        ],
        unseen: [this.position, this.cursor],
      },
    );
    document.body.prepend(pageHeader(""), this.page);
  }

  /** What is shown instead of the game. @param {number} code why the server does not show it */
  nothing(code) {
    if (code === DONE || code === NOT_FOUND) return nothingHere(words.game.gone);
    return nothingHere(`${this.refusal.replace(/\.$/, "")}.`, code === NOT_ALLOWED ? words.game.closed : undefined);
  }

  /** @param {any} event */
  take(event) {
    if (event.type === "snapshot") return this.takeSnapshot(event);
    if (event.type === "refused") this.refusal = sentenceFor(event);
    this.sender.hear(event);
    if (!this.table) return;
    if (!follows(this.table.positions, event)) return this.socket.startOver();
    const following = this.shown === this.table.turn;
    if (event.type === "refused" && !this.plans.answer(this.refusal)) notice(this.refusal, "error");
    if (event.type === "plan") this.plans.answer();
    const owedBefore = owed(this.table).length;
    apply(this.table, event);
    if (event.type === "sealed" && this.table.you.length > 1) this.board.hide(); // from the other at this screen
    if (owedBefore > 0 && !owed(this.table).length) dispatchEvent(new Event("moved"));
    if (event.type === "turn") {
      this.drivers.turn(this.table);
      if (following && !this.replay.playing) return this.show(this.table.turn);
    }
    if (event.type === "undone") {
      this.drivers.turn(this.table);
      return this.show(this.table.turn);
    }
    follow(this.table, event);
    if (owedBefore === 0 && owed(this.table).length && event.type !== "turn") sound("turn");
    this.draw();
  }

  /** @param {any} snapshot */
  takeSnapshot(snapshot) {
    const first = this.table === null;
    const following = first || this.shown === this.table?.turn;
    this.table = fromSnapshot(snapshot, this.table);
    this.plans.answer();
    this.sender.resume(this.table, first);
    if (first) this.begin(this.table);
    keepOffline(this.table);
    this.drivers.turn(this.table);
    if (first && this.showAddressed()) return;
    if (following) this.show(this.table.turn);
    else if (this.table.positions.has(this.shown)) this.draw();
    else this.show(Math.min(this.shown, this.table.turn)); // a move was taken back meanwhile
  }

  /** Called when the table is first known. @param {Table} table */
  begin(table) {
    this.boardElement.setAttribute(
      "aria-label",
      (table.you.length ? words.game.board : words.game.plainBoard)(table.title),
    );
    this.board.set({ naming: (square) => squareName(table.game, square) });
    drawTools(this.tools, table, {
      shown: () => this.shown,
      state: () => this.table?.positions.get(this.shown)?.state ?? "",
      flip: () => this.turn(),
      playOn: () => this.withInfo((info, current) => playOn(info, current, this.shown)),
    });
    this.logs.load(table.players).then(
      () => {
        const { panels, wanted } = this.logs;
        if (panels.length) this.more.open = false; // room for the text
        if (this.page && panels.length && wanted) openDrawer(this.page);
        this.draw();
      },
      () => {}, // a game can be watched without them
    );
    keepInvitation(table);
    this.more.open = (!table.live || !table.you.length) && !isInvited(table); // whoever is asked needs the room for the answer
    this.origin.draw(table);
    this.players.rate(table, () => this.draw()).catch(() => {}); // a game can be played without them
    allGames().then(
      (games) => {
        this.info = games.find((game) => game.id === table.game);
        this.actions.doing.agreement = this.info?.agreement ?? false;
        this.actions.drawn = "";
        this.draw();
      },
      () => {},
    );
  }

  /** Show the turn that the address names. */
  showAddressed() {
    const turn = this.table ? addressedTurn(this.table.turn) : null;
    if (turn !== null) this.show(turn);
    return turn !== null;
  }

  /** Show the position after a turn. @param {number} turn */
  async show(turn) {
    if (!this.table) return;
    this.wanted = turn;
    if (!this.table.positions.has(turn)) await loadPositions(this.table, turn);
    const position = this.table.positions.get(turn);
    if (!position || this.wanted !== turn) return;
    const step = turn - this.shown;
    this.shown = turn;
    this.hinted = [];
    this.board.state.speed = this.replay.speed;
    this.board.show(position.svg, {
      phases: step === 1 ? position.phases : null,
      animated: Math.abs(step) === 1,
    });
    say(this.position, translated(position.text));
    addressTurn(turn, this.table.turn);
    this.draw();
  }

  draw() {
    const { table } = this;
    const position = table?.positions.get(this.shown);
    if (!table || !position) return;
    const now = this.shown === table.turn;
    const below = table.you.length === 1 ? table.you[0] : lowerSeat(table.game); // the seat at the lower edge
    this.players.draw(table, below, position);
    this.moves.draw(table.moves, this.info?.simultaneous ?? table.to_move.length !== 1);
    this.moves.mark(this.shown);
    this.replay.draw(this.shown);
    this.logs.draw(this.shown, table.turn);
    this.line.draw(table, this.shown, shotWaits(this.board, table, this.drivers.sticks));
    this.actions.draw(table);
    this.phrases.draw(table);
    this.plans.draw(table, this.info?.simultaneous ?? table.to_move.length > 1);
    this.vacation.draw(table);
    this.help.draw(table);
    this.turning.words.hidden = table.live;
    this.drivers.draw(table, now);
    drawInvitation(this.invite, table, (message) => this.socket.send(message));
    const flipped = hasSides(table.game) && (below !== lowerSeat(table.game)) !== this.turned;
    this.board.set({
      flipped,
      marked: now ? missilePath(this.board, table, this.drivers.sticks) : [],
      arrows: this.hinted,
      reasons: now ? (table.outcome?.shown_by ?? []) : [],
      ...choices(table, { now, sent: this.sender.sent, together: this.drivers.sticks.length > 0 }),
    });
    this.boardElement.dataset.turn = String(this.shown);
    if (this.page) this.page.dataset.live = String(table.live);
    this.tick();
  }

  turn() {
    this.turned = !this.turned;
    this.draw();
  }

  /** What needs to know the game, which is loaded a moment after the table.
   * @param {(info: import("../parts/tables/games.js").GameInfo, table: Table) => void} act */
  withInfo(act) {
    if (this.info && this.table) act(this.info, this.table);
  }

  rules() {
    const { table } = this;
    if (table) withModule(import("../parts/tables/guide.js"), ({ openGuide }) => openGuide(table, () => this.draw()));
  }

  /** @param {boolean} connected */
  connected(connected) {
    this.offline.draw(connected);
    this.sender.connection(connected);
    if (!connected && !this.table) this.read();
  }

  /** Without a connection: the game as it is kept in this browser, if it is. */
  async read() {
    const kept = await get(`/api/tables/${this.id}`).catch(() => null);
    if (kept && !this.table) this.takeSnapshot(kept);
  }

  tick() {
    if (this.table) this.players.tick(this.table, this.shown);
  }
}

new GamePage(location.pathname.split("/")[2] ?? "");
