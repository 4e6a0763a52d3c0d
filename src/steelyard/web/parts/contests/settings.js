// The folded part of the dialog for a new contest: stages, boards, the teacher's bot, grades, options.

import { makeWords as words } from "../../words/contest-form.js";
import { setupWords } from "../../words/setup.js";
import { fill, h } from "../page/dom.js";
import { get, post } from "../page/http.js";
import { check, field } from "./fields.js";

const PAUSE_MS = 400; // after the last key, before a formula is checked

/**
 * @typedef {object} GameChoice
 * @property {string} game
 * @property {string} title
 * @property {string} clock
 * @property {string[]} clocks
 * @property {boolean | null} realtime
 * @property {{name: string, default: any, samples: any[]}[]} options
 * @property {string[]} bots
 * @property {string[]} own_bots
 * @property {boolean} can_draw
 * @property {Record<string, string>} figures
 */

/**
 * @typedef {object} Template
 * @property {keyof typeof words.templates} template
 * @property {string} text
 * @property {string} name
 * @property {string} game
 * @property {GameChoice[]} games
 * @property {boolean} draws_boards
 * @property {number | null} advance
 * @property {number | null} groups
 * @property {boolean} rounds
 * @property {boolean | null} third_place
 * @property {string} teacher
 * @property {string} formula
 */

/** @param {Template} template @param {GameChoice} game */
export function settings(template, game) {
  return h(
    "details",
    { class: "more-settings" },
    h("summary", {}, words.more),
    h(
      "div",
      { class: "fields" },
      ...[
        stages(template),
        game.can_draw && boards(template),
        teacher(template, game),
        grades(template, game),
        ...game.options.filter((option) => option.samples.length > 1).map(optionField),
        field(
          words.seed,
          h("input", { type: "text", name: "seed", maxlength: 200, autocomplete: "off" }),
          words.seedWhy,
        ),
        h(
          "fieldset",
          { class: "checks" },
          h("legend", {}, words.bots),
          game.bots.map((bot) => check("bots", bot, false, bot)),
        ),
      ].filter(Boolean),
    ),
  );
}

/** What was chosen there, as the server wants it. @param {FormData} data @param {GameChoice} game */
export async function chosenSettings(data, game) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "");
  const options = Object.fromEntries(
    game.options
      .filter((option) => data.has(`option:${option.name}`))
      .map((option) => [option.name, JSON.parse(text(`option:${option.name}`))]),
  );
  /** @type {Record<string, any>} */
  const asked = { seed: text("seed"), options, bots: data.getAll("bots") };
  for (const name of ["advance", "groups", "rounds", "boards"]) {
    if (text(name)) asked[name] = Number(text(name));
  }
  for (const side of ["width", "height"]) {
    const both = [text(`${side}_from`), text(`${side}_to`)].filter(Boolean).map(Number);
    if (both.length) asked[side] = [both[0], both[both.length - 1]];
  }
  for (const name of ["teacher", "formula", "figures_from"]) {
    if (data.has(name)) asked[name] = text(name).trim();
  }
  if (data.has("third_place_shown")) asked.third_place = data.has("third_place");
  asked.own_boards = await ownBoards(data);
  return asked;
}

/** @param {FormData} data */
async function ownBoards(data) {
  const files = /** @type {File[]} */ (data.getAll("own_boards")).filter((file) => file.size);
  const texts = await Promise.all(files.map((file) => file.text()));
  return Object.fromEntries(files.map((file, n) => [file.name.replace(/\.[^.]*$/, ""), texts[n]]));
}

/** @param {Template} template */
function stages(template) {
  const inside = [
    template.groups !== null && numberField("groups", words.groups, template.groups),
    template.advance !== null &&
      numberField("advance", template.groups === null ? words.advance : words.advanceEach, template.advance),
    template.rounds && numberField("rounds", words.rounds, "", words.roundsWhy),
    template.third_place !== null && h("input", { type: "hidden", name: "third_place_shown", value: "yes" }),
    template.third_place !== null && check("third_place", words.thirdPlace, template.third_place),
  ].filter(Boolean);
  return inside.length > 0 && group(words.stages, ...inside);
}

/** @param {Template} template */
function boards(template) {
  const names = h("span", { class: "small quiet" });
  const upload = h("input", {
    type: "file",
    name: "own_boards",
    multiple: true,
    accept: ".txt,text/plain",
    onChange: () => fill(names, [...(upload.files ?? [])].map((file) => file.name).join(", ")),
  });
  return group(
    words.boardsTitle,
    field(
      words.boards,
      h(
        "select",
        { name: "boards" },
        h("option", { value: "" }, template.draws_boards ? words.asTemplate : words.noneDrawn),
        [1, 2, 3, 4, 5].map((number) => h("option", { value: number }, number)),
      ),
    ),
    h("div", { class: "row" }, ends("width", words.width), ends("height", words.height)),
    h("p", { class: "small quiet" }, words.sizesWhy),
    field(words.ownBoards, upload, words.ownBoardsWhy),
    names,
  );
}

