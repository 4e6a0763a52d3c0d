// The dialog for a new game: players, side, clock and board.

import { createBoard } from "../../board/api.js";
import { characters, characterWords } from "../../words/characters.js";
import { setupWords } from "../../words/setup.js";
import { openDialog } from "../page/dialog.js";
import { fill, h } from "../page/dom.js";
import { lowerSeat, openTable, usualBot, usualClock } from "./games.js";
import { get, post } from "../page/http.js";
import { byStrength, MOST_STARS, stars } from "./opponents.js";
import { portrait } from "./portraits.js";
import { lastSetup, rememberSetup } from "./last-setup.js";
import { silhouette } from "./silhouettes.js";
import { clockInWords } from "../page/time.js";
import { characterName, seatNames } from "./names.js";
import { translated } from "../page/sentences.js";

/** @typedef {import("./games.js").GameInfo} GameInfo */
/** @typedef {import("./games.js").Seat} Seat */
/**
 * @typedef {object} Origin a position to play on from, instead of a board
 * @property {string} position
 * @property {Record<string, any>} options
 * @property {string} svg
 * @property {{table: string, turn: number} | null} from
 */

/** Open the dialog. @param {GameInfo} game @param {Origin | null} origin */
export function openSetup(game, origin = null) {
  const dialog = h("dialog", { "aria-label": origin ? setupWords.playOn : setupWords.title(game.title) });
  const setup = new Setup(game, origin, dialog);
  dialog.append(setup.form);
  openDialog(dialog);
  setup.changed();
  setup.addOthers();
}

