// The big screen: follows the running contest by itself.

import { bracketOf } from "../parts/contests/bracket.js";
import { fill, h, say } from "../parts/page/dom.js";
import { emblem } from "../parts/page/icons.js";
import { when } from "../parts/page/time.js";
import { get } from "../parts/page/http.js";
import { Projector } from "../parts/contests/projector.js";
import { sheetTable } from "../parts/contests/sheets.js";
import { followContest } from "../parts/contests/channel.js";
import { words } from "../words/contests.js";

const ASK_MS = 3000;
const TURN_MS = 10_000; // how long a page of the panel is shown
const FADE_MS = 500;
const ROWS = 12; // of a table that is readable from a distance
const ROUNDS = 3; // of a bracket
const COLUMNS = 6;

class EventPage {
  constructor() {
    this.id = "";
    /** @type {any} */
    this.contest = null;
    /** @type {import("../parts/page/socket.js").Socket | null} */
    this.stands = null;
    this.asking = false;
    this.stale = false;
    this.seq = 0;
    this.page = 0;
    this.name = h("h1", {});
    this.progress = h("p", { class: "progress" });
    this.address = h("p", { class: "address" });
    this.code = h("img", { class: "code", alt: "", src: "/api/event/qr.svg" });
    this.heading = h("h2", { class: "on" });
    this.projector = new Projector((mode) => this.drawHeading(mode));
    this.stage = h(
      "section",
      { class: "screen-board", hidden: true },
      this.heading,
      this.projector.board.element,
    );
    this.panel = h("section", { class: "screen-panel" });
    this.middle = h("section", { class: "screen-middle" });
    document.body.prepend(
      h(
        "main",
        { class: "event" },
        h("header", {}, emblem(), this.name, this.progress),
        h(
          "div",
          { class: "screen" },
          this.stage,
          this.middle,
          this.panel,
          h("footer", {}, this.code, h("div", {}, h("p", { class: "scan" }, words.event.scan), this.address)),
        ),
      ),
    );
    document.title = words.event.title;
    this.look();
    setInterval(() => this.look(), ASK_MS);
    setInterval(() => this.turn(), TURN_MS);
  }

