"""What can be done on a machine without bubblewrap: our own bots play; strangers' bots are refused."""

from __future__ import annotations

import asyncio
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from steelyard.arena.sandbox import bubblewrap, process
from steelyard.server.jobs import supervisor
from steelyard.server.jobs.supervisor import CANNOT
from steelyard.server.jobs.worker import work
from steelyard.server.settings import Settings
from tests.contest.bots import write_bot
from tests.test_readme import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Command

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.usefixtures("without_bubblewrap")
REFUSED = (
    "steelyard: bots cannot be isolated on this machine: bwrap is not installed; install bubblewrap"
    " (apt install bubblewrap); --no-sandbox plays practice games without isolation\n"
)


@pytest.fixture
def without_bubblewrap(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(bubblewrap, "SYSTEM_PATH", "/nowhere")
    process.available.cache_clear()
    yield
    process.available.cache_clear()


@pytest.fixture
def bare(steelyard_here: Command, tmp_path: Path) -> Command:
    """The command line on such a machine."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "build").mkdir()
    write_bot(tmp_path / "mine")
    return steelyard_here


@pytest.mark.parametrize(
    "command", [each for each in COMMANDS if each.split()[0] in {"match", "check", "contest"}]
)
def test_the_examples_of_the_readme_run_without_it(command: str, bare: Command) -> None:
    shown = bare(*shlex.split(command))
    told = [line for line in shown.stderr.splitlines() if "games played" not in line]  # on a slow machine
    assert (shown.returncode, told) == (0, [])
    assert shown.stdout


@pytest.mark.parametrize(
    "command",
    [
        "match tank_war greedy ./mine --games 2 --clock none",
        "match tank_war 'cmd:python3 mine/bot.py' greedy --games 2 --clock none",
        "check ./mine --game tank_war",
        "analyse tank_war --against ./mine",
        "contest run mixed.toml",
        "contest run teacher.toml",
    ],
)
def test_strangers_bots_are_refused_without_it(command: str, bare: Command, tmp_path: Path) -> None:
    ours = (ROOT / "examples/contest.toml").read_text()
    (tmp_path / "mixed.toml").write_text(ours.replace('bot = "random"\nname = "Dora"', 'bot = "mine"'))
    (tmp_path / "teacher.toml").write_text(ours + '\n[teacher]\nbot = "mine"\n')
    shown = bare(*shlex.split(command))
    assert (shown.returncode, shown.stderr) == (2, REFUSED)
    assert not (tmp_path / "mixed").exists()
    assert not (tmp_path / "teacher").exists()


def test_a_stranger_who_replaces_one_of_ours_is_refused_then_and_later(
    bare: Command,
) -> None:
    assert bare("contest", "run", "examples/contest.toml", "--into", "ours").returncode == 0
    words = ("contest", "replace", "ours", "Ada", "./mine", "--reason", "better")
    assert bare(*words).stderr == REFUSED
    assert bare(*words, "--no-sandbox").returncode == 0
    assert bare("contest", "run", "ours").stderr == REFUSED
    assert bare("contest", "replace", "ours", "Bob", "random", "--reason", "worse").returncode == 0


def test_practice_goes_without_it(bare: Command) -> None:
    shown = bare("match", "tank_war", "./mine", "greedy", "--games", "2", "--clock", "none", "--no-sandbox")
    assert (shown.returncode, shown.stderr) == (0, "")


def test_a_server_recommends_no_option_that_it_does_not_have(caplog: pytest.LogCaptureFixture) -> None:
    assert work(cast("Any", None)) == CANNOT
    (told,) = caplog.messages
    assert told.startswith(
        "this worker cannot begin: bots cannot be isolated on this machine: bwrap is not installed;"
    )
    assert told.endswith("; install bubblewrap (apt install bubblewrap)")


def test_a_server_with_several_workers_says_once_why_it_starts_none(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = Settings("sqlite://", tmp_path, workers=3)
    assert asyncio.run(supervisor.workers(settings)) == []
    (told,) = caplog.messages
    assert told.startswith("this server builds no bots and plays no ladder games: bots cannot be isolated")
    assert "apt install bubblewrap" in told
