// The big screen: follows the running contest by itself.

import { Countdown } from "../parts/big_screen/countdown.js";
import { marked } from "../parts/big_screen/ending.js";
import { HeldEvents } from "../parts/big_screen/held-events.js";
import { goesOn, matchOf, nextPair } from "../parts/big_screen/matches.js";
import { Panel } from "../parts/big_screen/panel.js";
import { confetti, podium } from "../parts/big_screen/podium.js";
import { Projector } from "../parts/big_screen/projector.js";
import { Scoreboard } from "../parts/big_screen/scoreboard.js";
import { followContest } from "../parts/contests/channel.js";
import { fill, h, say } from "../parts/page/dom.js";
import { emblem } from "../parts/page/icons.js";
import { get } from "../parts/page/http.js";
import { eventWords } from "../words/big-screen.js";
import { words } from "../words/contests.js";
import { translated } from "../parts/page/sentences.js";

const ASK_MS = 3000;
const TURN_MS = 10_000; // how long a page of the panel is shown
const MOST_NAMES = 30; // that fit on the screen before the contest
const REST_MS = 900; // between two requests, however much happens

class EventPage {
  constructor() {
    this.id = "";
    this.held = new HeldEvents();
    /** @type {import("../parts/contests/channel.js").Live | null} */
    this.live = null;
    /** of the game on show @type {import("../parts/big_screen/matches.js").Match | null} */
    this.match = null;
    /** @type {import("../parts/page/socket.js").Socket | null} */
    this.stands = null;
    this.asking = false;
    this.stale = false;
    this.name = h("h1", {});
    this.progress = h("p", { class: "progress" });
    this.address = h("p", { class: "address" });
    this.heading = h("h2", { class: "on" });
    this.projector = new Projector({
      onShow: (live) => this.drawScore(live),
      onReplay: (game) => this.holdBack(game),
      onMode: () => this.showNewest(),
      onPause: (ms) => this.countdown.set(goesOn(this.held.newest) ? Date.now() + ms : 0, eventWords.nextIn),
    });
    this.countdown = new Countdown();
    this.deadline = new Countdown();
    this.scoreboard = new Scoreboard();
    this.stage = h(
      "section",
      { class: "screen-board", hidden: true },
      h("div", { class: "heading" }, this.heading, this.countdown.element),
      this.projector.board.element,
    );
    this.middle = h("section", { class: "screen-middle" });
    this.panel = new Panel();
    this.next = h("p", { class: "pair" });
    this.coming = h(
      "div",
      { class: "next", hidden: true },
      h("p", { class: "quiet" }, eventWords.next),
      this.next,
    );
    document.body.prepend(
      h(
        "main",
        { class: "event" },
        h("header", {}, emblem(), this.name, this.progress),
        this.scoreboard.element,
        this.stage,
        this.middle,
        this.panel.element,
        h(
          "footer",
          {},
          this.coming,
          h("div", { class: "follow" }, h("p", { class: "scan" }, eventWords.scan), this.address),
          h("img", { class: "code", alt: "", src: "/api/event/qr.svg" }),
        ),
      ),
    );
    document.title = eventWords.title;
    this.look();
    setInterval(() => this.look(), ASK_MS);
    setInterval(() => this.panel.turn(), TURN_MS);
    addEventListener("resize", () => this.draw());
  }

  /** Ask how it stands; whatever happens meanwhile is asked for afterwards. */
  async look() {
    if (this.asking) {
      this.stale = true;
      return;
    }
    this.asking = true;
    try {
      const event = await get("/api/event");
      this.held.add(event);
      this.follow(event.contest?.id ?? "");
      if (event.course) this.projector.played(event.course.recent, event);
      this.showNewest();
    } catch {
      // the server is down for a moment: keep the screen as it is
    }
    await new Promise((done) => setTimeout(done, REST_MS));
    this.asking = false;
    if (this.stale) {
      this.stale = false;
      this.look();
    }
  }

  /** @param {string} id */
  follow(id) {
    if (id === this.id && !this.stands?.over) return;
    if (id !== this.id) {
      this.live = this.match = null;
      this.projector.reset();
    }
    this.id = id;
    this.stands?.leave();
    this.stands = !id ? null : followContest(id, {
      onNews: () => this.look(),
      onLive: (live) => this.projector.live(live),
      onOff: () => {},
    });
  }

