// The page behind the link of a contest or of a team: registers if needed, and joins.

import { fill, h, sentence } from "../parts/page/dom.js";
import { deadlineInWords } from "../parts/page/dates.js";
import { field, form } from "../parts/page/form.js";
import { notice, noticeOnNextPage, pageHeader } from "../parts/page/header.js";
import { get, post } from "../parts/page/http.js";
import { words as account } from "../words/accounts.js";
import { words } from "../words/contests.js";

/**
 * @typedef {object} Join
 * @property {{id: string, name: string, title: string, state: string, deadline_ms: number | null, owner: string}} contest
 * @property {{name: string, members: {name: string}[]} | null} team
 * @property {string} closed why nobody can take part any more; empty while they can
 * @property {boolean} can_join when entries are closed: to follow the contest
 * @property {boolean} registers
 * @property {string | null} account
 * @property {boolean} joined
 */

const code = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const place = h("main", { class: "account" });

async function start() {
  document.body.prepend(pageHeader("contests"), place);
  document.title = words.join.title;
  try {
    await look();
  } catch (problem) {
    const why = sentence(/** @type {Error} */ (problem).message);
    fill(place, h("h1", {}, words.join.notValid), h("p", {}, why), toContests());
  }
}

async function look() {
  draw(await get(`/api/contests/join?code=${encodeURIComponent(code)}`));
}

/** @param {Join} join */
function draw(join) {
  const { contest, team } = join;
  if (join.joined) return location.replace(`/c/${contest.id}`);
  document.title = words.join.contest(contest.name);
  fill(
    place,
    h(
      "header",
      { class: "whose" },
      h("h1", {}, team ? words.join.team(team.name) : words.join.contest(contest.name)),
      h(
        "p",
        { class: "quiet" },
        [team && contest.name, contest.title, words.list.by(contest.owner), deadlineInWords(contest)]
          .filter(Boolean)
          .join(" \u00b7 "),
      ),
      !join.closed && !["draft", "open"].includes(contest.state) && h("p", { class: "offer" }, words.join.onlyWatch),
      team && h("p", {}, words.join.members(team.members.map(({ name }) => name).join(", "))),
    ),
    join.can_join && join.closed && h("p", { class: "offer" }, sentence(join.closed)),
    !join.can_join ? closed(join) : join.account ? joining(join.account) : registering(join),
  );
}

/** @param {Join} join */
function closed({ closed: why }) {
  return h("section", {}, h("p", { class: "offer" }, `${words.join.closed} ${sentence(why)}`), toContests());
}

/** For somebody with an account. @param {string} name */
function joining(name) {
  const number = numberField();
  const send = async () => {
    const { url } = await post("/api/contests/join", { code, student_number: number.value.trim() });
    location.assign(url);
  };
  return h(
    "section",
    {},
    h("p", {}, words.join.signedIn(name)),
    form(words.join.join, send, field(words.team.number, number, words.team.numberWhy)),
  );
}

/** For somebody without one, or not signed in. @param {Join} join */
function registering({ registers }) {
  const name = h("input", { name: "name", type: "text", autocomplete: "username", required: true, maxlength: 60 });
  const password = h("input", { name: "new-password", type: "password", autocomplete: "new-password", required: true, maxlength: 200 });
  const number = numberField();
  const send = async () => {
    const given = { name: name.value, password: password.value, student_number: number.value.trim() };
    const { url, problem } = await post("/api/contests/register", { code, ...given });
    if (!problem) {
      noticeOnNextPage(account.registered(name.value.trim()));
      return location.assign(url);
    }
    notice(problem, "error");
    await look(); // now with an account
  };
  const signIn = h("a", { href: `/account?next=/join/${encodeURIComponent(code)}` }, account.signIn);
  if (!registers) return h("section", {}, h("p", { class: "offer" }, words.join.invitedOnly), h("p", {}, signIn));
  return h(
    "section",
    {},
    form(
      words.join.register,
      send,
      field(account.name, name, account.nameHint),
      field(account.password, password, account.passwordHint),
      field(words.team.number, number, words.team.numberWhy),
    ),
    h("p", {}, words.join.hasAccount, " ", signIn),
  );
}

function numberField() {
  return h("input", { name: "student-number", type: "text", autocomplete: "off", maxlength: 40 });
}

function toContests() {
  return h("p", {}, h("a", { class: "button", href: "/contests" }, words.list.title));
}

start();
