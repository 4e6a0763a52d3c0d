#!/bin/sh
# Makes the bot from all sources in this folder and the kit's; `sh build.sh test` makes the tests instead.
cd "$(dirname "$0")" || exit 1
if ! command -v g++ >/dev/null; then
    echo "g++ is not installed; on Debian or Ubuntu: apt install g++" >&2
    exit 1
fi

made=bot left_out='*Test.cpp'
if [ "$1" = test ]; then
    made=bot-test left_out=kit/Main.cpp
fi
set --
for source in *.cpp *.cc *.cxx kit/Main.cpp; do
    case $source in
        $left_out | '*'.*) ;;
        *) set -- "$@" "$source" ;;
    esac
done

# Tank Duel: where Boost is installed its own headers are used, elsewhere the stand-ins.
options="-idirafter kit/without_boost -DBOOST_CHRONO_HEADER_ONLY"
if ! cat ./*.h "$@" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1; then
    options="$options -finput-charset=ISO-8859-1" # as older sources often are
fi
exec g++ -std=c++17 -O2 -Wall -fmax-errors=5 -pthread -I. -Ikit $options -o "$made" "$@"
