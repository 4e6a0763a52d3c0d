// The dialog for a new tournament.

import { leaveFor, openDialog } from "../page/dialog.js";
import { fill, h } from "../page/dom.js";
import { field, form } from "../page/form.js";
import { post } from "../page/http.js";
import { clockInWords } from "../page/time.js";
import { words } from "../../words/tournaments.js";

/** @typedef {import("../tables/games.js").GameInfo} GameInfo */

const SIZES = [1, 2, 3, 4, 5, 6];
const ROUNDS = [3, 4, 5, 6, 7, 9];

/** How long a round may last, in hours. */
const LIMITS = [1, 24, 24 * 3, 24 * 7, 24 * 14, 24 * 30];

/** @param {GameInfo[]} games */
export function openNewTournament(games) {
  const { making } = words;
  const option = (/** @type {string | number} */ value, /** @type {string} */ text) => h("option", { value }, text);
  const name = h("input", { type: "text", name: "name", required: true, minlength: 2, maxlength: 30 });
  const game = h("select", { name: "game" }, games.map((each) => option(each.id, each.title)));
  const clock = h("select", { name: "clock" });
  const kind = h("select", { name: "kind" }, Object.entries(words.kinds).map(([value, text]) => option(value, text)));
  const size = h(
    "select",
    { name: "team_size" },
    SIZES.map((n) => option(n, n === 1 ? making.alone : words.teams(n))),
  );
  const rounds = h("select", { name: "rounds" }, option("", making.roundsUsual), ROUNDS.map((n) => option(n, String(n))));
  const hours = h("select", { name: "round_hours" }, option("", making.noLimit), LIMITS.map((n) => option(n, span(n))));
  const starts = h("input", { type: "datetime-local", name: "starts" });
  const rated = h("input", { type: "checkbox", name: "rated" });
  const choose = () => {
    const { clock: usual, clocks, joystick } = games.find((each) => each.id === game.value) ?? games[0];
    const offered = [...new Set([usual, ...clocks])].filter((each) => each !== "none");
    fill(clock, offered.map((each) => option(each, clockInWords(each, joystick))));
  };
  const fit = () => {
    rounds.disabled = kind.value !== "swiss";
  };
  game.addEventListener("change", choose);
  kind.addEventListener("change", fit);
  choose();
  const send = async () => {
    const { url } = await post("/api/tournaments", {
      name: name.value.trim(),
      game: game.value,
      clock: clock.value,
      kind: kind.value,
      team_size: Number(size.value),
      rated: rated.checked,
      ...(rounds.value && !rounds.disabled && { rounds: Number(rounds.value) }),
      ...(hours.value && { round_hours: Number(hours.value) }),
      ...(starts.value && { starts_ms: new Date(starts.value).getTime() }),
    });
    leaveFor(url);
  };
  const dialog = h("dialog", { "aria-label": words.make });
  const cancel = h("button", { type: "button", onClick: () => dialog.close() }, making.cancel);
  const fields = form(
    making.create,
    send,
    field(making.name, name),
    field(making.game, game),
    field(making.clock, clock),
    field(making.kind, kind),
    field(making.rounds, rounds),
    field(making.teamSize, size),
    field(making.hours, hours, making.hoursHint),
    field(making.starts, starts, making.startsHint),
    h("label", { class: "check" }, rated, making.rated),
  );
  fields.append(h("footer", {}, cancel, fields.querySelector("[type=submit]")));
  dialog.append(h("h2", {}, words.make), fields);
  return openDialog(dialog);
}

/** @param {number} hours */
function span(hours) {
  return hours < 24 ? words.making.hour(hours) : words.making.days(hours / 24);
}
