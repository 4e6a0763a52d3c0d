// Where everything is on the page of a game. On a phone the drawer opens with a button.

import { words } from "../../words/general.js";
import { h } from "../page/dom.js";
import { icon } from "../page/icons.js";

/**
 * @param {Record<"heading" | "board" | "above" | "replay" | "below", HTMLElement>} places
 * @param {{drawer: HTMLElement[], now: (HTMLElement | null)[], unseen: HTMLElement[]}} groups
 */
export function gameLayout({ heading, board, above, replay, below }, { drawer, now, unseen }) {
  const handle = h(
    "button",
    {
      type: "button",
      class: "handle",
      "aria-expanded": "false",
      onClick: () => handle.setAttribute("aria-expanded", String(page.classList.toggle("open"))),
    },
    icon("menu"),
    words.game.actions.more,
  );
  const inside = h("div", { class: "drawer" }, drawer);
  inside.addEventListener("toggle", ({ target }) => target instanceof HTMLDetailsElement && scrollToPart(inside, target), true);
  const page = h(
    "main",
    { class: "game" },
    heading,
    h("div", { class: "board-place" }, board),
    above,
    replay,
    inside,
    h("div", { class: "now" }, now),
    below,
    handle,
    unseen,
  );
  return page;
}

/** On a phone, as a press on its button does. @param {HTMLElement} page */
export function openDrawer(page) {
  page.classList.add("open");
  page.querySelector(".handle")?.setAttribute("aria-expanded", "true");
}

/** A part of the drawer that was opened is seen from its beginning. @param {HTMLElement} drawer @param {HTMLDetailsElement} part */
function scrollToPart(drawer, part) {
  if (part.open) drawer.scrollTop += part.getBoundingClientRect().top - drawer.getBoundingClientRect().top;
}
