// One puzzle: the board, the question, and what an answer leads to.

import { Exercise } from "../parts/puzzles/exercise.js";
import { localProgress, noteSolved, streak } from "../parts/puzzles/progress.js";
import { starsOf } from "../parts/puzzles/stars.js";
import { fill, h, say } from "../parts/page/dom.js";
import { nothingHere } from "../parts/page/empty.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { get } from "../parts/page/http.js";
import { me } from "../parts/page/me.js";
import { silhouette } from "../parts/tables/silhouettes.js";
import { words } from "../words/general.js";
import { puzzleWords } from "../words/puzzles.js";

/** @typedef {import("../parts/puzzles/exercise.js").Puzzle} Puzzle */

class PuzzlePage {
  constructor() {
    this.task = h("p", { class: "task" });
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.buttons = h("div", { class: "buttons" });
    this.head = h("div", { class: "head" });
    this.page = h("main", { class: "game puzzle" });
    document.body.prepend(pageHeader("puzzles"), this.page);
    document.title = `${puzzleWords.title}, ${words.common.name}`;
    this.start(location.pathname.split("/")[2] ?? "").catch((problem) => {
      if (problem.status === 404) this.page.replaceWith(nothingHere(puzzleWords.gone));
      else notice(problem.message, "error");
    });
  }

  /** @param {string} id */
  async start(id) {
    const [{ puzzle, day, daily }, list, { account }] = await Promise.all([
      get(`/api/puzzles/${encodeURIComponent(id)}`),
      get("/api/puzzles"),
      me(),
    ]);
    /** @type {Puzzle} */
    this.puzzle = puzzle;
    this.today = { day, daily, signedIn: account !== null };
    this.listed = list.games[puzzle.game].map((/** @type {{id: string}} */ one) => one.id);
    this.solved = (list.progress ?? localProgress()).solved;
    this.helped = false;
    this.exercise = new Exercise(puzzle, {
      onRight: (done) => this.right(done),
      onWrong: (sentence) => this.wrong(sentence),
    });
    addEventListener("keydown", (event) => {
      if (this.exercise?.key(event)) event.preventDefault();
    });
    this.draw();
    await this.ask();
    this.page.dataset.asked = "true";
  }

  draw() {
    const { puzzle, exercise } = this;
    if (!puzzle || !exercise) return;
    const game = puzzleWords.games[puzzle.game];
    const title = puzzleWords.name(game, this.listed.indexOf(puzzle.id) + 1);
    document.title = `${title}, ${words.common.name}`;
    fill(
      this.head,
      h("h1", {}, this.today?.daily === puzzle.id ? `${puzzleWords.daily}: ${game}` : title),
      h(
        "p",
        { class: "quiet kind" },
        starsOf(puzzle.level),
        h("span", {}, puzzleWords.kinds[puzzle.kind]),
        h("span", { class: "side" }, silhouette(puzzle.seat), puzzleWords.youAre(puzzleWords.sides[puzzle.seat])),
      ),
    );
    fill(
      this.page,
      h("div", { class: "board-place exercise" }, exercise.place),
      h("div", { class: "panel" }, this.head, this.task, exercise.controls, this.verdict, this.buttons),
      exercise.cursor,
    );
  }

  async ask() {
    const { puzzle, exercise } = this;
    if (!puzzle || !exercise) return;
    say(this.task, puzzleWords.task(puzzle, exercise.at, exercise.other));
    this.verdict.dataset.kind = "";
    say(this.verdict, exercise.at ? `${this.praise} ${puzzleWords.onward}` : "");
    await exercise.ask();
    this.drawButtons("asking");
  }

  /** @param {"asking" | "wrong" | "solved"} now */
  drawButtons(now) {
    const { puzzle } = this;
    if (!puzzle) return;
    const next = this.next();
    fill(
      this.buttons,
      now === "wrong" && button(puzzleWords.tryAgain, () => this.ask(), true),
      now !== "solved" && button(puzzleWords.show, () => this.reveal()),
      now === "solved" && next && h("a", { class: "button main", href: `/puzzles/${next}` }, puzzleWords.next),
      now === "solved" &&
        h(
          "a",
          {
            class: "button",
            href: `/analyse?game=${puzzle.game}&position=${encodeURIComponent(puzzle.state)}`,
          },
          puzzleWords.analyse,
        ),
      h("a", { class: "button bare", href: `/learn/${puzzle.game}` }, words.lobby.rules),
      h("a", { class: "button bare", href: "/puzzles" }, puzzleWords.overview),
    );
  }

  /** The next puzzle of this game that is not solved yet. */
  next() {
    const { puzzle, listed = [], solved = [] } = this;
    const here = listed.indexOf(puzzle?.id ?? "");
    const later = [...listed.slice(here + 1), ...listed.slice(0, here)];
    return later.find((/** @type {string} */ id) => !solved.includes(id)) ?? later[0];
  }

  get praise() {
    return this.helped ? puzzleWords.shown : puzzleWords.correct;
  }

  async reveal() {
    this.helped = true;
    const { exercise } = this;
    if (!exercise) return;
    if (!exercise.open) await exercise.ask();
    await exercise.show();
  }

  /** @param {string} sentence */
  wrong(sentence) {
    this.verdict.dataset.kind = "wrong";
    say(this.verdict, sentence);
    this.drawButtons("wrong");
  }

  /** @param {boolean} done */
  async right(done) {
    const { puzzle, exercise, today } = this;
    if (!puzzle || !exercise || !today) return;
    if (!done) {
      await this.ask();
      return;
    }
    this.verdict.dataset.kind = "right";
    const why = `${this.praise} ${puzzleWords.right(puzzle, exercise.other)}`;
    say(this.verdict, why);
    if (!this.helped) {
      const answers = puzzle.steps.map((step) => step.answer);
      const progress = await noteSolved({ id: puzzle.id, answers, ...today });
      this.solved = progress.solved;
      if (puzzle.id === today.daily)
        say(this.verdict, `${why} ${puzzleWords.solvedDaily(streak(progress.days, today.day))}`);
    }
    this.drawButtons("solved");
  }
}

/** @param {string} text @param {() => void} onClick @param {boolean} main */
function button(text, onClick, main = false) {
  return h("button", { type: "button", class: main && "main", onClick }, text);
}

new PuzzlePage();
