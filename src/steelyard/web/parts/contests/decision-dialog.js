// The dialog of a decision: nothing is chosen beforehand, it says what follows, and its button names act and entrant.

import { deskWords } from "../../words/organiser.js";
import { openDialog } from "../page/dialog.js";
import { fill, h, say } from "../page/dom.js";
import { effectList } from "./decision-effects.js";
import { field } from "./fields.js";

/** @typedef {(decision: Record<string, any>) => Promise<unknown>} Send */
/** @typedef {(decision: Record<string, any>) => Promise<import("./decision-effects.js").Effect>} Preview */

/** The decisions whose effects the server can tell beforehand, and what has to be chosen for that. @type {Record<string, string>} */
const PREVIEWED = { disqualify: "name", withdraw: "name", reinstate: "name", replace: "name", rerun: "game" };

/**
 * @param {object} asked
 * @param {string} asked.what
 * @param {string} [asked.name] of the entrant, where the dialog is about one
 * @param {any[]} asked.fields
 * @param {{teacher: boolean, quarantined: string[]}} asked.contest whether it has a teacher's bot, and whose bot could not be started
 * @param {Send} asked.send
 * @param {Preview} asked.preview
 */
export function openDecision({ what, name = "", fields, contest, send, preview }) {
  const follows = h("div", { class: "follows", role: "status" });
  const problem = h("p", { class: "error", role: "alert" });
  const submit = h("button", { type: "submit", class: "main" });
  const reason = what !== "version" && field(
    deskWords.reason,
    h("input", { type: "text", name: "reason", maxlength: 400, required: true, autocomplete: "off" }),
    what === "late" ? deskWords.reasonKept : deskWords.reasonRead,
  );
  const close = () => dialog.close();
  const form = h(
    "form",
    {
      class: "fields",
      "data-what": what,
      onChange: (/** @type {Event} */ event) => {
        const { name: changed } = /** @type {HTMLInputElement} */ (event.target);
        if (changed !== "reason") tell(); // nothing follows from it, and the button that is being pressed stays where it is
      },
      onSubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        submit.disabled = true;
        say(problem, "");
        try {
          await send({ what, ...chosen() });
          close();
        } catch (error) {
          say(problem, /** @type {Error} */ (error).message);
        }
        submit.disabled = false;
      },
    },
    h("h2", {}, deskWords.decision[what]),
    ...fields,
    reason,
    follows,
    problem,
    h("footer", {}, h("button", { type: "button", onClick: close }, deskWords.cancel), submit),
  );
  const dialog = h("dialog", { class: "decision", "aria-label": deskWords.decision[what] }, form);

  /** What is filled in, as the server wants it. */
  function chosen() {
    const data = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, String(value).trim()]));
    /** @type {Record<string, any>} */
    const decision = { name, reason: deskWords.chosenByOrganiser, ...data };
    if (data.version) decision.version = Number(data.version);
    return decision;
  }

  let asked = 0;
  async function tell() {
    const decision = chosen();
    const number = ++asked;
    fill(submit, deskWords.confirm[what](decision.name));
    const rule = () => {
      const facts = { teacher: contest.teacher, quarantined: contest.quarantined.includes(decision.name) };
      return h("p", {}, deskWords.follows[what](decision.name || deskWords.theEntrant, decision.version, facts));
    };
    fill(follows, rule());
    if (!decision[PREVIEWED[what]]) return;
    try {
      const effect = await preview({ what, ...about(decision) });
      if (number === asked) fill(follows, rule(), h("p", {}, deskWords.now), effectList(effect));
    } catch (error) {
      if (number === asked) fill(follows, rule(), h("p", { class: "error" }, /** @type {Error} */ (error).message));
    }
  }

  tell();
  return openDialog(dialog);
}

/** What its effects depend on. @param {Record<string, any>} decision */
function about({ name, game, grade }) {
  return { name, game, grade };
}

/** A choice of which nothing is chosen yet. @param {string} name empty: it is not sent @param {string} ask @param {(readonly [string, string])[]} all value and text of each */
export function oneOf(name, ask, all) {
  return h(
    "select",
    { name, required: true },
    h("option", { value: "", disabled: true, selected: true }, ask),
    all.map(([value, text]) => h("option", { value }, text)),
  );
}