/** @param {Template} template @param {GameChoice} game */
function teacher(template, game) {
  const bots = [...new Set([template.teacher, ...game.bots])].filter(Boolean);
  const own = h("optgroup", { label: words.ownBots });
  const select = h(
    "select",
    { name: "teacher" },
    h("option", { value: "", selected: !template.teacher }, words.noTeacher),
    own,
    h(
      "optgroup",
      { label: words.builtIn },
      bots.map((bot) => h("option", { value: bot, selected: bot === template.teacher }, bot)),
    ),
  );
  const offer = (/** @type {string[]} */ names) => {
    const chosen = select.value;
    fill(own, names.map((name) => h("option", { value: `own:${name}` }, name)));
    own.hidden = !names.length;
    select.value = chosen;
  };
  offer(game.own_bots);
  return h("div", { class: "fields" }, field(words.teacher, select, words.teacherWhy), uploadFirst(select, game, offer));
}

/**
 * Where the teacher uploads a bot, in another tab: what was typed stays, and the bot is offered when they come back.
 * @param {HTMLElement} select @param {GameChoice} game @param {(names: string[]) => void} offer
 */
function uploadFirst(select, game, offer) {
  const comeBack = async () => {
    if (!select.isConnected) return removeEventListener("focus", comeBack);
    /** @type {Template[]} */
    const templates = await get("/api/contests/templates").catch(() => []); // then those that were known stay
    const found = templates.flatMap(({ games }) => games).find((each) => each.game === game.game);
    if (found) offer(found.own_bots);
  };
  const leave = () => addEventListener("focus", comeBack);
  const link = h("a", { href: "/bots", target: "_blank", onClick: leave }, words.toBots);
  return h("p", { class: "small quiet" }, words.uploadFirst, " ", link);
}

/** @param {Template} template @param {GameChoice} game */
function grades(template, game) {
  const said = h("p", { class: "small", role: "status" });
  const formula = h("textarea", { name: "formula", rows: 2, spellcheck: "false", maxlength: 1000 });
  formula.value = template.formula;
  let last = 0;
  formula.addEventListener("input", () => {
    clearTimeout(last);
    last = setTimeout(() => checkFormula(formula, game, said), PAUSE_MS);
  });
  return group(
    words.grades,
    field(words.formula, formula, words.formulaWhy),
    said,
    h(
      "details",
      {},
      h("summary", {}, words.figures),
      h(
        "dl",
        { class: "figures small" },
        Object.entries(game.figures).flatMap(([name, meaning]) => [
          h("dt", {}, h("code", {}, name)),
          h("dd", {}, meaning),
        ]),
      ),
    ),
    field(
      words.figuresFrom,
      h(
        "select",
        { name: "figures_from" },
        Object.entries(words.figuresFromValues).map(([value, label]) => h("option", { value }, label)),
      ),
    ),
  );
}

/** @param {HTMLTextAreaElement} formula @param {GameChoice} game @param {HTMLElement} said */
async function checkFormula(formula, game, said) {
  const text = formula.value.trim();
  let problem = "";
  try {
    if (text) await post("/api/contests/formula", { game: game.game, formula: text });
  } catch (error) {
    problem = /** @type {Error} */ (error).message;
  }
  if (formula.value.trim() !== text) return; // typed on meanwhile
  said.classList.toggle("error", Boolean(problem));
  said.textContent = problem || (text ? words.formulaGood : "");
}

/** @param {string} legend @param {...any} inside */
function group(legend, ...inside) {
  return h("fieldset", { class: "fields" }, h("legend", {}, legend), ...inside);
}

/** @param {string} name @param {string} label @param {number | string} value @param {string} [why] */
function numberField(name, label, value, why) {
  return field(label, h("input", { type: "number", name, min: 1, max: 1000, value }), why);
}

/** @param {string} side @param {string} label */
function ends(side, label) {
  const one = (/** @type {string} */ end, /** @type {string} */ placeholder) =>
    h(
      "input",
      { type: "number", name: `${side}_${end}`, min: 1, max: 100, placeholder, "aria-label": `${label}, ${placeholder}` },
    );
  return h(
    "div",
    { class: "field" },
    h("span", {}, label),
    h("div", { class: "ends" }, one("from", words.from), one("to", words.to)),
  );
}

/** @param {{name: string, default: any, samples: any[]}} option */
function optionField(option) {
  const names = /** @type {Record<string, string>} */ (setupWords.options);
  const values = /** @type {Record<string, string>} */ (setupWords.values);
  const every = [...new Set([option.default, ...option.samples])];
  return field(
    names[option.name] ?? option.name,
    h(
      "select",
      { name: `option:${option.name}` },
      every.map((value) =>
        h(
          "option",
          { value: JSON.stringify(value), selected: value === option.default },
          values[String(value)] ?? String(value),
        ),
      ),
    ),
  );
}
