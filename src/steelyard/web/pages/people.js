// The organisers' page: accounts, invite codes and the audit log.

import { linkToCopy } from "../parts/page/clipboard.js";
import { fill, h } from "../parts/page/dom.js";
import { reportList } from "../parts/accounts/reports.js";
import { auditLog } from "../parts/accounts/audit.js";
import { day, field, form } from "../parts/page/form.js";
import { notice, pageHeader } from "../parts/page/header.js";
import { me } from "../parts/page/me.js";
import { get, post } from "../parts/page/http.js";
import { words } from "../words/accounts.js";

/** @typedef {"player" | "organiser" | "admin"} Role */
/** @typedef {{id: number, name: string, role: Role, disabled: boolean, created_ms: number}} Somebody */
/** @typedef {{code: string, label: string, role: Role, uses_left: number, expires_ms: number, maker: string}} Invite */

/** @type {readonly Role[]} */
const ROLES = ["player", "organiser", "admin"];
/** @type {{id: number, name: string, role: Role}} */
let self;
/** Reloads the audit log. */
let lookAgain = async () => {};

/** @param {() => Promise<unknown>} deed */
async function attempt(deed) {
  try {
    await deed();
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}

async function start() {
  const place = h("main", { class: "people" });
  document.body.prepend(pageHeader("account"), place);
  document.title = words.peopleTitle;
  await attempt(async () => {
    const { account } = await me();
    if (!account || account.role === "player") {
      fill(place, h("h1", {}, words.peopleTitle), h("p", {}, words.forOrganisers));
      return;
    }
    self = account;
    const log = auditLog(attempt);
    lookAgain = log.look;
    fill(place, h("h1", {}, words.peopleTitle), everybody(), invites(), reportList(attempt), log.element);
  });
}

// People.
function everybody() {
  const rows = h("ul", { class: "rows" });
  const find = h("input", { type: "search", "aria-label": words.find, placeholder: words.find });
  const more = h("button", { type: "button", hidden: true }, words.more);
  let after = 0;
  const load = async () => {
    const query = new URLSearchParams({ find: find.value, after: String(after) });
    const { people, next } = await get(`/api/people?${query}`);
    rows.append(...people.map(personRow));
    if (!rows.childElementCount) rows.append(h("li", { class: "quiet" }, words.none));
    after = next ?? 0;
    more.hidden = next === null;
  };
  const search = () => {
    after = 0;
    fill(rows);
    return attempt(load);
  };
  find.addEventListener("change", search);
  more.addEventListener("click", () => attempt(load));
  search();
  return h("section", {}, find, rows, more);
}

/** @param {Somebody} person */
function personRow(person) {
  const row = h("li", {});
  const draw = () =>
    fill(
      row,
      h(
        "span",
        { class: "name" },
        person.name,
        person.disabled && h("span", { class: "badge" }, words.disabled),
      ),
      h("span", { class: "quiet small" }, words.since(day(person.created_ms))),
      roleOf(person),
      h(
        "span",
        { class: "deeds" },
        mayHelp(person) && [resetButton(person, row), shutButton(person, draw)],
        mayHelp(person) && self.role === "admin" && deleteButton(person, row),
      ),
    );
  draw();
  return row;
}

/** Organisers manage players, the administrator manages everybody. @param {Somebody} person */
function mayHelp(person) {
  return person.id !== self.id && (self.role === "admin" || person.role === "player");
}

/** @param {Somebody} person */
function roleOf(person) {
  if (self.role !== "admin" || person.id === self.id) return h("span", {}, words.roles[person.role]);
  const choice = h(
    "select",
    { "aria-label": words.roleOf(person.name) },
    ROLES.map((role) => h("option", { value: role, selected: role === person.role }, words.roles[role])),
  );
  choice.addEventListener("change", () =>
    attempt(async () => {
      await post(`/api/people/${person.id}/role`, { role: choice.value });
      person.role = /** @type {Role} */ (choice.value);
      notice(words.roleChanged(person.name));
      await lookAgain();
    }),
  );
  return choice;
}

/** @param {Somebody} person @param {HTMLElement} row */
function resetButton(person, row) {
  const make = () =>
    attempt(async () => {
      const { path } = await post(`/api/people/${person.id}/reset`, {});
      row.querySelector(".link-to-copy")?.remove();
      row.append(linkToCopy(words.resetLinkShown(person.name), location.origin + path));
      await lookAgain();
    });
  return h(
    "button",
    { type: "button", "aria-label": words.resetLinkOf(person.name), onClick: make },
    words.resetLink,
  );
}

/** @param {Somebody} person @param {() => void} draw */
function shutButton(person, draw) {
  const turn = () =>
    attempt(async () => {
      await post(`/api/people/${person.id}/disabled`, { disabled: !person.disabled });
      person.disabled = !person.disabled;
      draw();
      await lookAgain();
    });
  const label = person.disabled ? words.enableOf(person.name) : words.disableOf(person.name);
  return h(
    "button",
    { type: "button", "aria-label": label, onClick: turn },
    person.disabled ? words.enable : words.disable,
  );
}

/** Asks for the administrator's own password first. @param {Somebody} person @param {HTMLElement} row */
function deleteButton(person, row) {
  const ask = () => {
    const open = row.querySelector("form");
    button.setAttribute("aria-expanded", String(!open));
    if (open) {
      open.remove();
      return;
    }
    const password = h("input", { type: "password", autocomplete: "current-password", required: true, maxlength: 200 });
    const send = async () => {
      await post(`/api/people/${person.id}/delete`, { password: password.value });
      notice(words.deleted(person.name));
      row.remove();
      await lookAgain();
    };
    row.append(
      form(
        words.deleteOf(person.name),
        send,
        h("p", {}, words.deleteWhat),
        field(words.yourPassword, password),
      ),
    );
    password.focus();
  };
  const button = h(
    "button",
    { type: "button", "aria-label": words.deleteOf(person.name), "aria-expanded": "false", onClick: ask },
    words.delete,
  );
  return button;
}

// Invite codes.
function invites() {
  const rows = h("ul", { class: "rows" });
  const load = async () => {
    const found = await get("/api/invites");
    fill(
      rows,
      found.length
        ? found.map((/** @type {Invite} */ invite) => inviteRow(invite, load))
        : h("li", { class: "quiet" }, words.noInvites),
    );
  };
  const number = (/** @type {number} */ usual, /** @type {number} */ most) =>
    h("input", { type: "number", min: 1, max: most, value: String(usual), required: true });
  const label = h("input", { type: "text", maxlength: 60, placeholder: words.labelHint });
  const uses = number(30, 1000);
  const days = number(30, 400);
  const role = h(
    "select",
    {},
    ROLES.slice(0, ROLES.indexOf(self.role) + 1).map((each) =>
      h("option", { value: each }, words.roles[each]),
    ),
  );
  const make = async () => {
    await post("/api/invites", {
      label: label.value.trim(),
      role: role.value,
      uses: uses.valueAsNumber,
      days: days.valueAsNumber,
    });
    label.value = "";
    await load();
    await lookAgain();
  };
  attempt(load);
  return h(
    "section",
    {},
    h("h2", {}, words.invites),
    h("p", { class: "quiet small" }, words.invitesWhy),
    form(
      words.make,
      make,
      field(words.label, label),
      field(words.role, role),
      field(words.uses, uses),
      field(words.days, days),
    ),
    rows,
  );
}

/** @param {Invite} invite @param {() => Promise<void>} load */
function inviteRow(invite, load) {
  const end = () =>
    attempt(async () => {
      await post("/api/invites/end", { code: invite.code });
      await load();
      await lookAgain();
    });
  const link = () => {
    row.querySelector(".link-to-copy")?.remove();
    row.append(linkToCopy(words.linkShown, `${location.origin}/account#code=${encodeURIComponent(invite.code)}`));
  };
  const row = h(
    "li",
    {},
    h("span", { class: "name" }, h("code", {}, invite.code), " ", invite.label),
    h(
      "span",
      { class: "quiet small" },
      `${words.usesLeft(invite.uses_left)}, ${words.until(day(invite.expires_ms))}, ${invite.maker}`,
    ),
    h("span", {}, words.roles[invite.role]),
    h(
      "span",
      { class: "deeds" },
      h("button", { type: "button", "aria-label": words.linkOf(invite.code), onClick: link }, words.link),
      h("button", { type: "button", "aria-label": words.endOf(invite.code), onClick: end }, words.end),
    ),
  );
  return row;
}

start();
