// The printable results of a contest.

import { bracketOf } from "../parts/contests/bracket.js";
import { h } from "../parts/page/dom.js";
import { clockInWords, when } from "../parts/page/time.js";
import { get } from "../parts/page/http.js";
import { sheetTable } from "../parts/contests/sheets.js";
import { stageRemarks } from "../parts/contests/standings.js";
import { words } from "../words/contests.js";
import { translated } from "../parts/page/sentences.js";

const id = location.pathname.split("/")[2] ?? "";

async function start() {
  const main = h("main", { class: "paper" });
  document.body.prepend(main);
  try {
    const contest = await get(`/api/contests/${id}`);
    const { course } = contest;
    document.title = contest.name;
    main.append(
      h("h1", {}, contest.name),
      h(
        "p",
        {},
        [
          contest.title,
          clockInWords(contest.clock, contest.game === "tank_duel"),
          words.state[/** @type {keyof typeof words.state} */ (contest.state)],
          contest.started_ms && words.page.started(when(contest.started_ms)),
        ]
          .filter(Boolean)
          .join(" \u00b7 "),
      ),
    );
    if (!course) return;
    main.append(
      h("p", { class: "quiet" }, words.page.progress(course.games, course.to_come, null)),
      h("h2", {}, course.done ? words.page.ranking : words.page.rankingNow),
      sheetTable(course.ranking, { links: false, houses: course.houses }),
    );
    for (const stage of course.stages) {
      main.append(h("h2", {}, translated(stage.title)));
      if (stage.bracket) main.append(bracketOf(stage.bracket, { links: false, houses: course.houses }));
      main.append(...stageRemarks(stage));
      for (const table of stage.tables) main.append(
        h("h3", {}, translated(table.title)),
        sheetTable(table, { links: false, houses: course.houses }),
      );
    }
    for (const cross of await get(`/api/contests/${id}/cross`))
      main.append(
        h("h2", {}, `${words.page.cross}: ${cross.stage}`),
        sheetTable(cross, { links: false, dense: true }),
      );
    main.append(h("button", { type: "button", class: "no-print", onClick: () => print() }, words.page.print));
  } catch (problem) {
    main.append(h("p", { class: "error" }, /** @type {Error} */ (problem).message));
  }
}

start();
