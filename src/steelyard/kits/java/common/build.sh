#!/bin/sh
# Makes the classes in out/ from every Java file here and below, tests apart.
cd "$(dirname "$0")" || exit 1
if ! command -v javac >/dev/null; then
    echo "javac is not installed; on Debian or Ubuntu: apt install openjdk-17-jdk-headless" >&2
    exit 1
fi
rm -rf out
find . -name '*.java' ! -name '*Test.java' -exec javac -J-Xmx512m -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 \
    --release 17 -encoding UTF-8 -g -d out {} +
