// The page of a contest: standings, live games, the team's own games; for its organiser, the controls.

import { bracketOf } from "../parts/contests/bracket.js";
import { Desk } from "../parts/contests/organiser.js";
import { fill, h, say } from "../parts/page/dom.js";
import { Entry } from "../parts/contests/entry.js";
import { Team } from "../parts/contests/team.js";
import { GameList } from "../parts/contests/game-list.js";
import { openTable, lowerSeat } from "../parts/tables/games.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { LiveBoard } from "../parts/contests/live-board.js";
import { deadlineInWords } from "../parts/page/dates.js";
import { get } from "../parts/page/http.js";
import { OwnGames } from "../parts/contests/own-games.js";
import { sheetTable } from "../parts/contests/sheets.js";
import { followContest } from "../parts/contests/channel.js";
import { clockInWords } from "../parts/page/time.js";
import { words } from "../words/contests.js";

const AGAIN_MS = 900; // minimum time between two requests for a busy contest

class ContestPage {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {any} */
    this.contest = null;
    this.asking = false;
    this.stale = false;
    this.seq = 0; // the newest state of the contest, according to events
    this.title = h("h1", {});
    this.state = h("p", { class: "state" });
    this.progress = h("p", { class: "quiet" });
    this.facts = h("p", { class: "small quiet" });
    this.line = h("p", { class: "offline", hidden: true }, words.page.offline);
    this.podium = h("div", { class: "podium", hidden: true });
    this.doing = h("p", { class: "quiet", hidden: true });
    this.boards = h("div", { class: "boards" });
    this.coming = h("ol", { class: "coming" });
    this.now = h(
      "section",
      { class: "now", hidden: true },
      h("h2", {}, words.page.now),
      this.doing,
      h(
        "div",
        { class: "on-air" },
        this.boards,
        h("div", { class: "next" }, h("h3", {}, words.page.next), this.coming),
      ),
    );
    this.standings = h("div", { class: "standings" });
    this.cross = h("div", {});
    this.crossPart = h(
      "details",
      { class: "cross", hidden: true, onToggle: () => this.drawCross() },
      h("summary", {}, words.page.cross),
      h("p", { class: "small quiet" }, words.page.crossWhy),
      this.cross,
    );
    this.field = h("ul", { class: "field-list" });
    this.fieldPart = h("section", {}, h("h2", {}, words.page.field), this.field);
    this.games = new GameList(id);
    this.results = h(
      "div",
      { class: "results", hidden: true },
      this.standings,
      this.crossPart,
      this.games.element,
    );
    this.entry = new Entry(id, () => this.refresh());
    this.team = new Team(id, () => this.refresh());
    this.own = new OwnGames(id);
    this.links = h("p", { class: "links" });
    this.aside = h("aside", {}, this.entry.element, this.team.element, this.links, this.fieldPart);
    /** @type {Desk | null} */
    this.desk = null;
    this.below = h("div", {});
    /** @type {Map<number, LiveBoard>} */
    this.live = new Map();
    document.body.prepend(
      pageHeader("contests"),
      h(
        "main",
        { class: "contest" },
        h("header", { class: "contest-head" }, this.title, this.state, this.progress, this.facts, this.line),
        this.podium,
        this.now,
        h(
          "div",
          { class: "columns" },
          this.results,
          this.aside,
        ),
        this.own.element,
        this.below,
      ),
    );
    addEventListener("hashchange", () => this.games.choose(location.hash));
    this.deleting = false;
    this.refresh();
    this.stands = followContest(id, {
      onNews: (news) => {
        this.seq = news.seq;
        this.refresh();
      },
      onLive: (live) => this.showLive(live),
      onOff: (place) => this.dropLive(place),
      onLine: (connected) => (this.line.hidden = connected),
    });
    setInterval(() => this.drawHead(), 1000);
  }

  /** Request the state; events that arrive meanwhile cause another request afterwards. */
  async refresh() {
    if (this.deleting) return; // there is nothing to request any more
    if (this.asking) {
      this.stale = true;
      return;
    }
    this.asking = true;
    try {
      this.contest = await get(`/api/contests/${this.id}`);
      if (this.contest.course?.seq < this.seq) this.stale = true; // the answer is already out of date
      this.draw();
    } catch (problem) {
      if (/** @type {any} */ (problem).status === 404) {
        this.stands.leave();
        say(this.title, words.page.gone);
      } else notice(/** @type {Error} */ (problem).message, "error");
    }
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    this.asking = false;
    if (this.stale) {
      this.stale = false;
      this.refresh();
    }
  }

  draw() {
    const { contest } = this;
    document.title = `${contest.name}, ${words.event.title}`;
    say(this.title, contest.name);
    this.drawHead();
    this.drawPodium(contest.course);
    this.drawNow();
    this.results.hidden = !contest.course;
    this.drawStages(contest.course);
    this.drawField();
    this.drawLinks();
    this.entry.draw(contest);
    this.team.draw(contest);
    this.own.draw(contest);
    this.games.draw(contest.course);
    this.crossPart.hidden = !contest.course?.stages.some((/** @type {any} */ stage) => stage.tables.length);
    this.drawCross();
    this.drawDesk();
  }

  drawHead() {
    const { contest } = this;
    if (!contest) return;
    say(this.state, words.state[/** @type {keyof typeof words.state} */ (contest.waits ? "waiting" : contest.state)]);
    this.state.dataset.state = contest.state;
    const { course } = contest;
    say(
      this.progress,
      course
        ? [
          words.page.done(course.games),
          course.to_come && words.page.left(course.to_come, course.seconds_left),
        ]
            .filter(Boolean)
            .join(", ")
        : deadlineInWords(contest),
    );
    const clock = clockInWords(contest.clock, contest.game === "tank_duel");
    say(
      this.facts,
      [contest.title, clock, words.list.by(contest.owner), contest.stages.join(", ")].join(" \u00b7 "),
    );
  }

  /** @param {any} course */
  drawPodium(course) {
    this.podium.hidden = !course?.podium.length;
    fill(
      this.podium,
      (course?.podium ?? []).map((/** @type {{place: number, name: string}} */ each) =>
        h(
          "div",
          { class: `step place-${each.place}` },
          h(
            "span",
            { class: "small quiet" },
            each.place === 1 ? words.page.winner : words.page.place(each.place),
          ),
          h("strong", {}, each.name),
        ),
      ),
    );
  }

  drawNow() {
    const { contest } = this;
    this.now.hidden = contest.state !== "running";
    this.doing.hidden = contest.doing === null && !contest.waits && (this.live.size > 0 || contest.course?.games > 0);
    const waiting = contest.waits ? words.page.waitingForOther : words.page.waiting;
    say(this.doing, contest.doing ? words.page.doing(contest.doing.what) : waiting);
    fill(
      this.coming,
      contest.coming.map((/** @type {{seats: string[]}} */ each) => h(
        "li",
        {},
        `${each.seats[0]} \u2013 ${each.seats[1]}`,
      )),
    );
  }

  /** @param {import("../parts/contests/channel.js").Live} live */
  showLive(live) {
    let board = this.live.get(live.place);
    if (!board) {
      board = new LiveBoard();
      this.live.set(live.place, board);
      this.boards.append(board.element);
    }
    board.show(live);
    this.doing.hidden = true;
  }

  /** @param {number} place */
  dropLive(place) {
    this.live.get(place)?.element.remove();
    this.live.delete(place);
  }

  /** @param {any} course */
  drawStages(course) {
    if (!course) return fill(this.standings);
    const stages = [...course.stages].reverse();
    fill(
      this.standings,
      stages.map((/** @type {any} */ stage) =>
        h(
          "section",
          { id: `stage-${stage.slug}`, class: "stage" },
          h("h2", {}, stage.title),
          stage.bracket && bracketOf(stage.bracket),
          stage.tables.map((/** @type {any} */ table) => [table.title && h("h3", {}, table.title), sheetTable(table)]).flat(),
          stage.by_lot.length > 0 && h(
            "p",
            { class: "small quiet" },
            words.page.byLot(stage.by_lot.join(", ")),
          ),
        ),
      ),
      course.stages.length > 1 &&
        h(
          "section",
          { class: "stage" },
          h("h2", {}, course.done ? words.page.ranking : words.page.rankingNow),
          sheetTable(course.ranking),
        ),
    );
  }

  async drawCross() {
    if (this.crossPart.hidden || !this.crossPart.open) return;
    const { course } = this.contest;
    if (this.cross.dataset.seq === String(course.seq)) return;
    this.cross.dataset.seq = String(course.seq);
    try {
      const sheets = await get(`/api/contests/${this.id}/cross`);
      fill(
        this.cross,
        sheets.map((/** @type {any} */ sheet) => [h("h3", {}, sheet.stage), sheetTable(sheet, { dense: true })]).flat(),
      );
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }

  drawField() {
    const { contest } = this;
    const names = contest.course
      ? contest.course.field
      : [...contest.entrants, ...contest.houses].map((/** @type {string} */ name) => ({ name, slug: "", state: "in", says: "" }));
    if (!names.length) return fill(this.field, h("li", { class: "quiet" }, words.page.noField));
    fill(
      this.field,
      names.map((/** @type {{name: string, slug: string, state: keyof typeof words.page.fieldState, says: string}} */ each) =>
        h(
          "li",
          { "data-state": each.state },
          each.slug ? h("a", { href: `#bot/${each.slug}` }, each.name) : each.name,
          each.says && each.says !== each.name && h("span", { class: "small quiet" }, ` ${words.page.says(each.says)}`),
          each.state !== "in" && h("span", { class: "small quiet" }, ` ${words.page.fieldState[each.state]}`),
          contest.members[each.name] && h("div", { class: "small quiet" }, contest.members[each.name].join(", ")),
        ),
      ),
    );
  }

  drawLinks() {
    const { contest } = this;
    const link = (/** @type {string} */ path, /** @type {string} */ text, more = {}) => h(
      "a",
      { class: "button", href: path, ...more },
      text,
    );
    const api = `/api/contests/${this.id}`;
    const shown = contest.manages || contest.published;
    fill(
      this.links,
      contest.teacher &&
        h(
          "button",
          { type: "button", class: "teacher", onClick: () => this.playTeacher() },
          words.page.teacher,
        ),
      contest.course && link(`/c/${this.id}/print`, words.page.print),
      contest.course && link(`${api}/ranking.csv`, words.page.rankingCsv, { download: "" }),
      contest.course && shown && contest.graded && link(
        `${api}/grades.csv?by=person`,
        words.page.gradesCsv,
        { download: "" },
      ),
      contest.course && shown && link(`/c/${this.id}/report/index.html`, words.page.report),
      contest.course && shown && link(`/c/${this.id}/report.zip`, words.page.reportZip, { download: "" }),
      contest.manages && link("/event", words.page.screen),
    );
  }

  async playTeacher() {
    const { contest } = this;
    const mine = lowerSeat(contest.game);
    /** @type {import("../parts/tables/games.js").Seat[]} */
    const seats = [
      { kind: "bot", bot: contest.teacher.bot },
      { kind: "bot", bot: contest.teacher.bot },
    ];
    seats[mine] = { kind: "me" };
    try {
      await openTable({ game: contest.game, options: contest.options, clock: contest.clock, seats });
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }

  drawDesk() {
    if (!this.contest.manages) return;
    if (!this.desk) {
      this.desk = new Desk(
        this.id,
        () => this.refresh(),
        (underWay) => (this.deleting = underWay),
      );
      this.below.append(this.desk.element);
    }
    this.desk.draw(this.contest);
  }
}

new ContestPage(location.pathname.split("/")[2] ?? "");
