"""A whole class contest from nothing: forty entrants, six of them broken, to the grade sheet.

    python benchmarks/class_contest.py DIR [--clock bank:120s] [--jobs 1]

Makes DIR with the class template, built-ins, bots from the starter kits in every language and bad bots, plays
it with `steelyard contest run`, and checks that the journal alone gives the same report again, byte for byte.
"""

from __future__ import annotations

import argparse
import filecmp
import shutil
import subprocess
import sys
import time
from pathlib import Path

from steelyard import bots
from steelyard.contest.file.templates import text

GAME = "tank_war"
ENTRANTS = 40
LANGUAGES = ("python", "cpp", "csharp", "java")
PER_LANGUAGE = 3
BAD_BOTS = ("exit_zero", "illegal", "memory_hog", "silent", "slow", "binary_garbage")
BAD = Path(__file__).parent.parent / "tests" / "bad_bots"


def steelyard(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "steelyard", *words], check=True)  # noqa: S603 - ourselves


def write_kits(folder: Path) -> int:
    made = 0
    for language in LANGUAGES:
        for number in range(1, PER_LANGUAGE + 1):
            steelyard("new", GAME, language, str(folder / f"{language} student {number}"))
            made += 1
    return made


def write_bad_bots(folder: Path) -> int:
    for name in BAD_BOTS:
        bad = folder / f"bad {name.replace('_', ' ')}"
        bad.mkdir()
        shutil.copy(BAD / f"{name}.py", bad / "bot.py")
        shutil.copy(BAD / "polite.py", bad)
        (bad / "bot.toml").write_text('run = "python3 bot.py"\n')
    broken = folder / "does not build"
    broken.mkdir()
    (broken / "bot.toml").write_text('build = "g++ -o bot bot.cpp"\nrun = "./bot"\n')
    (broken / "bot.cpp").write_text("int main() { return 0\n")
    return len(BAD_BOTS) + 1


def built_ins(count: int) -> str:
    """So many built-ins, the weaker ones more than once."""
    names = [name for name in bots.names(GAME) if name != "perfect"]
    chosen = [names[number % len(names)] for number in range(count)]
    return "".join(
        f'[[entrants]]\nbot = "{bot}"\nname = "{bot} {number:02}"\n\n' for number, bot in enumerate(chosen, 1)
    )


def make(folder: Path, clock: str) -> Path:
    submissions = folder / "handed-in"
    submissions.mkdir(parents=True)
    there = write_bad_bots(submissions) + write_kits(submissions)
    told = text("class").replace("bank:120s", clock)
    before, line, after = told.partition("[teacher]")
    file = folder / "class.toml"
    file.write_text(before + built_ins(ENTRANTS - there) + line + after)
    return file


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--clock", default="bank:120s")
    parser.add_argument("--jobs", default="1")
    chosen = parser.parse_args()
    file = make(chosen.folder, chosen.clock)
    began = time.monotonic()
    steelyard("contest", "run", str(file), "--jobs", chosen.jobs)
    print(f"played in {time.monotonic() - began:.0f} s")
    contest, alone = chosen.folder / "class", chosen.folder / "alone"
    alone.mkdir()
    shutil.copy(contest / "journal.jsonl", alone)
    steelyard("contest", "report", str(alone / "journal.jsonl"), "--into", str(chosen.folder / "again"))
    same = not differing(filecmp.dircmp(contest / "report", chosen.folder / "again"))
    print(f"the journal alone gives {'the same bytes' if same else 'ANOTHER REPORT'}")
    steelyard("contest", "verify", str(contest))


def differing(compared: filecmp.dircmp[str]) -> list[str]:
    found = compared.left_only + compared.right_only
    _, unlike, strange = filecmp.cmpfiles(compared.left, compared.right, compared.common_files, shallow=False)
    return found + unlike + strange + [name for each in compared.subdirs.values() for name in differing(each)]


if __name__ == "__main__":
    main()
