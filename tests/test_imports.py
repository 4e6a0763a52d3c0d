"""What each package loads when it is imported: its own, what it builds on, and nothing heavy."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOADED = """
import importlib, sys
importlib.import_module(sys.argv[1])
print(*{name.split(".")[1] for name in sys.modules if name.startswith("steelyard.")})
print(*{name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names)
"""
WITHOUT_POSIX = """
import sys
sys.modules |= dict.fromkeys(("fcntl", "grp", "pwd", "resource", "termios"))  # importing one of them fails
from steelyard.cli import main
main(["connect", "http://no.address"])
"""
HEAVY = {
    "numpy",
    "numba",
    "PIL",
    "fastapi",
    "sqlalchemy",
    "uvicorn",
    "openskill",
    "ray",
    "gymnasium",
    "pettingzoo",
    "pyspiel",
}


def loaded(module: str) -> tuple[set[str], set[str]]:
    """Which packages of ours, and which heavy ones, a fresh process has after importing a module."""
    shown = subprocess.run(
        [sys.executable, "-c", LOADED, module], capture_output=True, text=True, check=True
    ).stdout.split("\n")
    return set(shown[0].split()), HEAVY & set(shown[1].split())


@pytest.mark.parametrize(
    ("module", "ours"),
    [
        ("steelyard", "core"),
        ("steelyard.core.game", "core"),
        ("steelyard.games", "core games"),
        ("steelyard.protocol", "core protocol"),
        ("steelyard.arena", "core arena"),
        ("steelyard.contest", "core contest"),
        ("steelyard.cli", "core cli"),
        ("steelyard.envs", "core envs"),
    ],
)
def test_a_package_loads_what_it_needs(module: str, ours: str) -> None:
    assert loaded(module) == (set(ours.split()), set())


@pytest.mark.parametrize(
    ("module", "ours"), [("steelyard.core.conformance", "core"), ("steelyard.games.tank_war", "core games")]
)
def test_rules_and_their_checks_load_no_player(module: str, ours: str) -> None:
    assert loaded(module) == (set(ours.split()), set())


def test_bots_are_there_when_asked_for() -> None:
    import steelyard

    assert steelyard.bots.names("tank_war")
    with pytest.raises(AttributeError, match="module 'steelyard' has no attribute 'boots'"):
        steelyard.boots  # noqa: B018


def test_a_bot_can_connect_from_a_machine_without_posix() -> None:
    """As on Windows: all that the command needs is loaded before it looks at its arguments."""
    shown = subprocess.run([sys.executable, "-c", WITHOUT_POSIX], capture_output=True, text=True, check=False)
    assert "'http://no.address' is not an address" in shown.stderr


def test_a_bot_starts_without_what_it_does_not_need() -> None:
    """A contest starts thousands; these would take as long as all the rest."""
    needless = {"importlib.metadata", "multiprocessing", "ssl", "numpy"}
    program = (
        "import sys; from steelyard.bots.__main__ import Process; Process('tank_war', 'random');"
        f"print(*{needless!r} & set(sys.modules))"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == []
