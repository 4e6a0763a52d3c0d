// The account page: sign in, register, manage the account.

import { followMailLink, mailSection } from "../parts/accounts/mail.js";
import { takeOver } from "../parts/puzzles/progress.js";
import { fill, h } from "../parts/page/dom.js";
import { day, field, form } from "../parts/page/form.js";
import { notice, noticeOnNextPage, pageHeader } from "../parts/page/header.js";
import { get, post } from "../parts/page/http.js";
import { words } from "../words/accounts.js";

/** @typedef {import("../parts/page/me.js").Me} Me */
/**
 * @typedef {object} Own
 * @property {Me["account"]} account
 * @property {"open" | "invited"} registering
 * @property {number} sessions
 * @property {number | null} created_ms
 */

const asked = new URLSearchParams(location.search);
const handed = new URLSearchParams(location.hash.slice(1)); // the part of the address that is never sent to the server or logged
const secrets = { admin: handed.get("admin") ?? "", reset: handed.get("reset") ?? "" };
const code = handed.get("code") ?? asked.get("code") ?? ""; // links with ?code= were printed for classes
const next = asked.get("next") ?? "";
/** Where to return after signing in; only a page of this server. */
const back = /^\/[a-z]/.test(next) ? next : "/account";
// One-time secrets are removed from the address, where somebody could read them.
if (secrets.admin || secrets.reset) history.replaceState(null, "", location.pathname);
addEventListener("hashchange", () => location.reload()); // another link was opened on this page

const place = h("main", { class: "account" });

/** @param {string} name @param {string} type @param {string} complete @param {string} [value] */
const input = (name, type, complete, value = "") =>
  h("input", { name, type, autocomplete: complete, required: true, maxlength: 200, value });

async function start() {
  document.body.prepend(pageHeader("account"), place);
  document.title = words.title;
  try {
    draw(await get("/api/account"));
    await followMailLink(handed);
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}

/** @param {Own} own */
function draw(own) {
  if (secrets.reset) fill(place, resetting());
  else if (own.account) fill(place, ...ownPage(own, own.account));
  else
    fill(
      place,
      secrets.admin && h("p", { class: "offer" }, words.adminFirst),
      !secrets.admin && back !== "/account" && h("p", { class: "offer" }, words.thenBack),
      h("div", { class: "doors" }, signingIn(), registering(own)),
    );
}

/** After signing in: return to the previous page, or offer to become administrator. */
async function enter() {
  if (secrets.admin) await post("/api/account/admin", { link: secrets.admin });
  location.assign(back);
}

function signingIn() {
  const name = input("username", "text", "username");
  const password = input("password", "password", "current-password");
  const send = async () => {
    await post("/api/account/sign-in", { name: name.value, password: password.value });
    await enter();
  };
  return h(
    "section",
    {},
    h("h1", {}, words.signIn),
    form(words.signIn, send, field(words.name, name), field(words.password, password)),
    h("p", { class: "quiet small" }, words.forgotten),
  );
}

/** @param {Own} own */
function registering(own) {
  const name = input("name", "text", "username");
  const password = input("new-password", "password", "new-password");
  const invite = input("code", "text", "off", code);
  const door = h("div", { role: "status" });
  invite.required = own.registering === "invited" && !secrets.admin;
  const send = async () => {
    const given = {
      ...(invite.value.trim() && { code: invite.value.trim() }),
      ...(secrets.admin && { link: secrets.admin }),
    };
    fill(door);
    try {
      await post("/api/account/register", { name: name.value, password: password.value, ...given });
    } catch (problem) {
      if (given.code) fill(door, await contestDoor(given.code));
      throw problem;
    }
    await takeOver().catch(() => {}); // the account is there without it
    noticeOnNextPage(words.registered(name.value.trim()));
    await enter();
  };
  return h(
    "section",
    {},
    h("h2", { class: "title" }, words.register),
    h("p", { class: "quiet small" }, words.whyAccount),
    form(
      words.register,
      send,
      field(words.name, name, words.nameHint),
      field(words.password, password, words.passwordHint),
      field(words.code, invite, invite.required ? words.codeHint : words.codeOptional),
      door,
    ),
  );
}

/** Where the code of a contest leads, if it is one. @param {string} given */
async function contestDoor(given) {
  try {
    const { contest } = await get(`/api/contests/join?code=${encodeURIComponent(given)}`);
    const link = h("a", { href: `/join/${encodeURIComponent(given)}` }, words.joinContest(contest.name));
    return h("p", { class: "offer" }, words.contestCode, " ", link);
  } catch {
    return null; // it is no contest's either
  }
}

function resetting() {
  const password = input("new-password", "password", "new-password");
  const send = async () => {
    await post("/api/account/reset", { link: secrets.reset, password: password.value });
    location.assign("/account");
  };
  return h(
    "section",
    {},
    h("h1", {}, words.reset),
    form(words.reset, send, field(words.newPassword, password, words.passwordHint)),
  );
}

/** @param {Own} own @param {NonNullable<Me["account"]>} account */
function ownPage(own, account) {
  const organises = account.role !== "player";
  return [
    h(
      "header",
      { class: "whose" },
      h("h1", {}, account.name),
      h(
        "p",
        { class: "quiet" },
        `${words.roles[account.role]}. `,
        own.created_ms !== null && `${words.since(day(own.created_ms))}. `,
        words.sessions(own.sessions),
      ),
    ),
    secrets.admin && account.role !== "admin" && claiming(),
    h(
      "nav",
      { class: "ways" },
      h("a", { class: "button", href: `/player/${encodeURIComponent(account.name)}` }, words.profile),
      h("a", { class: "button", href: "/games" }, words.games),
      h("a", { class: "button", href: "/bots" }, words.bots),
      organises && h("a", { class: "button", href: "/people" }, words.people),
    ),
    h("div", { class: "doors" }, changingPassword(account.name), mailSection(), leaving(), deleting(account.name)),
  ];
}

function claiming() {
  const send = async () => {
    await post("/api/account/admin", { link: secrets.admin });
    location.assign("/account");
  };
  return h("section", { class: "offer" }, h("p", {}, words.adminOffer), form(words.adminTake, send));
}

/** @param {string} name for whoever keeps passwords in the browser */
function changingPassword(name) {
  const old = input("password", "password", "current-password");
  const fresh = input("new-password", "password", "new-password");
  const send = async () => {
    await post("/api/account/password", { old: old.value, new: fresh.value });
    old.value = fresh.value = "";
    notice(words.passwordChanged);
  };
  return h(
    "section",
    {},
    h("h2", {}, words.changePassword),
    form(
      words.changePassword,
      send,
      h("input", { type: "text", autocomplete: "username", value: name, hidden: true }),
      field(words.oldPassword, old),
      field(words.newPassword, fresh, words.passwordHint),
    ),
  );
}

function leaving() {
  const leave = async (/** @type {boolean} */ everywhere) => {
    try {
      await post("/api/account/sign-out", { everywhere });
      location.assign("/account");
    } catch (problem) {
      notice(/** @type {Error} */ (problem).message, "error");
    }
  };
  return h(
    "section",
    { class: "leaving" },
    h("h2", {}, words.signOut),
    h("button", { type: "button", onClick: () => leave(false) }, words.signOut),
    h("button", { type: "button", onClick: () => leave(true) }, words.signOutEverywhere),
  );
}

/** @param {string} name for whoever keeps passwords in the browser */
function deleting(name) {
  const password = input("password", "password", "current-password");
  const send = async () => {
    await post("/api/account/delete", { password: password.value });
    noticeOnNextPage(words.deletedOwn);
    location.assign("/");
  };
  return h(
    "details",
    { class: "deleting" },
    h("summary", {}, words.deleteOwn),
    h("p", {}, words.deleteWhat),
    form(
      words.deleteForGood,
      send,
      h("input", { type: "text", autocomplete: "username", value: name, hidden: true }),
      field(words.yourPassword, password),
    ),
  );
}

start();
