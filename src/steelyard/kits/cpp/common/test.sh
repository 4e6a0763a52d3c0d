#!/bin/sh
# Makes and runs the tests: every *Test.cpp in this folder, in the place of the kit's main.
cd "$(dirname "$0")" || exit 1
sh build.sh test && exec ./bot-test
