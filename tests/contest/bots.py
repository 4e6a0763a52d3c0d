"""Bots for contests under test, small and quick to start, as folders that could be submitted."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.arena.record import GameTerms
from steelyard.arena.sandbox.limits import Limits
from steelyard.contest.running.game_player import Conditions, Task
from tests.arena.orders import order

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steelyard.arena.program import Program
    from steelyard.contest.running.journal_state import Key

BAD_BOTS = Path(__file__).parent.parent / "bad_bots"

GREETING = """\
import json, random, sys
rng = random.Random(0)
def move(message):
    return rng.choice(message["legal"])
def begin(message):
    global rng
    rng = random.Random(message["seed"])
"""
LOOP = """
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "ready"}', flush=True)
    elif message["type"] == "start":
        begin(message)
    elif message["type"] == "turn":
        print(json.dumps({"type": "move", "move": move(message), "turn": message["turn"]}), flush=True)
    elif message["type"] == "bye":
        break
"""

# Of two tanks the weaker drives back onto its own mine; the names say how strong they are. Between equals, on
# a board of seven rows, the one at seat 0 does; on a larger one the later in the alphabet does.
DUELLIST = """
STEP = {"L": (-1, 0), "R": (1, 0), "U": (0, -1), "D": (0, 1)}
def begin(message):
    global seat, names
    seat, names = message["seat"], message["players"]
def doomed(rows):
    mine, other = (int(names[who].rpartition(" ")[2]) for who in (seat, 1 - seat))
    if mine != other:
        return mine < other
    return seat == 0 if rows == 7 else names[seat] > names[1 - seat]
def move(message):
    state = message["state"]
    width, height, tank = state["Width"], state["Height"], state["Tanks"][seat]
    if doomed(height):
        return "L" if message["turn"] % 2 else "R"
    for word, (dx, dy) in STEP.items():
        x, y = (tank["PosX"] + dx) % width, (tank["PosY"] + dy) % height
        if state["Board"][x + y * width] == ".":
            return word
    return "L"
"""


def write_bot(folder: Path, program: str = "", *, build: str = "") -> None:
    """A folder with a bot that plays by chance, or as `program` says."""
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text(GREETING + program + LOOP)
    made = f'build = "{build}"\n' if build else ""
    (folder / "bot.toml").write_text(f'{made}run = "{python()} bot.py"\n')


def write_bad_bot(folder: Path, name: str) -> None:
    folder.mkdir(parents=True)
    shutil.copy(BAD_BOTS / f"{name}.py", folder / "bot.py")
    shutil.copy(BAD_BOTS / "polite.py", folder)
    (folder / "bot.toml").write_text(f'run = "{python()} bot.py"\n')


def python() -> str:
    """One that an isolated bot can run too, where there is one."""
    system = Path("/usr/bin/python3")
    return str(system) if system.exists() else sys.executable


def conditions(programs: Mapping[Key, Program], **more: Any) -> Conditions:
    """To play Tank War without a clock, outside of the sandbox."""
    terms = GameTerms.of(games.get("tank_war"), "none")
    return Conditions(terms, 10_000, Limits(), isolated=False, programs=programs, **more)


def task(id_: str, one: str, two: str, number: int = 1) -> Task:
    """A game between the bots of that name."""
    return Task(id_, order(number=number, names=(one, two)))
