"""Makes kits in a test's folder, lays files over them, builds and runs them."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from steelyard import kits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HERE = Path(__file__).parent
PAIRS = [
    (language, game) for language in kits.languages() for game in ("tank_battle", "tank_duel", "tank_war")
]
EACH_LANGUAGE = [
    ("cpp", "tank_duel"),
    ("csharp", "tank_battle"),
    ("java", "tank_duel"),
    ("javascript", "tank_duel"),
    ("python", "tank_war"),
]
SYSTEM = "/usr/local/bin:/usr/bin:/bin"  # what a bot in a sandbox finds
ENVIRONMENT = os.environ | {
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "PATH": f"{SYSTEM}:{os.environ.get('PATH', '')}",
}


def made(language: str, game: str, folder: Path, over: Path | None = None) -> Path:
    """A fresh kit, with the files of another folder laid over it."""
    kits.put_out(kits.kit(game, language), folder, folder.name.replace("'", ""))
    if over is not None:
        shutil.copytree(over, folder, dirs_exist_ok=True)
    return folder


def build(folder: Path) -> None:
    """As its bot.toml says, outside the sandbox."""
    if command := _command(folder, "build"):
        run(command, folder)


def start(folder: Path) -> list[str]:
    return _command(folder, "run")


class Heard(NamedTuple):
    stdout: str
    stderr: str


def run(
    command: Sequence[str],
    folder: Path,
    said: str = "",
    status: int = 0,
    env: Mapping[str, str] = ENVIRONMENT,
) -> Heard:
    """What a command that should end so wrote, its line ends as they are."""
    done = subprocess.run(
        command,
        cwd=folder,
        input=said.encode(),
        env=env,
        capture_output=True,
        check=False,
        timeout=250,
    )
    heard = Heard(done.stdout.decode(), done.stderr.decode())
    assert done.returncode == status, f"{shlex.join(command)}\n{heard.stdout}{heard.stderr}"
    return heard


STUB = """#!/bin/sh
printf '%s\\n' "$@" >>"$(dirname "$0")/compiled"
exit {status}
"""


def with_stub_compilers(folder: Path, *, status: int = 0) -> dict[str, str]:
    """An environment whose compilers only note in `folder` what they should compile, and end so."""
    folder.mkdir()
    for name in ("g++", "mcs", "javac", "rustc", "go", "mono", "java"):
        (folder / name).write_text(STUB.format(status=status), "utf-8")
        (folder / name).chmod(0o755)
    return {**ENVIRONMENT, "PATH": f"{folder}:{ENVIRONMENT['PATH']}"}


def _command(folder: Path, key: str) -> list[str]:
    return shlex.split(tomllib.loads((folder / "bot.toml").read_text("utf-8")).get(key, ""))


def mostly_long(pairs: list[tuple[str, str]], always: list[tuple[str, str]]) -> list[Any]:
    """All the pairs as parameters; those that need not be tried each time are marked so.

    Rust and Go are compiled where their compilers are installed; `make test-long` installs them.
    """
    return [
        pytest.param(*pair, marks=[needs_compiler(pair[0]), *([] if pair in always else [pytest.mark.long])])
        for pair in pairs
    ]


def needs_compiler(language: str) -> pytest.MarkDecorator:
    compiler = kits.kit("tank_war", language).compiler
    missing = bool(compiler) and shutil.which(compiler, path=SYSTEM) is None
    return pytest.mark.skipif(missing, reason=f"{compiler} is not installed")
