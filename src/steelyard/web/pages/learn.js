// The rules of the games, each on a short page.

import { createBoard } from "../board/api.js";
import { diagramFor } from "../parts/learn/diagrams.js";
import { exerciseOf, lessons, lessonsDone, noteLesson } from "../parts/learn/lessons.js";
import { diagrams } from "../parts/learn/rule-diagrams.js";
import { h, say } from "../parts/page/dom.js";
import { allGames, playNow } from "../parts/tables/games.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { post } from "../parts/page/http.js";
import { lessonWords } from "../words/lessons.js";
import { rules } from "../words/learn.js";
import { goals, guideWords } from "../words/guide.js";
import { words } from "../words/general.js";

/** @typedef {import("../parts/tables/games.js").GameInfo} GameInfo */

async function start() {
  const main = h("main", { class: "learn" });
  document.body.prepend(pageHeader("learn"), main);
  const wanted = location.pathname.split("/")[2] ?? "";
  const lesson = Number(/^lesson-(\d+)$/.exec(wanted)?.[1] ?? 0);
  try {
    if (lessons[lesson - 1]) {
      await showLesson(main, lesson);
      return;
    }
    const games = await allGames();
    const game = games.find((one) => one.id === wanted);
    document.title = `${game?.title ?? words.learn.title}, ${words.common.name}`;
    main.append(...(game ? page(game, games) : contents(games)));
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}

/** @param {GameInfo[]} games */
function contents(games) {
  return [
    h(
      "div",
      { class: "welcome" },
      h("h1", {}, words.learn.title),
      h("p", { class: "quiet" }, words.learn.subtitle),
    ),
    h("div", { class: "cards" }, games.map(gameCard)),
    listOfLessons(),
  ];
}

function listOfLessons() {
  const done = lessonsDone();
  return h(
    "section",
    { class: "lessons" },
    h("h2", {}, lessonWords.title),
    h("p", { class: "quiet" }, lessonWords.subtitle),
    h(
      "ol",
      {},
      lessons.map(({ title }, index) =>
        h(
          "li",
          {},
          h("a", { href: `/learn/lesson-${index + 1}` }, title),
          done.includes(index + 1) && h("span", { class: "badge" }, lessonWords.done),
        ),
      ),
    ),
  );
}

/** @param {HTMLElement} main @param {number} number */
async function showLesson(main, number) {
  const lesson = lessons[number - 1];
  document.title = `${lesson.title}, ${words.common.name}`;
  const left = new Set(lesson.exercises.keys());
  main.append(
    h(
      "div",
      { class: "lead" },
      h("p", { class: "small" }, lessonWords.number(number)),
      h("h1", {}, lesson.title),
      lesson.text.map((paragraph) => h("p", {}, paragraph)),
    ),
  );
  const finished = h("p", { class: "verdict", "data-kind": "right", role: "status" });
  for (const index of lesson.exercises.keys()) {
    main.append(
      await exerciseOf(lesson, index, () => {
        left.delete(index);
        if (left.size) return;
        noteLesson(number);
        say(finished, lessonWords.finished);
      }),
    );
  }
  main.append(
    finished,
    h(
      "nav",
      { class: "others", "aria-label": lessonWords.title },
      number < lessons.length
        ? h("a", { class: "button main", href: `/learn/lesson-${number + 1}` }, lessonWords.next)
        : h("a", { class: "button main", href: "/puzzles" }, lessonWords.puzzles),
      h("a", { href: "/learn" }, lessonWords.all),
    ),
  );
}

/** @param {GameInfo} game */
function gameCard(game) {
  const picture = h("div", { "aria-hidden": "true" });
  const board = createBoard(picture, { interactive: false });
  post("/api/view", { game: game.id, setup: "" }).then(
    (view) => board.show(view.svg),
    () => {},
  );
  return h(
    "a",
    { class: "card", href: `/learn/${game.id}` },
    h("div", { class: "picture" }, picture),
    h(
      "div",
      { class: "about" },
      h("h2", {}, game.title),
      h("p", { class: "quiet" }, rules[game.id]?.lead ?? game.summary),
    ),
  );
}

/** @param {GameInfo} game @param {GameInfo[]} games */
function page(game, games) {
  const { lead, sections } = rules[game.id] ?? { lead: game.summary, sections: [] };
  return [
    h(
      "div",
      { class: "lead" },
      h("h1", {}, game.title),
      h("p", {}, lead),
      goals[game.id] && h("p", { class: "goal" }, h("strong", {}, `${guideWords.goal}: `), goals[game.id]),
      h(
        "button",
        {
          type: "button",
          class: "main",
          onClick: () => playNow(game).catch((problem) => notice(problem.message, "error")),
        },
        words.learn.play(game.title),
      ),
    ),
    ...sections.map((section, index) =>
      h(
        "section",
        { class: `rule${diagrams[game.id][index] ? "" : " plain"}` },
        h(
          "div",
          { class: "text" },
          h("h2", {}, h("span", { class: "number" }, index + 1), section.title),
          section.text.map((paragraph) => h("p", {}, paragraph)),
        ),
        diagramFor(game.id, diagrams[game.id][index], section),
      ),
    ),
    h(
      "nav",
      { class: "others", "aria-label": words.learn.others },
      games
        .filter((one) => one !== game)
        .map((one) => h("a", { href: `/learn/${one.id}` }, words.learn.read(one.title))),
    ),
  ];
}

start();
