#!/bin/sh
# Makes and runs the tests: every *_test.rs that main.rs names.
cd "$(dirname "$0")" || exit 1
. ./kit/sources.sh
say_what_is_tested "$(own_sources rs | grep '_test\.rs$')" "$(own_sources rs)"
sh build.sh test && ./bot-test --quiet
end_of_tests $?
