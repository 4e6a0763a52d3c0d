"""Whatever strangers put into names, logs and build output: it cannot steer the terminal it is shown on."""

from __future__ import annotations

import io
import json
import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from msgspec.structs import replace

from steelyard.arena.record import read_record, write_record
from steelyard.cli.contest_run import View, _progress
from steelyard.cli.progress import Bar
from steelyard.core.plain_text import plain
from tests.contest.bots import write_bot

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from steelyard.contest.running.runner import ContestRunner
    from tests.conftest import Command

# Sets the window's title, clears the screen, steps back; a short form of these; turns the writing round.
HOSTILE = "\x1b]0;owned\x07\x1b[2J\b\r\x7f\x9b31m\u202egnp.exe\u2066\u200f"
HOSTILE_BYTES = "".join(f"\\{byte:03o}" for byte in HOSTILE.encode())  # as `printf` takes it
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@pytest.fixture
def steelyard(steelyard_here: Command) -> Command:
    """In this process, which shows the same."""
    return steelyard_here


def assert_harmless(shown: subprocess.CompletedProcess[str], *, told: str = "owned") -> None:
    for text in (shown.stdout, shown.stderr):
        assert not RAW.findall(text)
    assert told in shown.stdout + shown.stderr, "the hostile text was to be shown"


@pytest.fixture
def builds(tmp_path: Path) -> str:
    """A bot with a build that fails and curses."""
    write_bot(tmp_path / "builds", build="sh build.sh")
    (tmp_path / "builds" / "build.sh").write_text(f"printf '{HOSTILE_BYTES}\\n' >&2\nexit 1\n")
    return "./builds"


@pytest.fixture
def logs(tmp_path: Path) -> str:
    """A bot with a hostile name, log, and answer."""
    write_bot(tmp_path / "logs")
    says = "".join(f"print({HOSTILE!r}, file=sys.{stream}, flush=True)\n" for stream in ("stderr", "stdout"))
    (tmp_path / "logs" / "bot.py").write_text(f"import sys\n{says}sys.exit(3)\n")
    toml = (tmp_path / "logs" / "bot.toml").read_text()
    (tmp_path / "logs" / "bot.toml").write_text(f"name = {json.dumps('n' + HOSTILE)}\n{toml}")
    return "./logs"


@pytest.mark.parametrize(
    "command", ["check {} --game tank_war", "match tank_war {} random --games 2 --clock none"]
)
@pytest.mark.parametrize("bot", ["builds", "logs"])
def test_of_a_bot(steelyard: Command, request: pytest.FixtureRequest, command: str, bot: str) -> None:
    named = request.getfixturevalue(bot)
    shown = steelyard(*command.format(named).split(), "--no-sandbox")
    assert_harmless(shown)


def test_of_a_record(steelyard: Command, tmp_path: Path) -> None:
    words = ("match", "tank_war", "random", "random", "--games", "1", "--clock", "none", "--no-sandbox")
    steelyard(*words, "--record", "match.jsonl")
    played = read_record((tmp_path / "match.jsonl").read_bytes().splitlines()[-1])
    named = replace(played, players=tuple(replace(player, name=HOSTILE) for player in played.players))
    (tmp_path / "game.jsonl").write_bytes(write_record(named))
    assert_harmless(steelyard("replay", "game.jsonl"))


@pytest.mark.usefixtures("builds", "logs")
def test_of_a_contest(steelyard: Command, tmp_path: Path) -> None:
    hostile = json.dumps(f"n{HOSTILE}")
    write_bot(tmp_path / "ada")
    bots = "".join(f"[[entrants]]\nbot = {json.dumps(bot)}\n" for bot in ("ada", "builds", "logs"))
    bots += f'[[entrants]]\nbot = "random"\nname = {hostile}\n'
    heading = f'name = {hostile}\ngame = "tank_war"\nclock = "none"\n'
    (tmp_path / "c.toml").write_text(f'{heading}{bots}[[stages]]\nkind = "groups"\n')
    run = steelyard("contest", "run", "c.toml", "--no-sandbox")
    assert run.returncode == 0, run.stderr
    assert_harmless(run)
    assert run.stderr.count("owned") >= 2, "of those in quarantine"
    assert_harmless(steelyard("contest", "status", "c"))
    told = steelyard("contest", "status", "c", "--json")
    assert_harmless(told)
    assert f"n{HOSTILE}" in {name for level in json.loads(told.stdout)["ranking"] for name in level}
    assert_harmless(steelyard("contest", "disqualify", "c", f"n{HOSTILE}", "--reason", "swears"))


def test_lines_tabs_and_letters_of_all_languages_stay() -> None:
    text = "line\n\ttab \u00e9 \u05d0\u05d1 \U0001f468\u200d\U0001f469"
    assert plain(text) == text
    assert plain("\x1b[2J\r\x85\u202e\udcff") == r"\x1b[2J\r\x85\u202e\udcff"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_of_what_is_being_done(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    bar = Bar()
    bar(f"{HOSTILE}\nanother line", 1)
    bar.clear()
    line = terminal.getvalue()
    assert re.fullmatch(r"\r\[#+\] 100% [^\r\x1b\n]*another line\x1b\[K\r\x1b\[K", line)
    view = View()
    view._draw(f"{HOSTILE}\nanother line")
    view.clear()
    drawn = terminal.getvalue().removeprefix(line)
    assert drawn.count("\n") == 2
    assert RAW.findall(drawn) == ["\x1b", "\x1b"], "only our own, which take the two lines back"


def test_without_a_terminal_a_contest_prints_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = SimpleNamespace(s=0.0)
    monkeypatch.setattr("steelyard.cli.contest_run.time", SimpleNamespace(monotonic=lambda: now.s))
    progress = SimpleNamespace(games_to_come=lambda: 6)
    runner = SimpleNamespace(look=lambda: progress, games_done=4, done_before=0)
    view = View()
    for second in range(40):
        now.s = float(second)
        view.show(cast("ContestRunner", runner))
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "4 games played, about 6 to come: 22 s at 0.3 games/s",
        "4 games played, about 6 to come: 45 s at 0.1 games/s",
    ]


@pytest.mark.parametrize(
    ("rate", "told"), [(0.3, "0.3 games/s"), (0.04, "2.4 games/min"), (0.0004, "1.4 games/h")]
)
def test_a_rate_is_never_zero(rate: float, told: str) -> None:
    assert _progress(1, 6, rate).startswith("1 game played, about 6 to come: ")
    assert _progress(1, 6, rate).endswith(f" at {told}")
