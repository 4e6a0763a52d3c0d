"""The summary of a build that failed quotes the error itself, with its file and line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.arena.build import build
from steelyard.arena.program import find
from steelyard.arena.verdicts import BotFailure
from tests.contest.bots import write_bot

if TYPE_CHECKING:
    from pathlib import Path

LOGS = {
    "g++": (
        """\
main.cpp: In function 'int main()':
main.cpp:3:9: warning: unused variable 'errors: none' [-Wunused-variable]
main.cpp:7:12: error: expected ';' before 'return'
main.cpp:9:1: error: expected '}' at end of input
make: *** [Makefile:4: bot] Error 1
""",
        "main.cpp:7:12: error: expected ';' before 'return'",
    ),
    "g++ include": (
        """\
In file included from bot.cpp:1:
game.hpp:1:10: fatal error: nothing.hpp: No such file or directory
compilation terminated.
""",
        "game.hpp:1:10: fatal error: nothing.hpp: No such file or directory",
    ),
    "linker": (
        """\
/usr/bin/ld: /tmp/ccX.o: in function `main':
bot.cpp:(.text+0x5): undefined reference to `choose()'
collect2: error: ld returned 1 exit status
""",
        "bot.cpp:(.text+0x5): undefined reference to `choose()'",
    ),
    "mcs": (
        """\
Bot.cs(5,13): warning CS0219: The variable `x' is assigned but its value is never used
Bot.cs(12,5): error CS1002: ; expected
Compilation failed: 1 error(s), 1 warnings
""",
        "Bot.cs(12,5): error CS1002: ; expected",
    ),
    "javac": (
        """\
Note: Bot.java uses unchecked or unsafe operations.
Bot.java:12: error: ';' expected
    int x = 1
             ^
1 error
""",
        "Bot.java:12: error: ';' expected",
    ),
    "python": (
        """\
Listing '.'...
Compiling './bot.py'...
***   File "./bot.py", line 3
    def (
        ^
SyntaxError: invalid syntax
""",
        "SyntaxError: invalid syntax (./bot.py, line 3)",
    ),
    "python traceback": (
        """\
Traceback (most recent call last):
  File "/bot/setup.py", line 9, in <module>
    import nothing
ModuleNotFoundError: No module named 'nothing'
""",
        "ModuleNotFoundError: No module named 'nothing' (/bot/setup.py, line 9)",
    ),
    "go": (
        """\
# bot
./bot.go:12:5: undefined: choose
./bot.go:14:5: too many errors
""",
        "./bot.go:12:5: undefined: choose",
    ),
    "rustc": (
        """\
warning: unused variable: `x`
 --> bot.rs:3:9

error[E0425]: cannot find function `choose` in this scope
 --> bot.rs:12:5
  |
""",
        "bot.rs:12:5: error[E0425]: cannot find function `choose` in this scope",
    ),
    "anything": (
        """\
the model is missing
cannot go on
""",
        "the model is missing",
    ),
}


@pytest.mark.parametrize(("log", "quoted"), LOGS.values(), ids=LOGS)
def test_it_quotes_the_first_error(tmp_path: Path, log: str, quoted: str) -> None:
    write_bot(tmp_path / "bot", build="sh -c 'cat log.txt >&2; exit 1'")
    (tmp_path / "bot" / "log.txt").write_text(log)
    with pytest.raises(BotFailure) as failure:
        build(find(str(tmp_path / "bot"), "tank_war", []), isolated=False)
    assert failure.value.detail.endswith(f"sh failed with exit code 1: {quoted}")
    assert failure.value.line == quoted
