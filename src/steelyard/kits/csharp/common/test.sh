#!/bin/sh
# Builds and runs the unit tests, the files whose names end in Test.cs.
cd "$(dirname "$0")" || exit 1
if ! command -v mcs >/dev/null; then
    echo "mcs is not installed; on Debian or Ubuntu: apt install mono-mcs" >&2
    exit 1
fi
mkdir -p out
find . -name '*.cs' ! -path './out/*' -exec mcs -langversion:7 -debug -main:Tests -out:out/test.exe {} + &&
    mono --debug out/test.exe
