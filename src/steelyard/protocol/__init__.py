"""What goes over a bot's pipe: one JSON object a line. The schemas come first; all else follows them."""

VERSION = 1
