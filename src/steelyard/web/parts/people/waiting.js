// In the header of every page: the games in which it is your move, and challenges; and the browser's notifications.

import { fill, h } from "../page/dom.js";
import { get } from "../page/http.js";
import { icon } from "../page/icons.js";
import { keep, setting } from "../page/settings.js";
import { figures } from "../page/time.js";
import { characterName, personName } from "../tables/names.js";
import { words } from "../../words/people.js";

/** @typedef {{id: string, title: string, opponent: string, clock: string, left_ms: number | null}} AwaitedTurn */

const REFRESH_MS = 20_000;
const { waiting: text } = words;

/** Links to the most urgent game and to the challenges; the game that this page shows does not count. */
export function waitingLinks() {
  const here = location.pathname.startsWith("/g/") ? location.pathname.split("/")[2] : "";
  const place = h("span", { class: "waiting" });
  /** games that were told of before @type {Set<string> | null} */
  let known = null;
  const look = async () => {
    /** @type {{turns: AwaitedTurn[], challenges: number}} */
    const { turns, challenges } = await get("/api/waiting");
    const others = turns.filter((turn) => turn.id !== here);
    fill(place, others.length > 0 && turnLink(others), challenges > 0 && challengeLink(challenges));
    for (const turn of others) if (known && !known.has(turn.id)) notify(turn);
    known = new Set(turns.map((turn) => turn.id));
  };
  const quietly = () => look().catch(() => {}); // a page that needs the server reports it itself
  quietly();
  setInterval(quietly, REFRESH_MS);
  addEventListener("visibilitychange", () => !document.hidden && quietly());
  addEventListener("moved", quietly); // on this page: the next game is one click away
  return place;
}

/** The most urgent game, and how many there are. @param {AwaitedTurn[]} turns */
function turnLink(turns) {
  const [turn] = turns;
  const left = turn.left_ms === null ? "" : text.left(figures(turn.left_ms));
  const label = [text.yourMove(turns.length), text.against(turn.title, characterName(personName(turn.opponent))), left];
  return h(
    "a",
    { href: `/g/${turn.id}`, "aria-label": label.filter(Boolean).join(", "), title: label[1] },
    ...said(text.yourMove(turns.length), text.yourMoveShort(turns.length), "play", turns.length),
    left && h("span", { class: "small" }, left),
  );
}

/** @param {number} n */
function challengeLink(n) {
  return h(
    "a",
    { href: "/#challenges", "aria-label": text.challenges(n) },
    ...said(text.challenges(n), text.challengesShort(n), "duel", n),
  );
}

/**
 * What waits in as many words as there is room for; the style shows one of the three.
 * @param {string} whole
 * @param {string} short
 * @param {"play" | "duel"} sign
 * @param {number} n
 */
function said(whole, short, sign, n) {
  return [
    h("strong", {}, whole),
    h("em", { "aria-hidden": "true" }, short),
    h("b", { class: "figures", "aria-hidden": "true" }, icon(sign), n),
  ];
}

/** A button that asks for notifications; nothing where the browser has none, or they are on. */
export function notifyButton() {
  if (!("Notification" in window) || Notification.permission === "denied") return false;
  if (Notification.permission === "granted" && setting("notify") === "on") return false;
  const ask = async () => {
    const allowed = (await Notification.requestPermission()) === "granted";
    if (allowed) keep("notify", "on");
    button.replaceWith(h("p", { class: "quiet small" }, allowed ? text.notifyOn : text.notifyRefused));
  };
  const button = h("button", { type: "button", onClick: ask }, text.notify);
  return button;
}

/** @param {AwaitedTurn} turn */
function notify(turn) {
  if (!document.hidden || setting("notify") !== "on" || Notification.permission !== "granted") return;
  const told = new Notification(text.title, {
    body: text.against(turn.title, characterName(personName(turn.opponent))),
    tag: turn.id, // several open pages tell once
    icon: "/static/icon.svg",
  });
  told.onclick = () => {
    window.focus();
    location.assign(`/g/${turn.id}`);
  };
}
