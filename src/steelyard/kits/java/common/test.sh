#!/bin/sh
# Builds the bot, then builds and runs the unit tests, the files whose names end in Test.java.
cd "$(dirname "$0")" || exit 1
. ./kit/sources.sh
tests=$(own_sources java | grep 'Test\.java$')
say_what_is_tested "$tests" "$(own_sources java)"
sh build.sh test || end_of_tests 1
for test in $tests; do
    package=$(sed -n 's/^[ 	]*package[ 	]*\([A-Za-z0-9_.]*\).*/\1./p' "$test" | head -n 1)
    class=${test##*/}
    java -cp out:out/test "$package${class%.java}" || end_of_tests 1
done
end_of_tests 0
