// The dialog for a challenge: game, clock, opponent, side, rated or not.

import { leaveFor, openDialog } from "../page/dialog.js";
import { fill, h } from "../page/dom.js";
import { me } from "../page/me.js";
import { post } from "../page/http.js";
import { clockInWords } from "../page/time.js";
import { words } from "../../words/people.js";
import { characterName, seatNames } from "../tables/names.js";
import { byStrength } from "../tables/opponents.js";

/** @typedef {import("../tables/games.js").GameInfo} GameInfo */

/** @param {GameInfo[]} games @param {string} [to] whom to challenge */
export function openChallenge(games, to = "") {
  const dialog = h("dialog", { "aria-label": words.making.title });
  dialog.append(challengeForm(games, to, dialog));
  openDialog(dialog);
}

/** @param {GameInfo[]} games @param {string} to @param {HTMLDialogElement} dialog */
function challengeForm(games, to, dialog) {
  const { making } = words;
  const problem = h("p", { class: "error", role: "alert" });
  const game = h("select", { name: "game" }, games.map((each) => h("option", { value: each.id }, each.title)));
  const clock = h("select", { name: "clock" });
  const opponent = h("select", { name: "opponent" });
  const name = h("input", { type: "text", name: "to", maxlength: 30, value: to, placeholder: making.anybody });
  const side = h("select", { name: "seat" });
  const rated = h("input", { type: "checkbox", name: "rated" });
  const chosen = () => games.find((each) => each.id === game.value) ?? games[0];
  const hint = h("p", { class: "quiet small" });
  const fit = () => {
    rated.disabled = !signedIn || clock.value === "none";
    if (rated.disabled) rated.checked = false;
    name.disabled = opponent.value !== "";
    fill(hint, opponent.value ? making.ratedBot : making.ratedHint);
  };
  const choose = () => {
    const { clock: usual, clocks, joystick, id, seat_names } = chosen();
    const offered = [...new Set([joystick ? "none" : usual, ...clocks])];
    fill(clock, offered.map((each) => h("option", { value: each }, clockInWords(each, joystick))));
    fill(
      opponent,
      h("option", { value: "" }, making.person),
      byStrength(chosen()).map((bot) => h("option", { value: bot.name }, characterName(bot.name))),
    );
    fill(
      side,
      h("option", { value: "" }, making.chance),
      seatNames(id, seat_names).map((each, seat) => h("option", { value: seat }, each)),
    );
    fit();
  };
  let signedIn = false;
  me().then(({ account }) => {
    signedIn = account !== null;
    fit();
  }, () => {});
  game.addEventListener("change", choose);
  clock.addEventListener("change", fit);
  opponent.addEventListener("change", fit);
  choose();
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const { url } = await post("/api/challenges", {
        game: game.value,
        clock: clock.value,
        rated: rated.checked,
        ...(side.value !== "" && { seat: Number(side.value) }),
        ...(opponent.value ? { bot: opponent.value } : name.value.trim() && { to: name.value.trim() }),
      });
      leaveFor(url);
    } catch (refusal) {
      fill(problem, /** @type {Error} */ (refusal).message);
    }
  };
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ control) =>
    h("label", { class: "field" }, h("span", {}, label), control);
  return h(
    "form",
    { class: "setup challenge-form", method: "dialog", onSubmit: send },
    h("h2", {}, making.title),
    h(
      "div",
      { class: "fields" },
      field(making.game, game),
      field(making.clock, clock),
      field(making.opponent, opponent),
      field(making.name, name),
      field(making.seat, side),
      h("label", { class: "check" }, rated, making.rated),
      hint,
    ),
    problem,
    h(
      "footer",
      {},
      h("button", { type: "button", onClick: () => dialog.close() }, making.cancel),
      h("button", { class: "main", type: "submit" }, making.send),
    ),
  );
}
