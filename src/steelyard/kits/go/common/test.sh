#!/bin/sh
# Runs the tests: every *_test.go in this folder.
cd "$(dirname "$0")" || exit 1
if ! command -v go >/dev/null; then sh build.sh; exit 1; fi
. ./kit/sources.sh
. ./kit/environment.sh
say_what_is_tested "$(own_sources go | grep '_test\.go$')" "$(own_sources go)"
go test .
end_of_tests $?
