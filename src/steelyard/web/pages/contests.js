// The list of contests, and creating a new one.

import { fill, h } from "../parts/page/dom.js";
import { notice, pageHeader, signInAddress } from "../parts/page/header.js";
import { MakeForm } from "../parts/contests/new-contest.js";
import { get, post } from "../parts/page/http.js";
import { me } from "../parts/page/me.js";
import { deadlineInWords } from "../parts/page/dates.js";
import { eventWords } from "../words/big-screen.js";
import { words } from "../words/contests.js";
import { words as tournamentWords } from "../words/tournaments.js";

/**
 * @typedef {object} Head
 * @property {string} id
 * @property {string} name
 * @property {string} title
 * @property {keyof typeof words.state} state
 * @property {boolean} waits another contest is played first
 * @property {boolean} public
 * @property {number | null} deadline_ms
 * @property {number} now_ms
 * @property {string} owner
 * @property {number} teams
 * @property {boolean} manages
 * @property {boolean} entered
 */

const list = h("ul", { class: "contests" });
const more = h("button", { type: "button", hidden: true, onClick: () => refresh(true) }, words.list.more);
/** @type {string | null} The last contest that is shown, if there are more. */
let next = null;
const making = h("div", { class: "making" });

async function start() {
  const main = h("main", { class: "contest-list" });
  document.body.prepend(pageHeader("contests"), main);
  document.title = `${words.list.title}, ${eventWords.title}`;
  await refresh(); // first, so that nothing moves afterwards
  fill(
    main,
    h("div", { class: "live-head" }, h("h1", {}, words.list.title), making),
    list,
    more,
    h("p", {}, h("a", { href: "/tournaments" }, tournamentWords.title)),
    joining(),
  );
}

/** Load the newest contests, or append the next older ones. */
async function refresh(older = false) {
  try {
    /** @type {{contests: Head[], may_make: boolean, next: string | null}} */
    const found = await get(older ? `/api/contests?after=${next}` : "/api/contests");
    if (!making.childElementCount) await offerMaking(found.may_make);
    const items = found.contests.map(entry);
    if (older) list.append(...items);
    else fill(list, items.length ? items : h("li", { class: "quiet" }, words.list.none));
    next = found.next;
    more.hidden = next === null;
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message, "error");
  }
}

/** @param {Head} contest */
function entry(contest) {
  const marks = [
    contest.manages && words.list.yours,
    contest.entered && words.list.entered,
    !contest.public && words.list.private,
  ].filter(Boolean);
  return h(
    "li",
    { "data-contest": contest.id },
    h(
      "a",
      { href: `/c/${contest.id}` },
      h("span", { class: "name" }, contest.name),
      h("span", { class: `state state-${contest.state}` }, words.state[contest.waits ? "waiting" : contest.state]),
      h(
        "span",
        { class: "small quiet" },
        [
          contest.title,
          words.list.by(contest.owner),
          words.list.teams(contest.teams),
          deadlineInWords(contest),
        ]
          .filter(Boolean)
          .join(" \u00b7 "),
      ),
      h("span", { class: "marks" }, marks.map((mark) => h("span", { class: "badge" }, mark))),
    ),
  );
}

/** The button for a new contest; for others, what they need first. @param {boolean} may */
async function offerMaking(may) {
  const open = () => new MakeForm(({ url }) => location.assign(url)).open();
  if (may) return making.append(h("button", { type: "button", class: "main", onClick: open }, words.list.make));
  const { account } = await me();
  making.append(
    account
      ? h("p", { class: "small quiet" }, words.list.onlyOrganisers)
      : h("a", { class: "button", href: signInAddress() }, words.list.signInToMake),
  );
}

function joining() {
  const field = h("input", { type: "text", name: "code", maxlength: 20, autocomplete: "off", required: true });
  return h(
    "form",
    {
      class: "joining",
      onSubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const code = field.value.trim();
        try {
          const { account } = await me();
          if (!account) return location.assign(`/join/${encodeURIComponent(code)}`); // where one signs in or registers
          const { url } = await post("/api/contests/join", { code });
          location.assign(url);
        } catch (problem) {
          notice(/** @type {Error} */ (problem).message, "error");
        }
      },
    },
    h("h2", {}, words.list.joinTitle),
    h("p", { class: "small quiet" }, words.list.joinWhy),
    h(
      "div",
      { class: "row" },
      h("label", { class: "field" }, h("span", {}, words.list.code), field),
      h("button", { type: "submit" }, words.list.join),
    ),
  );
}

start();
