// The page for unknown addresses.

import { pageHeader } from "../parts/header.js";
import { nothingHere } from "../parts/nothing.js";
import { words } from "../words.js";

document.body.prepend(pageHeader(""), nothingHere(words.common.missingWhy));
