// The puzzles: today's, the streak, and all of them by game.

import { createBoard } from "../board/api.js";
import { localProgress, longest, streak } from "../parts/puzzles/progress.js";
import { starsOf } from "../parts/puzzles/stars.js";
import { h } from "../parts/page/dom.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { get, post } from "../parts/page/http.js";
import { words } from "../words/general.js";
import { puzzleWords } from "../words/puzzles.js";

/** @typedef {import("../parts/puzzles/progress.js").Progress} Progress */
/** @typedef {{id: string, kind: string, level: number}} Listed */

async function start() {
  const main = h("main", { class: "puzzles" });
  document.body.prepend(pageHeader("puzzles"), main);
  document.title = `${puzzleWords.title}, ${words.common.name}`;
  main.append(
    h(
      "div",
      { class: "welcome" },
      h("h1", {}, puzzleWords.title),
      h("p", { class: "quiet" }, puzzleWords.subtitle),
    ),
  );
  try {
    const { day, daily, games, progress } = await get("/api/puzzles");
    /** @type {Progress} */
    const known = progress ?? localProgress();
    main.append(
      await today(daily, day, known, progress !== null),
      h(
        "div",
        { class: "sets" },
        Object.entries(games).map(([game, all]) => set(game, all, new Set(known.solved))),
      ),
    );
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}

/** @param {string} daily @param {string} day @param {Progress} progress @param {boolean} signedIn */
async function today(daily, day, progress, signedIn) {
  const { puzzle } = await get(`/api/puzzles/${daily}`);
  const solved = progress.days.includes(day);
  const picture = h("div", { "aria-hidden": "true" });
  const board = createBoard(picture, { interactive: false });
  post("/api/view", { game: puzzle.game, state: puzzle.state }).then(
    (view) => board.show(view.svg),
    () => {}, // the card works without its picture
  );
  const row = streak(progress.days, day);
  return h(
    "section",
    { class: "today" },
    h("div", { class: "picture" }, picture),
    h(
      "div",
      { class: "about" },
      h("h2", {}, puzzleWords.daily),
      h("p", {}, solved ? puzzleWords.dailySolved : puzzleWords.dailyOf(puzzleWords.games[puzzle.game])),
      h("p", { class: "quiet kind" }, starsOf(puzzle.level), h("span", {}, puzzleWords.kinds[puzzle.kind])),
      h(
        "a",
        { class: `button${solved ? "" : " main"}`, href: `/puzzles/${daily}` },
        solved ? puzzleWords.again : puzzleWords.solveDaily,
      ),
    ),
    h(
      "div",
      { class: "streak" },
      h("strong", {}, row ? puzzleWords.streak(row) : puzzleWords.noStreak),
      h(
        "p",
        { class: "small quiet" },
        longest(progress.days) > row ? puzzleWords.best(longest(progress.days)) : puzzleWords.streakWhy,
      ),
      !signedIn && h("p", { class: "small quiet" }, puzzleWords.kept),
    ),
  );
}

/** The puzzles of a game. @param {string} game @param {Listed[]} all @param {Set<string>} solved */
function set(game, all, solved) {
  const title = puzzleWords.games[game];
  const next = all.find(({ id }) => !solved.has(id));
  return h(
    "section",
    { class: "set", "data-game": game },
    h("h2", {}, title),
    h("p", { class: "quiet" }, puzzleWords.solvedOf(all.filter(({ id }) => solved.has(id)).length, all.length)),
    next
      ? h(
          "a",
          { class: "button main", href: `/puzzles/${next.id}`, "aria-label": puzzleWords.nextOf(title) },
          puzzleWords.next,
        )
      : h("p", {}, puzzleWords.allSolved),
    h(
      "details",
      {},
      h("summary", { "aria-label": puzzleWords.everyOf(title) }, puzzleWords.every),
      [1, 2, 3].map((level) => [starsOf(level), places(all, level, solved)]).flat(),
    ),
  );
}

/** @param {Listed[]} all @param {number} level @param {Set<string>} solved */
function places(all, level, solved) {
  return h(
    "ol",
    { class: "places" },
    all.flatMap(({ id, kind, level: its }, index) =>
      its === level
        ? [
            h(
              "li",
              {},
              h(
                "a",
                {
                  class: solved.has(id) ? "solved" : "",
                  href: `/puzzles/${id}`,
                  title: puzzleWords.kinds[kind],
                  "aria-label": puzzleWords.place(index + 1, puzzleWords.kinds[kind], solved.has(id)),
                },
                index + 1,
              ),
            ),
          ]
        : [],
    ),
  );
}

start();
