#!/bin/sh
# Makes the classes in out/ from every Java file here and below, tests apart.
cd "$(dirname "$0")" || exit 1
if ! command -v javac >/dev/null; then
    echo "javac is not installed; on Debian or Ubuntu: apt install default-jdk-headless" >&2
    exit 1
fi
rm -rf out
encoding=UTF-8
if ! find . -name '*.java' -exec iconv -f UTF-8 -t UTF-8 {} + >/dev/null 2>&1; then
    encoding=ISO-8859-1 # older sources often are
fi
find . -name '*.java' ! -name '*Test.java' -exec javac -J-Xmx512m -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 \
    --release 17 -encoding $encoding -g -d out {} +
