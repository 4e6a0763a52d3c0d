"""Zips as people pack them, and as nobody should."""

from __future__ import annotations

import io
import stat
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

BOT_TOML = 'name = "Ada"\ngame = "tank_war"\nrun = "python3 bot.py"\n'
POLITE = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        answer = {"type": "ready", "name": "polite"}
    elif told["type"] == "turn":
        answer = {"type": "move", "move": told["legal"][0]}
    elif told["type"] == "bye":
        break
    else:
        continue
    print(json.dumps(answer), flush=True)
"""
GOOD = {"bot.toml": BOT_TOML, "bot.py": POLITE}


def zipped(files: Mapping[str, str | bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", how) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, how)
    return packed.getvalue()


def with_mode(name: str, mode: int, content: str = "/etc/passwd") -> bytes:
    """A good bot with one entry more, of a kind of its own."""
    packed = io.BytesIO(zipped(GOOD))
    with zipfile.ZipFile(packed, "a") as archive:
        entry = zipfile.ZipInfo(name)
        entry.external_attr = mode << 16
        archive.writestr(entry, content)
    return packed.getvalue()


def link(name: str, to: str) -> bytes:
    return with_mode(name, stat.S_IFLNK | 0o777, to)


def folder_zipped(folder: Path) -> bytes:
    files = {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }
    return zipped(files)
