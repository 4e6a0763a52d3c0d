# For build.sh: what a contestant's folder of 2014 has beside the bot, and the two classes that a bot can be.

# Sources that belong to the contest's own program: those that define main, or that include its communication
# (Safir, Boost's asio), directly or through a header of theirs.
contest_program() {
    LC_ALL=C awk '
        FNR == 1 { name = FILENAME; sub(/.*\//, "", name); files[FILENAME] = name; sub(/^\357\273\277/, "") }
        /^[ \t]*#[ \t]*include/ {
            header = $0
            sub(/^[^<"]*[<"]/, "", header); sub(/[>"].*/, "", header)
            if (header ~ /^(Safir\/Dob\/|boost\/asio|ace\/)/ && header !~ /^Safir\/Dob\/Typesystem/) tied[name] = 1
            sub(/.*[\/\\]/, "", header)
            includes[FILENAME] = includes[FILENAME] "/" header
        }
        /^[ \t]*(int|void)[ \t]+w?main[ \t]*\(/ { tied[name] = 1 }
        END {
            do {
                more = 0
                for (file in files) {
                    if (files[file] in tied) continue
                    count = split(includes[file], headers, "/")
                    for (i = 1; i <= count; i++) if (headers[i] in tied) { tied[files[file]] = 1; more = 1 }
                }
            } while (more)
            for (file in files) {
                name = files[file]
                if (name in tied && name !~ /^(TankLogic|Strategy)\./ && name !~ /Test\.cpp$/) print file
            }
        }' $everything | grep -i '\.c[pxc][px]*$'
}

theirs=$(contest_program)
say_left_out "$theirs" "the contest's program, whose place the kit takes"
sources=$(without "$sources" "$theirs")

# The kit's example goes where there is another: in a folder below, in a header alone, or as a Strategy.
replaced=$(replaced_examples "$everything")
strategy=$(printf '%s\n' "$everything" | grep '/Strategy\.h$' | head -n 1)
logic=$(without "$everything" "$replaced" | grep '/TankLogic\.h$' | head -n 1)
if [ "$strategy" ] && { [ -z "$logic" ] || unchanged ./TankLogic.h; }; then
    replaced=$(printf '%s\n' "$replaced" ./TankLogic.cpp)
    logic=$strategy
    namespace=$(LC_ALL=C sed -n 's/^[^A-Za-z\/*]*namespace[ \t]*\([A-Za-z_][A-Za-z_0-9]*\).*/\1/p' "$strategy" | head -n 1)
    options=$(printf '%s\n' -DKIT_STRATEGY "-DKIT_STRATEGY_NAMESPACE=$namespace")
    echo "the bot is the Strategy in ${strategy#./}"
fi
for example in TankLogic GameMap; do
    if unchanged "./$example.cpp" && [ -f "$example.h" ] && ! unchanged "./$example.h"; then
        replaced=$(printf '%s\n' "$replaced" "./$example.cpp")
    fi
done
replaced=$(printf '%s\n' "$sources" | grep -xF -e "$replaced")
say_left_out "$replaced" "the kit's example, which yours replaces"
sources=$(without "$sources" "$replaced")
if [ "$logic" ]; then options=$(printf '%s\n' "$options" "-I${logic%/*}"); fi

# Names the headers of Boost that are included, installed nowhere and not among the stand-ins.
missing_boost() {
    for header in $(LC_ALL=C sed -n 's|^[ \t]*#[ \t]*include[ \t]*[<"]\(boost/[^>"]*\)[>"].*|\1|p' $(without "$everything" "$theirs") | sort -u); do
        if [ ! -f "kit/without_boost/$header" ] && [ ! -f "/usr/include/$header" ]; then
            echo "the kit has no stand-in for <$header>; on Debian or Ubuntu: apt install libboost-dev" >&2
        fi
    done
}
