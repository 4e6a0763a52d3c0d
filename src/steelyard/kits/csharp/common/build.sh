#!/bin/sh
# Makes out/bot.exe from every C# file here and in kit/, tests apart.
cd "$(dirname "$0")" || exit 1
if ! command -v mcs >/dev/null; then
    echo "mcs is not installed; on Debian or Ubuntu: apt install mono-mcs" >&2
    exit 1
fi
mkdir -p out
find . -name '*.cs' ! -name '*Test.cs' ! -path './out/*' -exec mcs -langversion:7 -optimize -debug -out:out/bot.exe {} +
