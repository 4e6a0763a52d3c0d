// The page for unknown addresses.

import { pageHeader } from "../parts/page/header.js";
import { nothingHere } from "../parts/page/empty.js";
import { words } from "../words/general.js";

document.body.prepend(pageHeader(""), nothingHere(words.common.missingWhy));
