"""The bot protocol: one JSON object per line. The schemas define it; everything else follows them."""

VERSION = 1