  /** Find the contest to show. */
  async look() {
    try {
      const { contest, address } = await get("/api/event");
      say(this.address, address.replace(/^https?:\/\//, ""));
      const id = contest?.id ?? "";
      if (id !== this.id || (id && this.stands?.over)) this.follow(id);
      if (!contest) this.nothing();
      else if (contest.state !== this.contest?.state) this.refresh();
    } catch {
      // the server is down for a moment: keep the screen as it is
    }
  }

  /** @param {string} id */
  follow(id) {
    this.id = id;
    this.stands?.leave();
    this.code.src = `/api/event/qr.svg?of=${encodeURIComponent(id)}`;
    if (!id) return;
    this.stands = followContest(id, {
      onNews: (news) => {
        this.seq = news.seq;
        this.refresh();
      },
      onLive: (live) => this.projector.live(live),
      onOff: () => {},
    });
    this.refresh();
  }

  async refresh() {
    if (this.asking) {
      this.stale = true;
      return;
    }
    this.asking = true;
    try {
      this.contest = await get(`/api/contests/${this.id}`);
      if (this.contest.course?.seq < this.seq) this.stale = true;
      this.draw();
    } catch {
      // requested again with the next event
    }
    await new Promise((done) => setTimeout(done, 900));
    this.asking = false;
    if (this.stale) {
      this.stale = false;
      this.refresh();
    }
  }

  nothing() {
    say(this.name, words.event.title);
    this.stage.hidden = true;
    this.panel.hidden = true;
    this.middle.hidden = false;
    fill(this.middle, h("p", { class: "large" }, words.event.none));
  }

  draw() {
    const { contest } = this;
    const { course } = contest;
    document.querySelector("main")?.setAttribute("data-state", contest.state);
    say(this.name, contest.name);
    say(this.progress, course ? words.event.played(course.games, course.to_come) : "");
    if (course) this.projector.played(course.recent, contest.realtime);
    const over = contest.state === "over";
    this.stage.hidden = !course || over || !this.projector.board.game;
    this.middle.hidden = !this.stage.hidden;
    this.panel.hidden = !course;
    if (over) this.drawWinner(course);
    else if (!course) this.drawBefore();
    else if (!this.middle.hidden) fill(
      this.middle,
      h("p", { class: "large" }, contest.doing?.what ?? words.event.closed),
    );
    this.drawHeading(this.projector.mode);
    this.drawPanel();
  }

  /** @param {"now" | "last" | ""} mode */
  drawHeading(mode) {
    if (this.contest?.state === "paused") say(this.heading, words.event.paused);
    else if (mode) say(this.heading, words.event[mode]);
    if (mode && this.contest?.course && this.contest.state !== "over") {
      this.stage.hidden = false;
      this.middle.hidden = true;
    }
  }

  drawBefore() {
    const { contest } = this;
    fill(
      this.middle,
      h("p", { class: "large" }, contest.state === "open" ? words.event.soon : words.event.closed),
      contest.state === "open" && contest.deadline_ms !== null && h(
        "p",
        { class: "when" },
        words.page.deadline(when(contest.deadline_ms)),
      ),
      h(
        "ul",
        { class: "names" },
        [...contest.entrants, ...contest.houses].map((/** @type {string} */ name) => h("li", {}, name)),
      ),
    );
  }

  /** @param {any} course */
  drawWinner(course) {
    const first = course.podium.filter((/** @type {any} */ each) => each.place === 1);
    const key = JSON.stringify(course.podium);
    if (this.middle.dataset.podium === key) return;
    this.middle.dataset.podium = key;
    fill(
      this.middle,
      h("p", { class: "quiet large" }, words.event.over),
      h("p", { class: "winner" }, first.map((/** @type {any} */ each) => each.name).join(", ")),
      h(
        "ol",
        { class: "others" },
        course.podium
          .filter((/** @type {any} */ each) => each.place > 1)
          .map((/** @type {any} */ each) => h(
            "li",
            {},
            h("span", { class: "quiet" }, words.event.places[each.place]),
            h("strong", {}, each.name),
          )),
      ),
    );
  }

  /** The pages of the panel, one at a time. @returns {{title: string, body: HTMLElement}[]} */
  pages() {
    const { course } = this.contest;
    /** @type {{title: string, body: HTMLElement}[]} */
    const pages = [];
    const stage = course.stages.at(-1);
    const bracketed = course.stages.findLast((/** @type {any} */ each) => each.bracket);
    if (bracketed) pages.push({ title: bracketed.title, body: bracketOf(lastRounds(bracketed.bracket), { links: false }) });
    const shown = stage?.bracket && !course.done ? [] : [stage];
    const tabled = shown.find((each) => each?.tables.length) ?? course.stages.findLast((/** @type {any} */ each) => each.tables.length);
    const sheets = course.done ? [course.ranking] : (tabled?.tables ?? []);
    for (const sheet of sheets) {
      for (let from = 0; from < sheet.rows.length; from += ROWS) {
        const other = course.done ? words.page.ranking : (tabled?.title ?? words.event.table);
        const title = sheet.title || other;
        pages.push({ title, body: sheetTable(narrowed(sheet, from), { links: false }) });
      }
    }
    if (this.contest.coming.length) pages.push({ title: words.event.next, body: comingList(this.contest.coming) });
    return pages;
  }

  drawPanel() {
    if (!this.contest?.course) return;
    const pages = this.pages();
    if (!pages.length) return fill(this.panel);
    const { title, body } = pages[this.page % pages.length];
    fill(this.panel, h("h2", {}, title), body);
  }

  /** Turn to the next page of the panel. */
  turn() {
    if (!this.contest?.course || this.panel.hidden) return;
    this.panel.classList.add("leaving");
    setTimeout(() => {
      this.page++;
      this.drawPanel();
      this.panel.classList.remove("leaving");
    }, FADE_MS);
  }
}

/** @param {any} sheet @param {number} from */
function narrowed(sheet, from) {
  const columns = sheet.columns.slice(0, COLUMNS);
  return {
    ...sheet,
    columns,
    rows: sheet.rows.slice(from, from + ROWS).map((/** @type {any[]} */ row) => row.slice(0, COLUMNS)),
    marked: sheet.marked.map((/** @type {number} */ row) => row - from),
  };
}

/** @param {import("../parts/contests/bracket.js").Bracket} bracket @returns {import("../parts/contests/bracket.js").Bracket} */
function lastRounds(bracket) {
  return { ...bracket, rounds: bracket.rounds.slice(-ROUNDS), more: (bracket.more ?? []).map(lastRounds) };
}

/** @param {{seats: string[]}[]} coming */
function comingList(coming) {
  const pairs = [...new Set(coming.map((each) => each.seats.toSorted().join(" \u2013 ")))];
  return h("ol", { class: "coming" }, pairs.map((pair) => h("li", {}, pair)));
}

new EventPage();
