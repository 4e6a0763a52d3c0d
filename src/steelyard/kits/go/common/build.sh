#!/bin/sh
# Makes the bot from all Go files in this folder; nothing is downloaded.
cd "$(dirname "$0")" || exit 1
if ! command -v go >/dev/null; then
    echo "go is not installed; on Debian or Ubuntu: apt install golang-go" >&2
    exit 1
fi
. ./kit/environment.sh
go build -o bot . || exit 1
