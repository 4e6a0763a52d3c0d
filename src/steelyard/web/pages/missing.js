// Where there is no page.

import { h } from "../parts/dom.js";
import { pageHeader } from "../parts/header.js";
import { words } from "../words.js";

document.body.prepend(
  pageHeader(""),
  h(
    "main",
    {},
    h("h1", {}, words.common.missing),
    h("p", { class: "quiet" }, words.common.missingWhy),
    h("p", {}, h("a", { href: "/" }, words.common.toLobby)),
  ),
);
