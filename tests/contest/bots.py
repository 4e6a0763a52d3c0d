"""Bots for contests under test, small and quick to start, as folders that could be submitted."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

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
