#!/bin/sh
# Makes and runs the tests: every *Test.cpp in this folder and below, in the place of the kit's main.
cd "$(dirname "$0")" || exit 1
. ./kit/sources.sh
say_what_is_tested "$(own_sources cpp | grep 'Test\.cpp$')" "$(own_sources cpp h)"
sh build.sh test && ./bot-test
end_of_tests $?
