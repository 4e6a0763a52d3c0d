#!/bin/sh
# Builds the bot, then builds and runs the unit tests, the files whose names end in Test.cs.
cd "$(dirname "$0")" || exit 1
sh build.sh || exit 1
find . -name '*.cs' ! -path './out/*' -exec mcs -langversion:7 -debug -main:Tests -out:out/test.exe {} + || exit 1
mono --debug out/test.exe
