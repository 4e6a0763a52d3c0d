// A person's team in a contest: its name, its people, the link to join it; and their own student number.

import { deskWords } from "../../words/organiser.js";
import { words } from "../../words/contests.js";
import { linkToCopy } from "../page/clipboard.js";
import { fill, h } from "../page/dom.js";
import { notice } from "../page/header.js";
import { post } from "../page/http.js";
import { field } from "./fields.js";

/** @typedef {{account: number, name: string, captain: boolean}} Member */
/** @typedef {{name: string, named: string, members: Member[], code: string}} TeamOf */

export class Team {
  /** @param {string} id @param {() => void} changed */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    this.drawn = "";
    this.element = h("section", { class: "team", hidden: true });
  }

  /** @param {any} contest */
  draw(contest) {
    const { you, state, team_size: size } = contest;
    const mayBegin = state === "open" && !you?.needs_code && !contest.manages;
    this.element.hidden = !you || !contest.takes_teams || (!you.team && !mayBegin);
    const key = JSON.stringify([state, size, you]);
    if (this.element.hidden || key === this.drawn) return;
    this.drawn = key;
    const open = state === "open";
    /** @type {TeamOf} */
    const team = you.team ?? { name: you.name, named: "", members: [], code: "" };
    fill(
      this.element,
      ...(size > 1 ? [h("h2", {}, words.team.title), ...this.team(team, you, open, size)] : []),
      ...(you.team ? this.number(you.student_number, state !== "over") : []),
    );
  }

  /** @param {TeamOf} team @param {any} you @param {boolean} open @param {number} size */
  team(team, you, open, size) {
    const leads = open && you.captain;
    return [
      ...(leads ? this.name(team.named, you.name) : [h("p", { class: "grade" }, team.name)]),
      h("ul", { class: "field-list" }, team.members.map((member) => this.member(member, you, open))),
      !you.captain && h("p", { class: "small quiet" }, words.team.captainDoes),
      leads && h("p", { class: "small quiet" }, words.team.places(Math.max(1, team.members.length), size)),
      leads && team.members.length < size && this.invitation(team.code),
    ];
  }

  /** @param {string} name @param {string} usual */
  name(name, usual) {
    const input = h("input", { type: "text", name: "team", value: name, maxlength: 30, placeholder: usual });
    const save = () => this.act("team", { name: input.value.trim() });
    return [saved(words.team.name, input, save), h("p", { class: "small quiet" }, words.team.nameHint)];
  }

  /** @param {Member} member @param {any} you @param {boolean} open */
  member(member, you, open) {
    const own = member.account === you.account;
    const leave = (/** @type {string} */ text) => h(
      "button",
      { type: "button", onClick: () => this.act("team/leave", own ? {} : { account: member.account }) },
      text,
    );
    return h(
      "li",
      { class: "row" },
      h("span", {}, member.name, member.captain && h("span", { class: "small quiet" }, ` ${words.team.captain}`)),
      open && own && !you.captain && leave(words.team.leave),
      open && !own && you.captain && h(
        "span",
        { class: "row" },
        this.makeCaptain(member),
        leave(words.team.remove(member.name)),
      ),
    );
  }

  /** @param {Member} member */
  makeCaptain({ account, name }) {
    return h(
      "button",
      { type: "button", onClick: () => this.act("team/captain", { account }) },
      words.team.makeCaptain(name),
    );
  }

  /** @param {string} code */
  invitation(code) {
    const renew = h(
      "button",
      { type: "button", onClick: () => this.act("team/code", {}) },
      code ? words.team.newLink : words.team.invite,
    );
    if (!code) return renew;
    return h("div", { class: "entry" }, linkToCopy(words.team.link(code), `${location.origin}/join/${code}`), renew);
  }

  /** @param {string} number @param {boolean} open */
  number(number, open) {
    const input = h("input", { type: "text", name: "student-number", value: number, maxlength: 40, disabled: !open });
    const save = () => this.act("student-number", { student_number: input.value.trim() });
    const why = open ? words.team.numberWhy : words.team.numberClosed;
    return [saved(words.team.number, input, save), h("p", { class: "small quiet" }, why)];
  }

  /** @param {string} path @param {object} body */
  async act(path, body) {
    try {
      await post(`/api/contests/${this.id}/${path}`, body);
      this.drawn = "";
      this.changed();
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  }
}

/** A field with a button. @param {string} label @param {HTMLInputElement} input @param {() => void} save */
function saved(label, input, save) {
  return h(
    "form",
    {
      class: "row",
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        save();
      },
    },
    field(label, input),
    !input.disabled && h("button", { type: "submit" }, deskWords.save),
  );
}
