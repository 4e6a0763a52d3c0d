# For build.sh and test.sh, which work in the bot's folder: which sources are compiled, and where.
# A name may have spaces: lists of names have one a line.
set -f
IFS='
'

# Your sources with these endings, in this folder and below; the kit's own are in kit/.
own_sources() {
    for ending; do
        find . \( -path ./kit -o -path ./out -o -iname bin -o -iname obj -o -iname CMakeFiles -o -name '.?*' \) -prune \
            -o -type f -iname "*.$ending" -print
    done | sort
}

# Whether a file is as the kit came with it.
unchanged() {
    [ -f "$1" ] && grep -F "  ${1#./}" kit/example.sha256 2>/dev/null | sha256sum -c --status 2>/dev/null
}

# The files of the kit's example bot among these that another file of the same name, in another folder, replaces.
replaced_examples() {
    for file in $1; do
        others=$(printf '%s\n' "$1" | grep -F "/${file##*/}" | grep -vxF "$file" | grep "/${file##*/}\$")
        if [ -n "$others" ] && unchanged "$file"; then echo "$file"; fi
    done
}

# The first list without the second.
without() {
    printf '%s\n' "$1" | grep -vxF -e "$2"
}

# Says that files are not compiled, and why.
say_left_out() {
    for file in $1; do printf 'left out: %s (%s)\n' "${file#./}" "$2"; done
}

# Says which sources with these endings are not among your own: in folders of built files, and behind links.
say_passed_over() {
    found=$(for ending; do
        find . \( -path ./kit -o -path ./out -o -name '.?*' \) -prune -o -type f -iname "*.$ending" -print
    done)
    say_left_out "$(without "$found" "$(own_sources "$@")")" "in a folder of built files"
    endings=$(IFS='|' && echo "$*")
    for link in $(find . \( -path ./kit -o -path ./out -o -name '.?*' \) -prune -o -type l -print); do
        if [ -d "$link" ] || printf '%s\n' "$link" | grep -qiE "\.($endings)\$"; then
            say_left_out "$link" "a link; put the files themselves here"
        fi
    done
}

# Compilers want one encoding: where a source is not UTF-8, or begins with a mark, all are read and compiled as copies
# in out/sources, as UTF-8 without marks. Goes to the folder to compile in; fails where a source is no text.
go_to_sources() {
    for file in $(own_sources "$@"); do
        if [ "$(head -c 3 "$file" | od -An -tx1)" = ' ef bb bf' ] || ! is_utf8 "$file"; then
            copy_as_utf8 "$@" && cd out/sources
            return
        fi
    done
}

is_utf8() {
    iconv -f UTF-8 -t UTF-8 "$1" >/dev/null 2>&1
}

copy_as_utf8() {
    rm -rf out/sources
    for file in $(own_sources "$@"); do
        mkdir -p "out/sources/${file%/*}"
        encoding=ISO-8859-1 # as older sources often are
        if is_utf8 "$file"; then encoding=UTF-8; fi
        case $(head -c 2 "$file" | od -An -tx1) in ' ff fe' | ' fe ff') encoding=UTF-16 ;; esac
        if ! iconv -f $encoding -t UTF-8 "$file" >out/text; then
            printf '%s is not text in %s\n' "${file#./}" $encoding >&2
            return 1
        fi
        LC_ALL=C sed "1s/^$(printf '\357\273\277')//" out/text >"out/sources/$file"
    done
    cp -R kit out/sources/kit
}

# Says which files the tests are (first list) and, among all sources (second list), whether they are the kit's: those
# say what the kit's example bot does, so where the bot is another one they may fail, and that is no mistake.
say_what_is_tested() {
    if [ -z "$1" ]; then
        echo "there are no tests: no file's name ends in Test"
        exit 0
    fi
    for file in $1; do echo "tests: ${file#./}"; done
    examples_alone=yes bot_changed=
    for file in $1; do unchanged "$file" || examples_alone=; done
    for file in $(without "$2" "$1"); do unchanged "$file" || bot_changed=yes; done
    if [ "$examples_alone" ] && [ "$bot_changed" ]; then
        echo "These are the tests of the kit's example, and the bot is not the example any more: where they fail, the two"
        echo "bots differ. That is no mistake, and counts as none. Write what yours should do into them."
    else
        bot_changed=
    fi
}

# Ends test.sh; only failures of tests that are meant for this bot count.
end_of_tests() {
    if [ "$1" != 0 ] && [ "$bot_changed" ]; then
        echo "The example's tests do not fit this bot."
        exit 0
    fi
    exit "$1"
}
