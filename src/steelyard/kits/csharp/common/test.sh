#!/bin/sh
# Builds and runs the unit tests, the files whose names end in Test.cs.
cd "$(dirname "$0")" || exit 1
. ./kit/sources.sh
say_what_is_tested "$(own_sources cs | grep 'Test\.cs$')" "$(own_sources cs)"
sh build.sh test && mono --debug out/test.exe
end_of_tests $?
