// The rules of a game in short, with a legend, in a dialog on the page of the game.

import { openDialog } from "../page/dialog.js";
import { h } from "../page/dom.js";
import { keep, setting } from "../page/settings.js";
import { goals, guideWords } from "../../words/guide.js";
import { shortRules } from "../../words/short-rules.js";
import { legendPicture } from "./legend.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table @param {() => void} onSetting a setting has changed */
export function openGuide(table, onSetting) {
  const rules = shortRules[table.game];
  const title = guideWords.title(table.title);
  const close = h("button", { type: "button", class: "main", onClick: () => dialog.close() }, guideWords.close);
  const dialog = h(
    "dialog",
    { class: "guide", "aria-label": title },
    h("h2", {}, title),
    rules && h("h3", {}, guideWords.goal),
    rules && h("p", {}, goals[table.game]),
    rules && h("h3", {}, guideWords.how),
    rules && h("ul", {}, rules.how.map((line) => h("li", {}, line))),
    rules && h("h3", {}, guideWords.legend),
    rules && legend(rules.legend, table.you[0] ?? 0),
    h("p", { class: "quiet" }, guideWords.point),
    table.game === "tank_war" && confirmSetting(onSetting),
    h("footer", {}, h("a", { class: "button bare", href: `/learn/${table.game}` }, guideWords.more), close),
  );
  openDialog(dialog);
  close.focus();
  dialog.scrollTop = 0; // the button is at its end
}

/** @param {Record<string, string>} marks @param {number} seat */
function legend(marks, seat) {
  return h(
    "ul",
    { class: "legend" },
    Object.entries(marks).map(([picture, text]) => {
      const line = h("li", {}, h("span", {}, text));
      line.prepend(legendPicture(picture, seat));
      return line;
    }),
  );
}

/** In Tank War a click on a tank is the move, unless it is to be confirmed. @param {() => void} onSetting */
function confirmSetting(onSetting) {
  const box = h("input", { type: "checkbox", checked: setting("confirm") === "on" });
  box.addEventListener("change", () => {
    keep("confirm", box.checked ? "on" : "off");
    onSetting();
  });
  return h("label", { class: "check" }, box, guideWords.confirm);
}
