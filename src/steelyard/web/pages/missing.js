// Where there is no page.

import { pageHeader } from "../parts/header.js";
import { nothingHere } from "../parts/nothing.js";
import { words } from "../words.js";

document.body.prepend(pageHeader(""), nothingHere(words.common.missingWhy));
