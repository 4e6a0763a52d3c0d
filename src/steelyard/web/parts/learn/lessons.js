// The exercises of the lessons: puzzles, and simpler ones that follow a script.

import { lessonTexts, lessonWords } from "../../words/lessons.js";
import { puzzleWords } from "../../words/puzzles.js";
import { fill, h, say } from "../page/dom.js";
import { get } from "../page/http.js";
import { keep, setting } from "../page/settings.js";
import { Exercise } from "../puzzles/exercise.js";
import { lessonExercises } from "./lesson-exercises.js";

/** @typedef {import("./lesson-exercises.js").Position & import("../../words/lessons.js").ExerciseWords} Script */
/** @typedef {{game: string, title: string, text: string[], exercises: (Script | string)[]}} Lesson */
/** @typedef {import("../puzzles/exercise.js").Puzzle} Puzzle */

/** @type {Lesson[]} */
export const lessons = lessonExercises.map(({ game, exercises }, number) => {
  const { title, text, exercises: told = [] } = lessonTexts[number];
  const all = exercises.map((each, index) => (typeof each === "string" ? each : { ...each, ...told[index] }));
  return { game, title, text, exercises: all };
});

/** The lessons whose exercises have been done in this browser, by number. @returns {number[]} */
export function lessonsDone() {
  try {
    const done = JSON.parse(setting("lessons"));
    return Array.isArray(done) ? done : [];
  } catch {
    return []; // written by something else: begin anew
  }
}

/** @param {number} number */
export function noteLesson(number) {
  keep("lessons", JSON.stringify([...new Set([...lessonsDone(), number])]));
}

/** An exercise in which the other side's move is given, and several answers may be right. */
class Scripted extends Exercise {
  /** @param {string} game @param {Script} script @param {ConstructorParameters<typeof Exercise>[1]} told */
  constructor(game, script, told) {
    const { state, seat, answers } = script;
    const step = { ask: /** @type {const} */ ("move"), answer: answers[0], turns: [], wrong: {} };
    super({ id: "", game, kind: "lesson", level: 1, seat, state, rounds: 1, aim: "", steps: [step] }, told);
    this.script = script;
  }

  /** @param {string} given */
  async answer(given) {
    if (!this.open) return;
    this.open = false;
    this.board.set({ picks: [] });
    const { answers, reply, seat, wrong } = this.script;
    const right = answers.includes(given);
    if (this.puzzle.game === "tank_battle") await this.play(right ? [given] : [given, reply]);
    else await this.play([(seat ? [reply, given] : [given, reply]).join("-")]);
    if (right) this.told.onRight(true);
    else this.told.onWrong(wrong);
  }
}

/**
 * An exercise with its board.
 * @param {Lesson} lesson
 * @param {number} index
 * @param {() => void} onDone
 */
export async function exerciseOf(lesson, index, onDone) {
  const given = lesson.exercises[index];
  const task = h("p", { class: "task" });
  const verdict = h("p", { class: "verdict", role: "status" });
  const again = h("button", { type: "button", hidden: true, onClick: () => ask() }, lessonWords.again);
  const told = {
    onRight: (/** @type {boolean} */ done) => (done ? right() : ask()),
    onWrong: (/** @type {string} */ sentence) => tell("wrong", sentence),
  };
  const exercise =
    typeof given === "string"
      ? new Exercise((await get(`/api/puzzles/${given}`)).puzzle, told)
      : new Scripted(lesson.game, given, told);

  /** @param {"right" | "wrong" | ""} kind @param {string} sentence */
  function tell(kind, sentence) {
    verdict.dataset.kind = kind;
    say(verdict, sentence);
    again.hidden = kind !== "wrong";
  }

  function right() {
    const why =
      typeof given === "string" ? puzzleWords.right(exercise.puzzle, exercise.other) : given.right;
    tell("right", `${puzzleWords.correct} ${why}`);
    onDone();
  }

  async function ask() {
    say(
      task,
      typeof given === "string" ? puzzleWords.task(exercise.puzzle, exercise.at, exercise.other) : given.task,
    );
    tell("", exercise.at ? `${puzzleWords.correct} ${puzzleWords.onward}` : "");
    await exercise.ask();
  }

  const element = h(
    "section",
    { class: "rule lesson" },
    h(
      "div",
      { class: "text" },
      h("h2", {}, lessonWords.exercise(index + 1, lesson.exercises.length)),
      typeof given === "string" &&
        h("p", { class: "quiet" }, puzzleWords.youAre(puzzleWords.sides[exercise.puzzle.seat])),
      task,
      exercise.controls,
      verdict,
      h("div", {}, again),
      exercise.cursor,
    ),
    h("div", { class: "diagram exercise" }, exercise.place),
  );
  fill(exercise.controls);
  await ask();
  return element;
}
