// The dialog for a new contest, from a template or from a file.

import { words } from "../../words/contests.js";
import { words as common } from "../../words/general.js";
import { fill, h } from "../page/dom.js";
import { fromField } from "../page/dates.js";
import { get, post } from "../page/http.js";
import { clockInWords } from "../page/time.js";

/**
 * @typedef {object} Template
 * @property {keyof typeof words.make.templates} template
 * @property {string} text
 * @property {string} name
 * @property {string} title
 * @property {string} clock
 * @property {string[]} clocks
 * @property {boolean | null} realtime
 * @property {{name: string, default: any, samples: any[]}[]} options
 * @property {boolean} draws_boards
 * @property {string[]} bots
 */

export class MakeForm {
  /** @param {(made: {id: string, url: string}) => void} made */
  constructor(made) {
    this.made = made;
    this.kind = "form";
    /** @type {Template[]} */
    this.templates = [];
    this.fields = h("div", { class: "fields" });
    this.error = h("p", { class: "error", role: "alert" });
    this.form = h(
      "form",
      { class: "make", onSubmit: (/** @type {Event} */ event) => this.create(event) },
      h("h2", {}, words.make.title),
      this.fields,
      this.error,
      h(
        "footer",
        {},
        h("button", { type: "button", onClick: () => this.dialog.close() }, words.make.cancel),
        h("button", { class: "main", type: "submit" }, words.make.create),
      ),
    );
    this.dialog = h("dialog", { "aria-label": words.make.title }, this.form);
    this.dialog.addEventListener("close", () => this.dialog.remove());
  }

  async open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    try {
      this.templates = await get("/api/contests/templates");
      this.draw();
    } catch (problem) {
      this.error.textContent = /** @type {Error} */ (problem).message;
    }
  }

  draw() {
    const how = choices("kind", words.make.by, words.make.kinds, this.kind, (kind) => {
      this.kind = kind;
      this.draw();
    });
    fill(
      this.fields,
      how,
      ...(this.kind === "form" ? this.byTemplate(this.templates[0]) : this.byFile()),
      ...this.terms(),
    );
  }

  /** @param {Template} first */
  byTemplate(first) {
    const own = h("div", { class: "fields" });
    const select = h(
      "select",
      { name: "template" },
      this.templates.map((each) => h(
        "option",
        { value: each.template },
        words.make.templates[each.template] ?? each.name,
      )),
    );
    const chosen = () => this.templates.find((each) => each.template === select.value) ?? first;
    select.addEventListener("change", () => fill(own, ...this.ofTemplate(chosen())));
    fill(own, ...this.ofTemplate(first));
    return [field(words.make.template, select), own];
  }

  /** @param {Template} template */
  ofTemplate(template) {
    const joystick = template.realtime !== null;
    return [
      field(
        words.make.name,
        h("input", { type: "text", name: "name", value: template.name, maxlength: 60, required: true }),
      ),
      field(
        words.make.clock,
        h(
          "select",
          { name: "clock" },
          [...new Set([template.clock, ...template.clocks])].map((clock) =>
            h("option", { value: clock, selected: clock === template.clock }, clockInWords(clock, joystick)),
          ),
        ),
      ),
      joystick && check("realtime", words.make.realtime, template.realtime ?? false),
      template.draws_boards &&
        field(
          words.make.boards,
          h(
            "select",
            { name: "boards" },
            h("option", { value: "" }, words.make.asTemplate),
            [1, 2, 3, 4, 5].map((number) => h("option", { value: number }, number)),
          ),
        ),
      ...template.options.filter((option) => option.samples.length > 1).map(optionField),
      field(
        words.make.seed,
        h("input", { type: "text", name: "seed", maxlength: 200, autocomplete: "off" }),
        words.make.seedWhy,
      ),
      h(
        "fieldset",
        { class: "checks" },
        h("legend", {}, words.make.bots),
        template.bots.map((bot) => check("bots", bot, false, bot)),
      ),
    ].filter(Boolean);
  }

  byFile() {
    const text = h("textarea", { name: "file", rows: 14, spellcheck: "false", required: true });
    text.value = this.templates[0]?.text ?? "";
    const upload = h("input", {
      type: "file",
      accept: ".toml,text/plain",
      onChange: async () => {
        const chosen = upload.files?.[0];
        if (chosen) text.value = await chosen.text();
      },
    });
    return [field(words.make.file, text, words.make.fileWhy), field(words.make.upload, upload)];
  }

  terms() {
    const input = h(
      "input",
      { type: "text", name: "code", maxlength: 20, pattern: "[A-Za-z0-9\\-]+", autocomplete: "off", disabled: true },
    );
    const code = field(words.make.code, input, words.make.codeWhy);
    code.hidden = true;
    return [
      field(
        words.make.deadline,
        h("input", { type: "datetime-local", name: "deadline", step: 1 }),
        words.make.deadlineWhy,
      ),
      choices(
        "entry",
        words.make.who,
        words.make.entry,
        "anyone",
        (entry) => {
          code.hidden = entry !== "code";
          input.required = !code.hidden;
          input.disabled = code.hidden; // else a form with a field that nobody sees could not be sent
        },
      ),
      code,
      field(
        words.make.teamSize,
        h("input", { type: "number", name: "team_size", min: 1, max: 10, value: 3, required: true }),
        words.make.teamSizeWhy,
      ),
      choices("seen", words.make.public, words.make.seen, "public", () => {}),
    ];
  }

  /** @param {Event} event */
  async create(event) {
    event.preventDefault();
    const data = new FormData(this.form);
    const text = (/** @type {string} */ name) => String(data.get(name) ?? "");
    const asked = {
      public: text("seen") === "public",
      code: text("entry") === "code" ? text("code").trim() : "",
      deadline_ms: fromField(text("deadline")),
      team_size: Number(text("team_size")),
      ...(this.kind === "file" ? { file: text("file") } : { form: this.chosen(data, text) }),
    };
    try {
      this.made(await post("/api/contests", asked));
    } catch (problem) {
      this.error.textContent = /** @type {Error} */ (problem).message;
      this.error.scrollIntoView({ block: "nearest" });
    }
  }

  /** @param {FormData} data @param {(name: string) => string} text */
  chosen(data, text) {
    const template = this.templates.find((each) => each.template === text("template")) ?? this.templates[0];
    const options = Object.fromEntries(
      template.options
        .filter((option) => data.has(`option:${option.name}`))
        .map((option) => [option.name, JSON.parse(text(`option:${option.name}`))]),
    );
    return {
      template: template.template,
      name: text("name"),
      clock: text("clock"),
      seed: text("seed"),
      options,
      bots: data.getAll("bots"),
      ...(template.realtime !== null && { realtime: data.has("realtime") }),
      ...(text("boards") && { boards: Number(text("boards")) }),
    };
  }
}

