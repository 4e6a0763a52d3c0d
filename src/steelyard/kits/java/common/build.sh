#!/bin/sh
# Makes the classes in out/ from every Java file here and below, tests apart; `sh build.sh test` makes the tests, too.
cd "$(dirname "$0")" || exit 1
if ! command -v javac >/dev/null; then
    echo "javac is not installed; on Debian or Ubuntu: apt install default-jdk-headless" >&2
    exit 1
fi
. ./kit/sources.sh
rm -rf out
mkdir out
out=$PWD/out
say_passed_over java
go_to_sources java || exit 1
everything=$(own_sources java)
tests=$(printf '%s\n' "$everything" | grep 'Test\.java$')
sources=$(without "$everything" "$tests")

# Tank Duel: a folder of the contest of 2014 has a Player of its own; the kit takes its place.
if [ -f kit/contest.sh ]; then . ./kit/contest.sh; fi

compile() {
    javac -J-Xmx512m -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 --release 17 -encoding UTF-8 -g "$@"
}
compile -d "$out" $sources $(find ./kit -name '*.java') || exit 1
if [ "$1" = test ]; then compile -cp "$out" -d "$out/test" $tests; fi
