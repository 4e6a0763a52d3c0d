#!/bin/sh
# Builds the bot, then builds and runs the unit tests, the files whose names end in Test.java.
cd "$(dirname "$0")" || exit 1
sh build.sh || exit 1
find . -name '*Test.java' -exec javac -J-Xmx512m -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 \
    --release 17 -encoding UTF-8 -g -cp out -d out/test {} + || exit 1
for test in $(find . -name '*Test.java' | sed 's|^\./||; s|\.java$||; s|/|.|g'); do
    java -cp out:out/test "$test" || exit 1
done