  /** Results come after the replay that ends with them. @param {any} game @returns {boolean} whether nobody knows its result yet */
  holdBack(game) {
    const fresh = this.held.holdBack(game);
    if (fresh) this.draw();
    return fresh;
  }

  /** While a game is shown, what tells its end waits. */
  showNewest() {
    const { current } = this.projector;
    if (current) this.held.holdBack(current);
    else this.held.release();
    this.draw();
  }

  draw() {
    const event = this.held.shown;
    if (!event) return;
    say(this.address, event.address.replace(/^https?:\/\//, ""));
    const { contest, course, phase } = event;
    document.querySelector("main")?.setAttribute("data-state", contest?.state ?? "none");
    document.querySelector("main")?.setAttribute("data-phase", phase ?? "none");
    say(this.name, contest?.name ?? eventWords.title);
    say(this.progress, course ? eventWords.played(course.games, course.to_come) : "");
    const on = Boolean(course) && phase !== "over" && Boolean(this.projector.board.game);
    this.stage.hidden = !on;
    this.scoreboard.element.hidden = !on;
    this.middle.hidden = on;
    if (on) say(this.heading, this.status(event));
    else this.drawMiddle(event);
    if (this.live) this.drawScore(this.live);
    this.drawNext(event);
    if (course) this.panel.draw(event);
    else this.panel.element.hidden = true;
  }

  /** What is on show, in a word. @param {import("../parts/big_screen/matches.js").Event} event */
  status({ phase, doing }) {
    if (this.projector.mode === "last") return eventWords.last;
    if (phase === "preparing" && doing) return eventWords.doing(translated(doing.what), doing.share);
    if (phase !== "running") return eventWords.phase[phase];
    return this.projector.mode ? eventWords[this.projector.mode] : eventWords.last;
  }

  /** @param {import("../parts/contests/channel.js").Live} live */
  drawScore(live) {
    const { newest, shown } = this.held;
    if (!newest || !shown?.course) return;
    const found = matchOf(newest.matches, live.id);
    if (found || live.id !== this.live?.id) this.match = found;
    const begun = !this.live;
    this.live = live;
    this.scoreboard.show(live, this.match, shown.course);
    if (begun) this.draw();
  }

  /** @param {import("../parts/big_screen/matches.js").Event} event */
  drawNext(event) {
    const pair = event.contest && ["running", "preparing"].includes(event.phase) ? nextPair(event, this.match) : null;
    this.coming.hidden = !pair;
    if (pair) say(this.next, words.page.pair(pair.map((name) => marked(name, event.course?.houses ?? []))));
  }

  /** Where there is no board to show. @param {import("../parts/big_screen/matches.js").Event} event */
  drawMiddle(event) {
    const { contest, course, phase, doing } = event;
    if (phase === "over" && course) return this.drawWinner(course);
    delete this.middle.dataset.podium;
    if (!contest) return fill(this.middle, h("p", { class: "large" }, eventWords.none));
    if (phase === "open" && contest.deadline_ms !== null)
      this.deadline.set(contest.deadline_ms - contest.now_ms + Date.now(), eventWords.closesIn);
    fill(
      this.middle,
      h("p", { class: "large" }, eventWords.phase[phase]),
      phase === "open" && this.deadline.element,
      phase === "closed" && h("p", { class: "when" }, eventWords.soon),
      doing && h("p", { class: "when" }, eventWords.doing(translated(doing.what), doing.share)),
      !course && names(event),
    );
  }

  /** @param {import("../parts/big_screen/matches.js").Course} course */
  drawWinner(course) {
    const key = JSON.stringify([course.podium, course.winners, course.final]);
    if (this.middle.dataset.podium === key) return;
    this.middle.dataset.podium = key;
    fill(this.middle, podium(course));
    confetti();
  }
}

/** Who takes part, as far as there is room. @param {import("../parts/big_screen/matches.js").Event} event */
function names({ entrants, houses }) {
  const items = [
    ...entrants.map((name) => h("li", {}, name)),
    ...houses.map((name) => h("li", { class: "quiet" }, eventWords.houseBot(name))),
  ];
  const more = items.length - MOST_NAMES;
  const rest = more > 0 && h("li", { class: "quiet" }, eventWords.more(more));
  return h("ul", { class: "names" }, items.slice(0, MOST_NAMES), rest);
}

new EventPage();
