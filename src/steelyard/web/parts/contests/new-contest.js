// The dialog for a new contest, from a template or from a file.

import { makeWords } from "../../words/contest-form.js";
import { words } from "../../words/general.js";
import { fill, h } from "../page/dom.js";
import { fromField } from "../page/dates.js";
import { get, post } from "../page/http.js";
import { clockInWords } from "../page/time.js";
import { codeField, suggestCode } from "./code-field.js";
import { check, choices, field } from "./fields.js";
import { chosenSettings, settings } from "./settings.js";
import { translated } from "../page/sentences.js";

/** @typedef {import("./settings.js").Template} Template */

export class MakeForm {
  /** @param {(made: {id: string, url: string}) => void} made */
  constructor(made) {
    this.made = made;
    this.kind = "form";
    this.chosenTemplate = "";
    /** @type {Template[]} */
    this.templates = [];
    this.fields = h("div", { class: "fields" });
    this.about = h("p", { class: "small quiet about", role: "status" });
    this.error = h("p", { class: "error", role: "alert" });
    this.submit = h("button", { class: "main", type: "submit", disabled: true }, makeWords.create);
    this.form = h(
      "form",
      { class: "make", onSubmit: (/** @type {Event} */ event) => this.create(event) },
      h("h2", {}, makeWords.title),
      this.fields,
      this.error,
      h(
        "footer",
        {},
        h("button", { type: "button", onClick: () => this.dialog.close() }, makeWords.cancel),
        this.submit,
      ),
    );
    this.dialog = h("dialog", { "aria-label": makeWords.title }, this.form);
    this.dialog.addEventListener("close", () => this.dialog.remove());
  }

  async open() {
    document.body.append(this.dialog);
    fill(this.fields, h("p", { class: "quiet", role: "status" }, words.common.loading));
    this.dialog.showModal();
    try {
      this.templates = await get("/api/contests/templates");
      this.draw();
      this.submit.disabled = false;
    } catch (problem) {
      fill(this.fields);
      this.error.textContent = /** @type {Error} */ (problem).message;
    }
  }

  draw() {
    const how = choices("kind", makeWords.by, makeWords.kinds, this.kind, (kind) => {
      this.kind = kind;
      this.draw();
    });
    fill(this.fields, how, ...(this.kind === "form" ? this.byTemplate() : [...this.byFile(), ...this.terms()]));
  }

  byTemplate() {
    const own = h("div", { class: "fields" });
    const more = h("div", {});
    const select = h(
      "select",
      { name: "template", onChange: () => this.drawTemplate(select.value, own, more) },
      this.templates.map((each) => h(
        "option",
        { value: each.template, selected: each.template === this.chosenTemplate },
        makeWords.templates[each.template] ?? each.name,
      )),
    );
    this.drawTemplate(select.value, own, more);
    return [field(makeWords.template, select), this.about, own, ...this.terms(), more];
  }

  /** @param {string} name @param {HTMLElement} own @param {HTMLElement} more */
  drawTemplate(name, own, more) {
    const template = this.template(name);
    this.chosenTemplate = template.template;
    fill(this.about, makeWords.templatesWhy[template.template] ?? "");
    const ofGame = h("div", { class: "fields" });
    const games = h(
      "select",
      { name: "game", onChange: () => draw(games.value) },
      template.games.map((each) => h(
        "option",
        { value: each.game, selected: each.game === template.game },
        translated(each.title),
      )),
    );
    const draw = (/** @type {string} */ played) => {
      const game = this.game(template, played);
      fill(ofGame, ...this.ofGame(game));
      fill(more, settings(template, game));
    };
    draw(template.game);
    fill(
      own,
      field(makeWords.game, games),
      field(
        makeWords.name,
        h("input", { type: "text", name: "name", value: template.name, maxlength: 60, required: true }),
      ),
      ofGame,
    );
  }

  /** @param {string} name */
  template(name) {
    return this.templates.find((each) => each.template === name) ?? this.templates[0];
  }

  /** @param {Template} template @param {string} name */
  game(template, name) {
    return template.games.find((each) => each.game === (name || template.game)) ?? template.games[0];
  }

  /** @param {import("./settings.js").GameChoice} game */
  ofGame(game) {
    const joystick = game.realtime !== null;
    return [
      field(
        makeWords.clock,
        h(
          "select",
          { name: "clock" },
          [...new Set([game.clock, ...game.clocks])].map((clock) =>
            h("option", { value: clock, selected: clock === game.clock }, clockInWords(clock, joystick)),
          ),
        ),
      ),
      joystick && check("realtime", makeWords.realtime, game.realtime ?? false),
    ].filter(Boolean);
  }

  byFile() {
    const text = h("textarea", { name: "file", rows: 14, spellcheck: "false", required: true });
    text.value = this.template(this.chosenTemplate)?.text ?? "";
    const upload = h("input", {
      type: "file",
      accept: ".toml,text/plain",
      onChange: async () => {
        const chosen = upload.files?.[0];
        if (chosen) text.value = await chosen.text();
      },
    });
    return [field(makeWords.file, text, makeWords.fileWhy), field(makeWords.upload, upload)];
  }

  terms() {
    const input = h(
      "input",
      { type: "text", name: "code", maxlength: 20, pattern: "[A-Za-z0-9\\-]+", autocomplete: "off", disabled: true },
    );
    const code = codeField(makeWords.code, input, makeWords.codeWhy);
    code.hidden = true;
    return [
      field(
        makeWords.deadline,
        h("input", { type: "datetime-local", name: "deadline", step: 1 }),
        makeWords.deadlineWhy,
      ),
      choices(
        "entry",
        makeWords.who,
        makeWords.entry,
        "anyone",
        (entry) => {
          code.hidden = entry !== "code";
          input.required = !code.hidden;
          input.disabled = code.hidden; // else a form with a field that nobody sees could not be sent
          if (!code.hidden && !input.value) suggestCode(input);
        },
      ),
      code,
      field(
        makeWords.teamSize,
        h("input", { type: "number", name: "team_size", min: 1, max: 10, value: 3, required: true }),
        makeWords.teamSizeWhy,
      ),
      choices("seen", makeWords.public, makeWords.seen, "public", () => {}),
    ];
  }

  /** @param {Event} event */
  async create(event) {
    event.preventDefault();
    const data = new FormData(this.form);
    const text = (/** @type {string} */ name) => String(data.get(name) ?? "");
    try {
      const asked = {
        public: text("seen") === "public",
        code: text("entry") === "code" ? text("code").trim() : "",
        deadline_ms: fromField(text("deadline")),
        team_size: Number(text("team_size")),
        ...(this.kind === "file" ? { file: text("file") } : { form: await this.chosen(data, text) }),
      };
      this.made(await post("/api/contests", asked));
    } catch (problem) {
      this.error.textContent = /** @type {Error} */ (problem).message;
      this.error.scrollIntoView({ block: "nearest" });
    }
  }

  /** @param {FormData} data @param {(name: string) => string} text */
  async chosen(data, text) {
    const template = this.template(text("template"));
    const game = this.game(template, text("game"));
    return {
      ...(await chosenSettings(data, game)),
      template: template.template,
      game: game.game,
      name: text("name"),
      clock: text("clock"),
      ...(game.realtime !== null && { realtime: data.has("realtime") }),
    };
  }
}
