#!/bin/sh
# Builds and runs the unit tests, the files whose names end in Test.java.
cd "$(dirname "$0")" || exit 1
if ! command -v javac >/dev/null; then
    echo "javac is not installed; on Debian or Ubuntu: apt install openjdk-17-jdk-headless" >&2
    exit 1
fi
rm -rf out/test
find . -name '*.java' -exec javac -J-Xmx512m -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 \
    --release 17 -encoding UTF-8 -g -d out/test {} + || exit 1
for test in $(find . -name '*Test.java' | sed 's|^\./||; s|\.java$||; s|/|.|g'); do
    java -cp out/test "$test" || exit 1
done
