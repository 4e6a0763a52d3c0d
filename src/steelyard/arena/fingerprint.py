"""Whether two folders hold the same bot."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from steelyard.arena.program import Program

COMPILED = "__pycache__"  # Python leaves it in the folder of a bot that runs without a sandbox


def fingerprint(folder: Path, leave_out: Collection[Path] = ()) -> str:
    """Of all files in it, with their names."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file in leave_out:
            continue
        if file.is_symlink():
            digest.update(f"{file.relative_to(folder)} -> {file.readlink()}\0".encode(errors="replace"))
        elif file.is_file():
            content = hashlib.sha256(file.read_bytes()).hexdigest()
            digest.update(f"{file.relative_to(folder)} {content}\0".encode(errors="replace"))
    return digest.hexdigest()


def program_fingerprint(program: Program, record: Path) -> str:
    """Of the files a bot was named by; nothing for a built-in, an address or a command of the system.

    The file its games are kept in may lie among them, and is none of them.
    """
    if program.trusted or program.folder is None:
        return ""
    if program.bot.startswith("cmd:"):  # its folder is the one it was started in
        file = program.folder / program.run[0]
        return hashlib.sha256(file.read_bytes()).hexdigest() if "/" in program.run[0] else ""
    compiled = {file for made in program.folder.rglob(COMPILED) for file in made.rglob("*")}
    return fingerprint(program.folder, compiled | {record.resolve()})
