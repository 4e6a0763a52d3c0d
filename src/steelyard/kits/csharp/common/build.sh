#!/bin/sh
# Makes out/bot.exe from every C# file here and below, tests apart; `sh build.sh test` makes out/test.exe with them.
cd "$(dirname "$0")" || exit 1
if ! command -v mcs >/dev/null; then
    echo "mcs is not installed; on Debian or Ubuntu: apt install mono-mcs" >&2
    exit 1
fi
. ./kit/sources.sh
mkdir -p out
out=$PWD/out
say_passed_over cs
go_to_sources cs || exit 1
everything=$(own_sources cs)
tests=$(printf '%s\n' "$everything" | grep 'Test\.cs$')
sources=$(without "$everything" "$tests")

# Tank Duel: a folder of the contest of 2014 has a Player of its own; the kit takes its place.
if [ -f kit/contest.sh ]; then . ./kit/contest.sh; fi

made=$out/bot.exe main=Steelyard.Program
if [ "$1" = test ]; then
    made=$out/test.exe main=Tests sources=$(printf '%s\n' "$sources" "$tests")
fi
exec mcs -langversion:7 -optimize -debug -main:$main "-out:$made" $sources $(find ./kit -name '*.cs')