class Setup {
  /** @param {GameInfo} game @param {Origin | null} origin @param {HTMLDialogElement} dialog */
  constructor(game, origin, dialog) {
    this.game = game;
    this.origin = origin;
    this.seats = seatNames(game.id, game.seat_names);
    this.error = h("p", { class: "error", role: "alert" });
    this.preview = h("div", { "aria-hidden": "true" });
    this.board = createBoard(this.preview, { interactive: false });
    this.fields = h(
      "div",
      { class: "fields" },
      this.who(),
      this.bots(),
      this.names(),
      this.side(),
      this.clock(),
      ...this.boards(),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "private" }), setupWords.private),
    );
    this.form = h(
      "form",
      {
        class: "setup",
        method: "dialog",
        onSubmit: (/** @type {Event} */ event) => this.start(event),
        onChange: (/** @type {Event} */ event) => this.changed(event),
      },
      h("h2", {}, origin ? setupWords.playOn : setupWords.title(game.title)),
      h("div", { class: "columns" }, this.fields, h("div", { class: "preview" }, this.preview)),
      this.error,
      h(
        "footer",
        {},
        h("button", { type: "button", onClick: () => dialog.close() }, setupWords.cancel),
        h("button", { class: "main", type: "submit" }, setupWords.start),
      ),
    );
    if (origin) this.board.show(origin.svg);
    else this.recall();
  }

  /** Choose what was chosen last time, as far as it is still offered. */
  recall() {
    for (const [name, value] of Object.entries(lastSetup(this.game.id))) {
      for (const control of this.form.querySelectorAll(`[name="${name}"]`)) {
        if (control instanceof HTMLSelectElement) {
          if ([...control.options].some((option) => option.value === value)) control.value = value;
        } else if (control instanceof HTMLInputElement) control.checked = control.value === value;
      }
    }
  }

  who() {
    return choices(setupWords.opponent, "who", Object.entries(setupWords.kinds), "bot", true);
  }

  bots() {
    const select = (/** @type {string} */ name, /** @type {string} */ label) =>
      field(
        label,
        h(
          "select",
          { name },
          byStrength(this.game).map((bot) =>
            h(
              "option",
              { value: bot.name, selected: bot.name === usualBot(this.game) },
              characterWords.line(characterName(bot.name), stars(bot.rating), MOST_STARS),
            ),
          ),
        ),
      );
    this.botWords = h("div", { class: "bot-words" });
    this.oneBot = select("bot", setupWords.bot);
    this.twoBots = [0, 1].map((seat) => select(`bot${seat}`, setupWords.first(this.seats[seat])));
    return h("div", { class: "fields" }, this.oneBot, ...this.twoBots, this.botWords);
  }

  /** Two people at one screen have a name each. */
  names() {
    this.nameFields = this.seats.map((seat, number) =>
      field(
        setupWords.nameOf(seat),
        h("input", { type: "text", name: `name${number}`, maxlength: 30, placeholder: seat, autocomplete: "off" }),
      ),
    );
    return h("div", { class: "fields" }, ...this.nameFields);
  }

  /** Add the uploaded bots to the choices. */
  async addOthers() {
    /** @type {{bot: string, name: string, owner: string, elo: number | null}[]} */
    const others = await get(`/api/opponents?game=${this.game.id}`).catch(() => []);
    if (!others.length) return;
    for (const select of this.form.querySelectorAll("select[name^=bot]")) {
      const options = others.map(({ bot, name, owner, elo }) =>
        h("option", { value: bot }, botLine({ name: setupWords.byOwner(name, owner), rating: elo })),
      );
      select.append(h("optgroup", { label: setupWords.handedIn }, options));
    }
  }

  side() {
    const sides = this.seats.map(
      (name, seat) => /** @type {[string, any]} */ ([String(seat), [silhouette(seat), name]]),
    );
    const field_ = choices(
      setupWords.seat,
      "seat",
      [...sides, ["either", setupWords.chance]],
      String(lowerSeat(this.game.id)),
    );
    this.sideField = field_;
    return field_;
  }

  clock() {
    const { clocks, joystick } = this.game;
    const offered = [...new Set([usualClock(this.game), ...clocks])];
    this.clockField = h(
      "select",
      { name: "clock" },
      offered.map((clock) => h("option", { value: clock }, clockInWords(clock, joystick))),
    );
    return field(joystick ? setupWords.pace : setupWords.clock, this.clockField);
  }

  boards() {
    if (this.origin) return [];
    const { setups, options } = this.game;
    const fields = options.map((option) =>
      field(
        named(setupWords.options, option.name),
        h(
          "select",
          { name: `option-${option.name}`, title: translated(option.meaning) },
          option.samples.map((value) =>
            h("option", { value: JSON.stringify(value) }, named({ ...setupWords.boards, ...setupWords.values }, String(value))),
          ),
        ),
      ),
    );
    if (setups.length > 1) {
      fields.unshift(
        field(
          setupWords.setup,
          h(
            "select",
            { name: "setup" },
            setups.map((one) => h("option", { value: one }, named(setupWords.boards, one))),
          ),
        ),
      );
    }
    return fields;
  }

  get chosen() {
    return Object.fromEntries(new FormData(this.form).entries());
  }

  /** @returns {Record<string, any>} */
  options() {
    if (this.origin) return this.origin.options;
    const chosen = this.chosen;
    return Object.fromEntries(
      this.game.options.map(({ name }) => [name, JSON.parse(String(chosen[`option-${name}`]))]),
    );
  }

  /** Show only the fields that matter for this choice, and the resulting board. @param {Event} [event] */
  async changed(event) {
    const { who, bot, setup } = this.chosen;
    const chooses = event?.target instanceof HTMLInputElement && event.target.name === "who";
    if (this.clockField && chooses) this.clockField.value = who === "screen" ? "none" : usualClock(this.game);
    for (const one of this.nameFields ?? []) one.hidden = who !== "screen";
    /** @type {HTMLElement} */ (this.oneBot).hidden = who !== "bot";
    for (const one of this.twoBots ?? []) one.hidden = who !== "bots";
    /** @type {HTMLElement} */ (this.sideField).hidden = who !== "bot" && who !== "link";
    const met = who === "bot" ? characters[String(bot)] : undefined;
    fill(
      /** @type {HTMLElement} */ (this.botWords),
      met && portrait(String(bot)),
      met && h("p", {}, met.sentence),
    );
    if (this.origin) return;
    try {
      const view = await post("/api/view", {
        game: this.game.id,
        options: this.options(),
        setup: setup ?? "",
      });
      this.board.show(view.svg, { animated: false });
    } catch (problem) {
      fill(this.error, /** @type {Error} */ (problem).message);
    }
  }

  /** @returns {Seat[]} */
  players() {
    const { who, bot, bot0, bot1, seat } = this.chosen;
    if (who === "screen")
      return this.seats.map((colour, number) => ({
        kind: "me",
        name: String(this.chosen[`name${number}`] ?? "").trim() || colour,
      }));
    if (who === "bots")
      return [
        { kind: "bot", bot: String(bot0) },
        { kind: "bot", bot: String(bot1) },
      ];
    /** @type {Seat} */
    const other = who === "link" ? { kind: "open" } : { kind: "bot", bot: String(bot) };
    const mine = seat === "either" ? Math.round(Math.random()) : Number(seat);
    return mine === 0 ? [{ kind: "me" }, other] : [other, { kind: "me" }];
  }

  /** @param {Event} event */
  async start(event) {
    event.preventDefault();
    const { clock, setup, private: hidden } = this.chosen;
    const where = this.origin
      ? { position: this.origin.position, ...(this.origin.from && { from: this.origin.from }) }
      : { ...(setup && { setup }) };
    if (!this.origin) rememberSetup(this.game.id, this.chosen);
    try {
      await openTable({
        game: this.game.id,
        options: this.options(),
        clock,
        seats: this.players(),
        private: hidden !== undefined,
        ...where,
      });
    } catch (problem) {
      fill(this.error, /** @type {Error} */ (problem).message);
    }
  }
}

/** @param {{name: string, rating: number | null}} bot */
function botLine(bot) {
  return bot.rating === null ? bot.name : `${bot.name} (${setupWords.rated(bot.rating)})`;
}

/** @param {string} label @param {HTMLElement} control */
function field(label, control) {
  return h("label", { class: "field" }, h("span", {}, label), control);
}

/** @param {string} label @param {string} name @param {[string, any][]} all @param {string} first @param {boolean} stacked */
function choices(label, name, all, first, stacked = false) {
  return h(
    "fieldset",
    { class: "field" },
    h("legend", {}, label),
    h(
      "div",
      { class: `choices${stacked ? " stacked" : ""}` },
      all.map(([value, shown]) =>
        h("label", {}, h("input", { type: "radio", name, value, checked: value === first }), shown),
      ),
    ),
  );
}

/** @param {Record<string, string>} table @param {string} key */
function named(table, key) {
  return table[key] ?? key;
}
