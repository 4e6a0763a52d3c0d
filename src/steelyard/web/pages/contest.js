// The page of a contest: standings, live games, the team's own games; for its organiser, the controls.

import { marked } from "../parts/big_screen/ending.js";
import { Desk } from "../parts/contests/organiser.js";
import { fill, h, say } from "../parts/page/dom.js";
import { Entrants } from "../parts/contests/entrants.js";
import { Entry } from "../parts/contests/entry.js";
import { Team } from "../parts/contests/team.js";
import { GameList } from "../parts/contests/game-list.js";
import { openTable, lowerSeat } from "../parts/tables/games.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { LiveGames } from "../parts/contests/live-games.js";
import { deadlineInWords } from "../parts/page/dates.js";
import { get } from "../parts/page/http.js";
import { OwnGames } from "../parts/contests/own-games.js";
import { Standings } from "../parts/contests/standings.js";
import { TimeLeft } from "../parts/contests/time-left.js";
import { followContest } from "../parts/contests/channel.js";
import { clockInWords } from "../parts/page/time.js";
import { eventWords } from "../words/big-screen.js";
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
    this.timeLeft = new TimeLeft();
    this.seq = 0; // the newest state of the contest, according to events
    this.title = h("h1", {});
    this.state = h("p", { class: "state" });
    this.progress = h("p", { class: "quiet" });
    this.facts = h("p", { class: "small quiet" });
    this.line = h("p", { class: "offline", hidden: true }, words.page.offline);
    this.podium = h("div", { class: "podium", hidden: true });
    this.live = new LiveGames();
    this.standings = new Standings(id);
    this.entrants = new Entrants();
    this.games = new GameList(id);
    this.results = h(
      "div",
      { class: "results", hidden: true },
      this.standings.element,
      this.standings.crossPart,
      this.games.element,
    );
    this.entry = new Entry(id, () => this.refresh());
    this.team = new Team(id, () => this.refresh());
    this.own = new OwnGames(id);
    this.links = h("p", { class: "links" });
    this.aside = h("aside", {}, this.entry.element, this.team.element, this.links, this.entrants.element);
    /** @type {Desk | null} */
    this.desk = null;
    this.above = h("div", {});
    this.below = h("div", {});
    document.body.prepend(
      pageHeader("contests"),
      h(
        "main",
        { class: "contest" },
        h("header", { class: "contest-head" }, this.title, this.state, this.progress, this.facts, this.line),
        this.podium,
        this.above,
        this.own.element,
        this.live.element,
        h("div", { class: "columns" }, this.results, this.aside),
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
      onLive: (live) => this.live.show(live),
      onOff: (place) => this.live.drop(place),
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
      const contest = await get(`/api/contests/${this.id}`);
      if (contest.course?.seq < this.seq) this.stale = true; // the answer is already out of date
      const desk = contest.manages && (await this.askForDesk());
      this.contest = contest;
      this.draw();
      if (desk) this.drawDesk(desk); // with the rest: its dialogs offer those whom the page shows as taking part
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

  /** What only organisers are told; without it the page still shows the contest. */
  async askForDesk() {
    try {
      return await get(`/api/contests/${this.id}/desk`);
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
      return null;
    }
  }

  draw() {
    const { contest } = this;
    document.title = `${contest.name}, ${eventWords.title}`;
    say(this.title, contest.name);
    this.drawHead();
    this.drawPodium(contest.course);
    this.live.draw(contest);
    this.results.hidden = !contest.course;
    this.standings.draw(contest.course);
    this.entrants.draw(contest);
    this.drawLinks();
    this.entry.draw(contest);
    this.team.draw(contest);
    this.own.draw(contest);
    this.games.draw(contest.course);
  }

  drawHead() {
    const { contest } = this;
    if (!contest) return;
    say(this.state, words.state[/** @type {keyof typeof words.state} */ (contest.waits ? "waiting" : contest.state)]);
    this.state.dataset.state = contest.state;
    const { course } = contest;
    const left = this.timeLeft.tell(contest.state === "running" ? (course?.seconds_left ?? null) : null, Date.now() / 1000);
    say(this.progress, course ? words.page.progress(course.games, course.to_come, left) : deadlineInWords(contest));
    const clock = clockInWords(contest.clock, contest.game === "tank_duel");
    say(
      this.facts,
      [contest.title, clock, words.list.by(contest.owner), contest.stages.join(", ")].join(" \u00b7 "),
    );
  }

  /** @param {any} course */
  drawPodium(course) {
    this.podium.hidden = !course?.podium.length;
    const houses = course?.houses ?? [];
    const best = course?.podium.find((/** @type {{name: string}} */ { name }) => !houses.includes(name))?.place;
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
            best > 1 && each.place === best && !houses.includes(each.name) && ` (${words.page.bestTeam})`,
          ),
          h("strong", {}, marked(each.name, houses)),
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
      contest.course && shown && contest.graded && link(`/c/${this.id}/report/grades.html`, words.page.grades),
      contest.course && shown && contest.graded && contest.takes_teams && link(
        `${api}/grades.csv?by=person`,
        words.page.gradesByPerson(contest.course.done),
        { download: "" },
      ),
      contest.course && shown && contest.graded && link(
        `${api}/grades.csv?by=entrant`,
        words.page.gradesByTeam(contest.course.done),
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

  /** @param {any} desk what only organisers are told */
  drawDesk(desk) {
    if (!this.desk) {
      this.desk = new Desk(
        this.id,
        () => this.refresh(),
        (underWay) => (this.deleting = underWay),
      );
      this.above.append(this.desk.element);
      this.below.append(this.desk.rest);
    }
    this.desk.draw(this.contest, desk);
  }
}

new ContestPage(location.pathname.split("/")[2] ?? "");
