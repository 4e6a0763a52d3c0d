// Plays one game of a report. The pictures are those of the game; this script only puts them on show.
"use strict";

const { parts, turns, words } = JSON.parse(document.getElementById("data").textContent);
const board = document.getElementById("board");
const status = document.getElementById("status");
const slider = document.getElementById("slider");
const buttons = Object.fromEntries(
  ["first", "back", "play", "forward", "last"].map((id) => [id, document.getElementById(id)]),
);
const TURN_MS = 900;
const MOVE_MS = 180;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const last = turns.length - 1;
let shown = -1;
let timer = 0;

/** All pictures, as numbers of parts: each is the one before with its changes. */
const pictures = [];
for (const changes of turns) {
  const picture = pictures.length ? [...pictures.at(-1)] : [];
  for (const [at, gone, ...come] of changes) picture.splice(at, gone, ...come);
  pictures.push(picture);
}

function show(turn) {
  const before = turn === shown + 1 ? placesById() : new Map();
  shown = turn;
  board.innerHTML = pictures[turn].map((part) => parts[part]).join("");
  board.firstElementChild.setAttribute("aria-label", words[turn]);
  if (!still.matches) slide(before);
  status.textContent = turn === last ? status.dataset.ended : `Turn ${turn} of ${last}`;
  slider.value = turn;
  slider.setAttribute("aria-valuetext", `Turn ${turn} of ${last}`);
  buttons.first.disabled = buttons.back.disabled = turn === 0;
  buttons.forward.disabled = buttons.last.disabled = turn === last;
  for (const link of document.querySelectorAll("#turns a")) {
    const here = link.hash === `#${turn}`;
    if (!here) link.removeAttribute("aria-current");
    else {
      link.setAttribute("aria-current", "true");
      keepInView(link);
    }
  }
}

function placesById() {
  return new Map([...board.querySelectorAll("[id][transform]")].map((one) => [one.id, place(one)]));
}

/** An element's place as CSS writes it. */
function place(element) {
  return element
    .getAttribute("transform")
    .replace(/translate\(([-\d.]+)[, ]([-\d.]+)\)/, "translate($1px,$2px)")
    .replace(/rotate\(([-\d.]+)\)/, "rotate($1deg)");
}

function slide(before) {
  for (const element of board.querySelectorAll("[id][transform]")) {
    const from = before.get(element.id);
    const to = place(element);
    if (from && from !== to) element.animate([{ transform: from }, { transform: to }], MOVE_MS);
  }
}

/** Scrolls the list alone, never the page. */
function keepInView(link) {
  const list = document.getElementById("turns");
  const top = link.offsetTop;
  if (top < list.scrollTop || top + link.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top - list.clientHeight / 2;
}

/** The address names the turn, so that it can be sent to somebody. */
function go(turn) {
  const there = Math.min(Math.max(turn, 0), last);
  if (there === shown) return;
  history.replaceState(null, "", `#${there}`);
  show(there);
}

function play() {
  if (timer) return stop();
  if (shown === last) go(0);
  timer = setInterval(() => (shown < last ? go(shown + 1) : stop()), TURN_MS);
  sayPlaying(true);
}

function stop() {
  clearInterval(timer);
  timer = 0;
  sayPlaying(false);
}

function sayPlaying(playing) {
  buttons.play.textContent = playing ? "Pause" : "Play";
}

function step(turn) {
  stop();
  go(turn);
}

function fromAddress() {
  const asked = Number(location.hash.slice(1));
  return Number.isInteger(asked) ? Math.min(Math.max(asked, 0), last) : 0;
}

const STEPS = {
  first: () => step(0),
  back: () => step(shown - 1),
  play,
  forward: () => step(shown + 1),
  last: () => step(last),
};
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play" };

for (const [name, act] of Object.entries(STEPS)) buttons[name].addEventListener("click", act);
slider.max = last;
slider.addEventListener("input", () => step(Number(slider.value)));
document.addEventListener("keydown", (event) => {
  const name = KEYS[event.key];
  if (!name || event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
  if (event.key === " " && event.target.closest("button, a")) return;
  event.preventDefault();
  STEPS[name]();
});
addEventListener("hashchange", () => {
  stop();
  show(fromAddress());
});
document.getElementById("replay").hidden = false;
show(fromAddress());
