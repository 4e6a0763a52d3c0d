#!/bin/sh
# Makes the bot from main.rs and what it names; `sh build.sh test` makes the tests instead. Nothing is downloaded.
cd "$(dirname "$0")" || exit 1
if ! command -v rustc >/dev/null; then
    echo "rustc is not installed; on Debian or Ubuntu: apt install rustc" >&2
    exit 1
fi
if [ "$1" = test ]; then
    exec rustc --edition 2021 --test -o bot-test main.rs
fi
exec rustc --edition 2021 -O -C debuginfo=1 -o bot main.rs
