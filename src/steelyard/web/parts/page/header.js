// The header of every page: navigation, theme and sound; and the notices at the bottom.

import { words } from "../../words/general.js";
import { fill, h } from "./dom.js";
import { waitingLinks } from "../people/waiting.js";
import { WENT_BACK } from "./http.js";
import { emblem, icon } from "./icons.js";
import { choose, language, LANGUAGES } from "./language.js";
import { me } from "./me.js";
import { workOffline } from "./offline.js";
import { keep, setting } from "./settings.js";
import { soundIsOn, switchSound } from "./sound.js";

/** @type {readonly ["system", "light", "dark"]} */
const THEMES = ["system", "light", "dark"];
const KEPT = "steelyard.notice";

/** @param {"play" | "watch" | "analyse" | "learn" | "puzzles" | "ladder" | "contests" | "account" | ""} here */
export function pageHeader(here) {
  const link = (/** @type {string} */ path, /** @type {string} */ name, /** @type {string} */ text) =>
    h("a", { href: path, "aria-current": name === here && "page" }, text);
  addEventListener("signed-out", signedOut, { once: true });
  addEventListener(WENT_BACK, () => fill(notices(), h("p", { class: "error" }, words.common.wentBack)), { once: true });
  workOffline();
  sayWhatWasKept();
  return h(
    "header",
    { class: "top" },
    skipButton(),
    h("a", { class: "home", href: "/", "aria-label": words.common.name }, emblem(), h("span", {}, words.common.name)),
    h(
      "nav",
      { "aria-label": words.common.pages },
      link("/", "play", words.common.play),
      link("/live", "watch", words.common.watch),
      link("/analyse", "analyse", words.common.analyse),
      link("/learn", "learn", words.common.learn),
      link("/puzzles", "puzzles", words.common.puzzles),
      link("/ladder", "ladder", words.common.ladder),
      link("/contests", "contests", words.common.contests),
    ),
    h("div", { class: "switches" }, waitingLinks(), accountLink(here), soundSwitch(), themeSwitch(), languageChoice()),
  );
}

/** For people who come by keyboard: past the navigation, to what the page is about. */
function skipButton() {
  const skip = () => {
    const main = document.querySelector("main");
    if (!main) return;
    main.tabIndex = -1;
    main.focus();
  };
  return h("button", { type: "button", class: "skip", onClick: skip }, words.common.skip);
}

/** The session of this page has ended. Offers to sign in, which leads back here. */
function signedOut() {
  const again = h("a", { href: signInAddress() }, words.common.signInAgain);
  fill(notices(), h("p", { class: "error" }, words.common.signedOut, " ", again));
}

/** The account that is signed in, or a link to sign in. @param {string} here */
function accountLink(here) {
  const text = h("span", {}, words.common.signIn);
  const link = h(
    "a",
    {
      class: "me-link",
      href: signInAddress(),
      "aria-label": words.common.signIn,
      "aria-current": here === "account" && "page",
    },
    icon("person"),
    text,
  );
  me().then(
    ({ account }) => {
      if (!account) return;
      link.setAttribute("href", here === "account" ? "/account" : `/player/${encodeURIComponent(account.name)}`);
      text.textContent = account.name;
      link.setAttribute("aria-label", words.common.account(account.name));
    },
    () => {}, // a page that needs the server reports it itself
  );
  return link;
}

/** The address of the sign-in page, which leads back here. */
export function signInAddress() {
  const here = location.pathname + location.search;
  return ["/", "/account"].includes(location.pathname) ? "/account" : `/account?next=${encodeURIComponent(here)}`;
}

function soundSwitch() {
  const button = h("button", { class: "bare", type: "button" });
  const draw = () => {
    const on = soundIsOn();
    fill(button, icon(on ? "sound" : "silent"));
    button.setAttribute("aria-label", words.common.sound);
    button.setAttribute("aria-pressed", String(on));
    button.title = on ? words.common.soundOn : words.common.soundOff;
  };
  button.addEventListener("click", () => {
    switchSound(!soundIsOn());
    draw();
  });
  draw();
  return button;
}

function themeSwitch() {
  const button = h("button", { class: "bare", type: "button" });
  const draw = () => {
    const theme = /** @type {"system" | "light" | "dark"} */ (setting("theme"));
    fill(button, icon(theme));
    button.setAttribute("aria-label", words.common.theme[theme]);
    button.title = words.common.theme[theme];
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  button.addEventListener("click", () => {
    const now = THEMES.findIndex((theme) => theme === setting("theme"));
    keep("theme", THEMES[(now + 1) % THEMES.length]);
    draw();
  });
  draw();
  return button;
}

function languageChoice() {
  const chosen = (/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value);
  return h(
    "label",
    { class: "language", title: words.common.language },
    h("span", { "aria-hidden": "true" }, language.toUpperCase()),
    h(
      "select",
      { "aria-label": words.common.language, onChange: chosen },
      Object.entries(LANGUAGES).map(([value, name]) => h("option", { value, lang: value, selected: value === language }, name)),
    ),
  );
}

function notices() {
  return (
    document.querySelector(".notices") ??
    document.body.appendChild(h("div", { class: "notices", role: "status" }))
  );
}

/** A sentence at the bottom of the page that goes away by itself. @param {string} sentence @param {"plain" | "error"} kind */
export function notice(sentence, kind = "plain") {
  const place = notices();
  [...place.children].find((said) => said.textContent === sentence)?.remove(); // repeat it instead of showing it twice
  const shown = h("p", { class: kind }, sentence);
  place.append(shown);
  setTimeout(() => shown.remove(), 3000 + 60 * sentence.length);
}

/** The same, on the page that is opened next. @param {string} sentence */
export function noticeOnNextPage(sentence) {
  try {
    sessionStorage.setItem(KEPT, sentence);
  } catch {
    // storage may be forbidden: then it is not said
  }
}

function sayWhatWasKept() {
  try {
    const sentence = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    if (sentence) notice(sentence);
  } catch {
    // storage may be forbidden: then nothing was kept
  }
}
