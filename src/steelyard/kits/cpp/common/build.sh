#!/bin/sh
# Makes the bot from all sources in this folder and below and the kit's; `sh build.sh test` makes the tests instead.
cd "$(dirname "$0")" || exit 1
if ! command -v g++ >/dev/null; then
    echo "g++ is not installed; on Debian or Ubuntu: apt install g++" >&2
    exit 1
fi
. ./kit/sources.sh
made=bot
if [ "$1" = test ]; then made=bot-test; fi
mkdir -p out
home=$PWD
say_passed_over cpp cc cxx
go_to_sources cpp cc cxx h hpp hh hxx inl || exit 1
everything=$(own_sources cpp cc cxx h hpp hh hxx inl)
sources=$(own_sources cpp cc cxx)
tests=$(printf '%s\n' "$sources" | grep 'Test\.cpp$')
sources=$(without "$sources" "$tests")
options=

# Tank Duel: a folder of the contest of 2014 has its own main and Player; the kit takes their place.
if [ -f kit/contest.sh ]; then . ./kit/contest.sh; fi

if [ "$made" = bot ]; then sources=$(printf '%s\n' "$sources" kit/Main.cpp)
else sources=$(printf '%s\n' "$sources" "$tests")
fi
for folder in $(printf '%s\n' "$everything" | sed -n 's|/[^/]*\.[hi][^/]*$||p' | sort -u); do
    options=$(printf '%s\n' "$options" "-I$folder")
done

# Where Boost is installed its own headers are used, elsewhere the stand-ins. CXXFLAGS can add options.
compile() {
    g++ "$@" -O2 -fmax-errors=5 -pthread $options -I. -Ikit -idirafter kit/without_boost \
        -DBOOST_CHRONO_HEADER_ONLY -DBOOST_BIND_GLOBAL_PLACEHOLDERS $(printf '%s' "$CXXFLAGS" | tr ' ' '\n') -o "$home/$made" $sources
}
if compile -std=c++17 -Wall 2>"$home/out/messages"; then
    cat "$home/out/messages" >&2
elif [ -f kit/contest.sh ] && compile -std=gnu++14 -fpermissive -w 2>"$home/out/older"; then
    echo "compiled as C++14, with what older compilers let pass: it is not C++17"
else
    cat "$home/out/messages" >&2
    if [ -f kit/contest.sh ]; then missing_boost; fi
    exit 1
fi
