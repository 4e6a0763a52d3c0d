// Replay controls: first, back, play, forward, last, a slider and a speed.

import { words } from "../../words/general.js";
import { fill, h } from "../page/dom.js";
import { icon } from "../page/icons.js";
import { keep, setting } from "../page/settings.js";

const SPEEDS = ["0.25", "0.5", "1", "2", "4", "8", "16", "real"];
const TURN_MS = 1000; // one turn at speed 1
const LONGEST_MS = 20_000; // in real time, longer thinking times are shortened to this

/**
 * @typedef {object} Film
 * @property {() => number} last the last turn there is
 * @property {(turn: number) => void} show
 * @property {(turn: number) => number} tookMs how long a turn really took
 */

export class ReplayBar {
  /** @param {Film} film */
  constructor(film) {
    this.film = film;
    this.turn = 0;
    this.timer = 0;
    this.playing = false;
    const button = (
      /** @type {import("../page/icons.js").Icon} */ name,
      /** @type {string} */ label,
      /** @type {() => void} */ act,
    ) =>
      h(
        "button",
        { class: "bare", type: "button", "aria-label": label, title: label, onClick: act },
        icon(name),
      );
    this.playButton = button("play", words.replay.play, () => this.toggle());
    this.scrubber = h("input", {
      type: "range",
      min: 0,
      step: 1,
      "aria-label": words.replay.turn,
      onInput: () => this.go(Number(this.scrubber.value)),
    });
    this.speedField = h(
      "select",
      {
        "aria-label": words.replay.speed,
        title: words.replay.speed,
        onChange: () => keep("speed", this.speedField.value),
      },
      SPEEDS.map((speed) =>
        h(
          "option",
          { value: speed, selected: speed === setting("speed") },
          speed === "real" ? words.replay.real : words.replay.times(speed),
        ),
      ),
    );
    this.first = button("first", words.replay.first, () => this.go(0));
    this.back = button("back", words.replay.back, () => this.go(this.turn - 1));
    this.forward = button("forward", words.replay.forward, () => this.go(this.turn + 1));
    this.last = button("last", words.replay.last, () => this.go(this.film.last()));
    this.element = h(
      "div",
      { class: "replay", role: "group", "aria-label": words.replay.title },
      this.scrubber,
      this.first,
      this.back,
      this.playButton,
      this.forward,
      this.last,
      this.speedField,
    );
  }

  /** The speed of the board's animation. */
  get speed() {
    return this.playing && this.speedField.value !== "real" ? Number(this.speedField.value) : 1;
  }

  /** @param {number} turn */
  go(turn) {
    this.stop();
    this.film.show(Math.min(Math.max(turn, 0), this.film.last()));
  }

  toggle() {
    if (this.playing) return this.stop();
    if (this.turn >= this.film.last()) this.film.show(0);
    this.playing = true;
    this.draw(this.turn);
    this.plan();
  }

  stop() {
    clearTimeout(this.timer);
    this.playing = false;
    this.draw(this.turn);
  }

  plan() {
    const next = this.turn + 1;
    if (next > this.film.last()) return this.stop();
    const real = this.speedField.value === "real";
    const wait = real
      ? Math.min(this.film.tookMs(next), LONGEST_MS)
      : TURN_MS / Number(this.speedField.value);
    this.timer = setTimeout(() => {
      this.film.show(next);
      if (this.playing) this.plan();
    }, wait);
  }

  /** @param {number} turn what is on show */
  draw(turn) {
    this.turn = turn;
    const last = this.film.last();
    this.scrubber.max = String(last);
    this.scrubber.value = String(turn);
    this.scrubber.setAttribute("aria-valuetext", words.replay.of(turn, last));
    for (const button of [this.first, this.back]) button.disabled = turn <= 0;
    for (const button of [this.forward, this.last]) button.disabled = turn >= last;
    fill(this.playButton, icon(this.playing ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", this.playing ? words.replay.pause : words.replay.play);
  }
}
