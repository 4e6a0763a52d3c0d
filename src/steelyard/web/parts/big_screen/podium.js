// The winner's page: who won, how the final ended, the first three; paper strips fall once.

import { h } from "../page/dom.js";
import { ending } from "./ending.js";

const STRIPS = 70;
const FALL_MS = [6000, 11_000];
const LONG = 16; // characters of a name that needs smaller letters
const PLACES = [2, 1, 3]; // from left to right

/** @param {import("./matches.js").Course} course */
export function podium(course) {
  const at = (/** @type {number} */ place) => course.podium.filter((each) => each.place === place).map(({ name }) => name);
  const { title, names, lines } = ending(course);
  const name = names.join(", ");
  return [
    h("p", { class: "quiet large" }, title),
    h("p", { class: name.length > LONG ? "winner long" : "winner" }, name),
    h(
      "ol",
      { class: "steps" },
      PLACES.filter((place) => at(place).length).map((place) =>
        h(
          "li",
          { class: `place-${place}`, value: place },
          h("span", { class: "names" }, at(place).map((each) => h("strong", {}, each))),
          h("span", { class: "block figures" }, place),
        ),
      ),
    ),
    ...lines.map((line) => h("p", { class: "final" }, line)),
  ];
}

/** Strips of paper, for people who have not asked for less motion. */
export function confetti() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const layer = h("div", { class: "confetti", "aria-hidden": "true" });
  document.body.append(layer);
  const falls = Array.from({ length: STRIPS }, (_, number) => {
    const strip = h("i", { class: `strip-${number % 4}` });
    layer.append(strip);
    strip.style.left = `${Math.random() * 100}%`;
    const drift = (Math.random() - 0.5) * 20;
    const turn = (Math.random() < 0.5 ? -1 : 1) * (360 + Math.random() * 540);
    return strip.animate(
      [
        { transform: "translate3d(0, -5vh, 0) rotate3d(1, 1, 0.5, 0deg)", opacity: 1 },
        { opacity: 1, offset: 0.8 },
        { transform: `translate3d(${drift}vw, 105vh, 0) rotate3d(1, 1, 0.5, ${turn}deg)`, opacity: 0 },
      ],
      {
        duration: FALL_MS[0] + Math.random() * (FALL_MS[1] - FALL_MS[0]),
        delay: Math.random() * 2500,
        easing: "linear",
        fill: "both",
      },
    ).finished;
  });
  Promise.allSettled(falls).then(() => layer.remove());
}
