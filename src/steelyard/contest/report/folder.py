"""The folder of a report: it replaces an earlier report, never anything else.

A new report is written beside the old one (`.NAME.new`), then the two are exchanged in one step, and the old
one is removed. Where the file system cannot exchange, the old one steps aside (`.NAME.old`) for a moment;
whoever is interrupted there leaves it to the next run, which puts it back.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.core import files
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MARK = ".steelyard-report"
"""Lists the files of a report, one per line; while it is empty, the report is unfinished."""


class NotAReport(SteelyardError):
    """A folder that is not a report and must not be replaced."""


def write(into: Path, contents: Iterable[tuple[str, bytes]]) -> None:
    """Replace the report by one of these files; a crash leaves the old or the new one."""
    into = Path(os.path.abspath(into))  # noqa: PTH100 - resolve() would follow a link
    fresh, old = (into.with_name(f".{into.name}.{word}") for word in ("new", "old"))
    _recover(into, old)
    _check(into)
    _discard(fresh)
    fresh.mkdir(parents=True)
    try:
        _fill(fresh, contents)
    except Exception:
        _discard(fresh)  # on a full disk, it takes the room that others need
        raise
    _put_in_place(fresh, into, old)


def _fill(fresh: Path, contents: Iterable[tuple[str, bytes]]) -> None:
    _write(fresh / MARK, b"")
    names = []
    for name, content in contents:
        file = fresh / name
        file.parent.mkdir(parents=True, exist_ok=True)
        _write(file, content)
        names.append(name)
    _write(fresh / MARK, "".join(f"{name}\n" for name in sorted(names)).encode())


def _write(file: Path, content: bytes) -> None:
    with files.naming(file):
        file.write_bytes(content)


def _put_in_place(fresh: Path, into: Path, old: Path) -> None:
    if not into.exists() or _is_empty(into):
        fresh.rename(into)
    elif files.exchange(fresh, into):
        _discard(fresh)
    else:
        into.rename(old)
        fresh.rename(into)
        _discard(old)


def _recover(into: Path, old: Path) -> None:
    """What a run that was interrupted between its two renames has left."""
    if not old.exists():
        return
    if into.exists():
        _discard(old)
    else:
        _check(old)
        old.rename(into)


def _check(folder: Path) -> None:
    """Refuses whatever is not a report, or not a report alone, or part of another."""
    outer = next((each for each in folder.parents if (each / MARK).exists()), None)
    if outer is not None:
        raise NotAReport(f"{folder} lies in the report {outer}; name a folder outside of it")
    if folder.is_symlink():
        raise NotAReport(f"{folder} is a link; name the folder itself")
    if not folder.exists():
        return
    if not folder.is_dir():
        raise NotAReport(f"{folder} is a file; name a folder")
    stranger = next(_strangers(folder), None)
    if stranger is not None:
        raise NotAReport(f"{folder} is no report: it holds {stranger}; name a new folder")


def _strangers(folder: Path) -> Iterator[str]:
    """The files in a folder that do not belong to a report."""
    mark = folder / MARK
    if mark.is_file() and not mark.is_symlink():
        if not mark.stat().st_size:
            return
        ours = {*mark.read_text("utf-8").splitlines(), MARK}
        found = (each for each in sorted(folder.rglob("*")) if each.is_symlink() or not each.is_dir())
        yield from (name for each in found if (name := each.relative_to(folder).as_posix()) not in ours)
        return
    yield from sorted(each.name for each in folder.iterdir())


def _is_empty(folder: Path) -> bool:
    return not any(folder.iterdir())


def _discard(folder: Path) -> None:
    """Remove a report, or the rest of one; its mark goes last, so that this can be repeated."""
    _check(folder)
    if not folder.exists():
        return
    mark = folder / MARK
    mark.write_bytes(b"")
    for each in folder.iterdir():
        if each.is_dir() and not each.is_symlink():
            shutil.rmtree(each)
        elif each != mark:
            each.unlink()
    mark.unlink()
    folder.rmdir()
