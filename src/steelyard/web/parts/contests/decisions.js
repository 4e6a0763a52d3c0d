// The organiser's decisions: forms that say whom they are about, each with a reason.

import { deskWords } from "../../words/organiser.js";
import { fill, h } from "../page/dom.js";
import { field } from "./fields.js";
import { GameChoice } from "./game-choice.js";

export class Decisions {
  /** @param {string} id @param {(what: object) => Promise<boolean>} decide */
  constructor(id, decide) {
    this.id = id;
    this.decide = decide;
    this.element = h("div", { class: "decisions" });
  }

  /** @param {any} contest @param {any} desk */
  draw(contest, desk) {
    const entrants = contest.course?.field ?? [];
    const games = new GameChoice(this.id, entrants);
    const staying = entrants
      .filter((/** @type {any} */ each) => !["disqualified", "withdrawn"].includes(each.state))
      .map((/** @type {any} */ each) => each.name);
    const teams = desk.entries.map((/** @type {any} */ each) => each.entrant).filter(Boolean);
    const begun = contest.course !== null;
    fill(
      this.element,
      desk.undecided.length > 0 && this.decision("rule", ruling(desk.undecided), { open: true }),
      begun && ["disqualify", "withdraw"].map((what) =>
        this.decision(
          what,
          h(
            "div",
            { class: "fields" },
            field(deskWords.entrant, oneOf(staying)),
            contest.graded && field(deskWords.grade, gradeChoice()),
          ),
        ),
      ),
      begun && teams.length > 0 && this.decision("replace", field(deskWords.entrant, oneOf(teams))),
      begun && this.decision("rerun", games.element, { opened: () => games.load() }),
      contest.state === "frozen" &&
        this.decision(
          "late",
          field(deskWords.account, h("input", { type: "text", name: "name", maxlength: 40, required: true })),
        ),
    );
  }

  /** @param {string} what @param {HTMLElement} about @param {{open?: boolean, opened?: () => void}} how */
  decision(what, about, { open = false, opened = () => {} } = {}) {
    const reason = h("input", { type: "text", name: "reason", maxlength: 400, required: true });
    const submit = h("button", { type: "submit" });
    const form = h(
      "form",
      {
        "data-what": what,
        onSubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          const data = Object.fromEntries([...new FormData(form)].map(([name, value]) => [
            name,
            String(value).trim(),
          ]));
          if (await this.decide({ what, ...data })) form.reset();
        },
      },
      about,
      field(deskWords.reason, reason),
      submit,
    );
    const nameIt = () => {
      const name = form.querySelector("select[name=name]");
      fill(submit, deskWords.confirm[what](name instanceof HTMLSelectElement ? name.value : ""));
    };
    form.addEventListener("change", nameIt);
    nameIt();
    const title = h("summary", {}, deskWords.decision[what]);
    const part = h("details", { open, onToggle: () => part.open && opened() }, title, form);
    return part;
  }
}

/** @param {string[]} names */
function oneOf(names) {
  return h("select", { name: "name" }, names.map((name) => h("option", {}, name)));
}

/** What becomes of the grade of somebody disqualified. */
function gradeChoice() {
  return h(
    "select",
    { name: "grade" },
    h("option", { value: "formula" }, deskWords.gradeAsComputed),
    h("option", { value: "none" }, deskWords.noGrade),
    h("option", { value: "0" }, deskWords.gradeZero),
  );
}

/** The fields of a ruling: the game and its winner. @param {{id: string, seats: string[]}[]} undecided */
function ruling(undecided) {
  const names = [...new Set(undecided.flatMap((game) => game.seats))];
  return h(
    "div",
    { class: "fields" },
    field(deskWords.game, h("select", { name: "game" }, undecided.map(({ id }) => h("option", {}, id)))),
    field(
      deskWords.winner,
      h(
        "select",
        { name: "name" },
        h("option", { value: "" }, deskWords.draw),
        names.map((name) => h("option", {}, name)),
      ),
    ),
  );
}