/** @param {{name: string, default: any, samples: any[]}} option */
function optionField(option) {
  const names = /** @type {Record<string, string>} */ (common.setup.options);
  const values = /** @type {Record<string, string>} */ (common.setup.values);
  const all = [...new Set([option.default, ...option.samples])];
  return field(
    names[option.name] ?? option.name,
    h(
      "select",
      { name: `option:${option.name}` },
      all.map((value) =>
        h(
          "option",
          { value: JSON.stringify(value), selected: value === option.default },
          values[String(value)] ?? String(value),
        ),
      ),
    ),
  );
}

/** @param {string} label @param {HTMLElement} control @param {string} [why] */
export function field(label, control, why) {
  return h(
    "label",
    { class: "field" },
    h("span", {}, label),
    control,
    why && h("span", { class: "small quiet" }, why),
  );
}

/** @param {string} name @param {string} label @param {boolean} checked @param {string} [value] */
export function check(name, label, checked, value = "yes") {
  return h("label", { class: "check" }, h("input", { type: "checkbox", name, value, checked }), label);
}

/** @param {string} name @param {string} legend @param {Record<string, string>} all @param {string} chosen @param {(value: string) => void} changed */
function choices(name, legend, all, chosen, changed) {
  return h(
    "fieldset",
    { class: "field" },
    h("legend", {}, legend),
    h(
      "div",
      { class: "choices" },
      Object.entries(all).map(([value, label]) =>
        h(
          "label",
          {},
          h(
            "input",
            { type: "radio", name, value, checked: value === chosen, onChange: () => changed(value) },
          ),
          label,
        ),
      ),
    ),
  );
}
