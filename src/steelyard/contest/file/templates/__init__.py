"""Contest files to begin with."""

from __future__ import annotations

import tomllib
from pathlib import Path

from steelyard.core.errors import SteelyardError

FOLDER = Path(__file__).parent


class FileExists(SteelyardError):
    """A file that would be written over."""


def names() -> list[str]:
    return sorted(file.stem for file in FOLDER.glob("*.toml"))


def text(name: str) -> str:
    return (FOLDER / f"{name}.toml").read_text("utf-8")


def game_of(name: str) -> str:
    """The game that a template is for, unless its file is changed."""
    return str(tomllib.loads(text(name))["game"])


def copy_out(name: str, to: Path) -> None:
    if to.exists():
        raise FileExists(f"{to} is there already; name another file")
    written = text(name).replace(f"{name}.toml", to.name)
    for command in ("status", "report"):
        written = written.replace(f"contest {command} {name} ", f"contest {command} {to.stem} ")
    to.write_text(written.replace(f"({name}/", f"({to.stem}/"), "utf-8")
