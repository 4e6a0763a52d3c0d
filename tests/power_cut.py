"""Power cuts, simulated: what a program does to files is recorded, and cut off after every step.

After a cut a file system may have kept or lost anything that was not synced: of a file's content any of the
writes since its last fsync (where one is missing before one that is there, zeros), of a folder's names any of
the changes since the folder's last fsync. `cuts` tells what may be found then, the worst of it included.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import stat
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.core import files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

AT_RANDOM = 4  # choices for each cut, besides the worst ones
_open, _os_open, _os_write = io.open, os.open, os.write


@dataclass(frozen=True)
class Step:
    """One thing that was done: to a file's content, to a folder's names, or a sync of either."""

    what: str
    node: int = 0
    name: str = ""
    other: int = 0
    at: int = 0
    data: bytes = b""
    label: Any = None


@dataclass
class Node:
    """A file, link or folder: what is surely on the disk, and what may be."""

    kind: str
    content: bytes = b""
    names: dict[str, int] = field(default_factory=dict)
    pending: list[Step] = field(default_factory=list)


class Recorder:
    """Everything that is done to files below a folder, in its order."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.steps: list[Step] = []
        self.nodes: dict[int, Node] = {}
        self._known: dict[int, int] = {}  # our numbers, by the file system's
        self._take_in(root)

    def _take_in(self, path: Path) -> int:
        """What is there at the beginning is on the disk."""
        number = self._new(path)
        node = self.nodes[number]
        if node.kind == "folder":
            node.names = {each.name: self._take_in(each) for each in path.iterdir()}
        elif node.kind == "file":
            node.content = path.read_bytes()
        return number

    def _new(self, path: Path) -> int:
        status = path.lstat()
        number = len(self.nodes) + 1
        self._known[status.st_ino] = number
        if stat.S_ISLNK(status.st_mode):
            self.nodes[number] = Node("link", os.fsencode(path.readlink()))
        else:
            self.nodes[number] = Node("folder" if stat.S_ISDIR(status.st_mode) else "file")
        return number

    def mark(self, label: Any) -> None:
        """Something was announced."""
        self.steps.append(Step("mark", label=label))

    def covers(self, path: Path) -> bool:
        return path.is_relative_to(self.root)

    def number(self, path: Path | int) -> int:
        status = os.fstat(path) if isinstance(path, int) else path.lstat()
        return self._known[status.st_ino]

    def note_made(self, path: Path) -> None:
        parent = self.number(path.parent)
        self.steps.append(Step("name", parent, path.name, self._new(path)))

    def note_gone(self, path: Path) -> None:
        self.steps.append(Step("unname", self.number(path.parent), path.name))

    def note_renamed(self, old: Path, new: Path, moved: int) -> None:
        one, two = self.number(old.parent), self.number(new.parent)
        if one == two:
            self.steps.append(Step("rename", one, old.name, moved, label=new.name))
        else:
            self.steps += [Step("name", two, new.name, moved), Step("unname", one, old.name)]

    def note_exchanged(self, one: Path, two: Path) -> None:
        self.steps.append(Step("exchange", self.number(one.parent), one.name, label=two.name))

    def note_write(self, fd: int, at: int, data: bytes) -> None:
        self.steps.append(Step("write", self.number(fd), at=at, data=data))

    def note_length(self, fd: int, length: int) -> None:
        self.steps.append(Step("length", self.number(fd), at=length))

    def note_sync(self, fd: int) -> None:
        self.steps.append(Step("sync", self.number(fd)))


@contextmanager
def recorded(root: Path) -> Iterator[Recorder]:
    """Record what this process does below `root`."""
    recorder = Recorder(root)
    with pytest.MonkeyPatch.context() as patch:
        for name, make in _SHIMS.items():
            patch.setattr(os, name, make(recorder, getattr(os, name)))
        shim = _opener(recorder)
        patch.setattr(io, "open", shim)
        patch.setattr(builtins, "open", shim)
        patch.setattr(files, "exchange", _exchanger(recorder, files.exchange))
        yield recorder


def _path(name: Any, folder: int | None = None) -> Path:
    if isinstance(name, int):
        return Path(f"/proc/self/fd/{name}").readlink()
    above = "." if folder is None else str(Path(f"/proc/self/fd/{folder}").readlink())
    return Path(os.path.abspath(os.path.join(above, os.fsdecode(name))))  # noqa: PTH100, PTH118 - links stay


class _Raw(io.FileIO):
    recorder: Recorder

    def write(self, data: Any) -> int:
        at = os.fstat(self.fileno()).st_size if "a" in self.mode else self.tell()
        count = super().write(data)
        self.recorder.note_write(self.fileno(), at, bytes(data[:count]))
        return count

    def truncate(self, size: int | None = None, /) -> int:
        length = super().truncate(size)
        self.recorder.note_length(self.fileno(), length)
        return length


def _opener(recorder: Recorder) -> Callable[..., Any]:
    def opened(file: Any, mode: str = "r", *words: Any, **named: Any) -> Any:
        path = _path(file)
        if not recorder.covers(path) or not set("wax+") & set(mode):
            return _open(file, mode, *words, **named)
        before = isinstance(file, int) or path.exists()
        raw = _Raw(file, mode.replace("b", "").replace("t", ""))
        raw.recorder = recorder
        if not before:
            recorder.note_made(path)
        elif "w" in mode and not isinstance(file, int):
            recorder.note_length(raw.fileno(), 0)
        if (named.get("buffering") if not words else words[0]) == 0:
            return raw
        buffered = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        encoding = (named.get("encoding") or "utf-8") if "b" not in mode else None
        return buffered if encoding is None else io.TextIOWrapper(buffered, encoding, newline="")

    return opened


def _os_opener(recorder: Recorder, real: Any) -> Any:
    def opened(path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        where = _path(path, dir_fd)
        before = where.exists()
        found: int = real(path, flags, mode, dir_fd=dir_fd)
        if recorder.covers(where) and flags & os.O_CREAT and not before:
            recorder.note_made(where)
        elif recorder.covers(where) and flags & os.O_TRUNC:
            recorder.note_length(found, 0)
        return found

    return opened


def _writer(recorder: Recorder, real: Any) -> Any:
    def write(fd: int, data: bytes) -> int:
        if not stat.S_ISREG(os.fstat(fd).st_mode) or not recorder.covers(_path(fd)):
            return int(real(fd, data))
        at = os.lseek(fd, 0, os.SEEK_CUR)
        count = int(real(fd, data))
        recorder.note_write(fd, at, data[:count])
        return count

    return write


def _syncer(recorder: Recorder, real: Any) -> Any:
    def sync(fd: Any) -> None:
        fd = fd if isinstance(fd, int) else fd.fileno()
        real(fd)
        if recorder.covers(_path(fd)):
            recorder.note_sync(fd)

    return sync


def _maker(recorder: Recorder, real: Any) -> Any:
    def make(*words: Any, dir_fd: int | None = None, **named: Any) -> None:
        real(*words, dir_fd=dir_fd, **named)
        path = _path(words[1] if real.__name__ == "symlink" else words[0], dir_fd)
        if recorder.covers(path):
            recorder.note_made(path)

    return make


def _remover(recorder: Recorder, real: Any) -> Any:
    def remove(path: Any, *, dir_fd: int | None = None) -> None:
        where = _path(path, dir_fd)
        real(path, dir_fd=dir_fd)
        if recorder.covers(where):
            recorder.note_gone(where)

    return remove


def _renamer(recorder: Recorder, real: Any) -> Any:
    def rename(old: Any, new: Any) -> None:
        one, two = _path(old), _path(new)
        moved = recorder.number(one) if recorder.covers(one) else 0
        real(old, new)
        if moved:
            recorder.note_renamed(one, two, moved)

    return rename


def _exchanger(recorder: Recorder, real: Any) -> Any:
    def exchange(one: Path, two: Path) -> bool:
        done: bool = real(one, two)
        if done:
            recorder.note_exchanged(one, two)
        return done

    return exchange


def _no_short_cut(_recorder: Recorder, _real: Any) -> Any:
    def send(*_words: Any) -> int:
        raise OSError(errno.ENOTSOCK, "not while it is recorded")

    return send


_SHIMS = {
    "open": _os_opener,
    "write": _writer,
    "fsync": _syncer,
    "mkdir": _maker,
    "symlink": _maker,
    "unlink": _remover,
    "remove": _remover,
    "rmdir": _remover,
    "rename": _renamer,
    "replace": _renamer,
    "sendfile": _no_short_cut,
}


# What may be found.
Choice = tuple[str, str]
"""Which of the pending writes, and which of the pending names, a cut leaves."""
WORST: tuple[Choice, ...] = tuple(
    (data, names) for data in ("none", "all", "torn", "last") for names in ("none", "all", "last", "but last")
)


def cuts(recorder: Recorder) -> Iterator[tuple[list[Any], dict[str, bytes | None]]]:
    """For a cut after each step: what was announced by then, and what may be found (None: a folder)."""
    before = {number: Node(n.kind, n.content, dict(n.names)) for number, n in recorder.nodes.items()}
    announced: list[Any] = []
    seen: set[Any] = set()
    for count in range(len(recorder.steps) + 1):
        if count:
            _take(before, recorder.steps[count - 1], announced)
        choices: list[Choice | Random] = [*WORST]
        choices += [Random(f"{count}/{number}") for number in range(AT_RANDOM)]
        for choice in choices:
            tree = _tree(before, choice)
            key = (len(announced), tuple(sorted(tree.items(), key=lambda item: item[0])))
            if key not in seen:
                seen.add(key)
                yield list(announced), tree


def lay_out(tree: dict[str, bytes | None], folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, content in sorted(tree.items()):
        if content is None:
            (folder / name).mkdir()
        else:
            (folder / name).write_bytes(content)


def _take(nodes: dict[int, Node], step: Step, announced: list[Any]) -> None:
    if step.what == "mark":
        announced.append(step.label)
    elif step.what == "sync":
        node = nodes[step.node]
        node.content, node.names = _content(node, node.pending), _names(node, node.pending)
        node.pending.clear()
    else:
        nodes[step.node].pending.append(step)


def _tree(nodes: dict[int, Node], choice: Choice | Random) -> dict[str, bytes | None]:
    found: dict[str, bytes | None] = {}
    left = [("", 1)]
    while left:
        above, number = left.pop()
        node = nodes[number]
        for name, inside in _names(node, _kept(node.pending, choice, 1)).items():
            path = f"{above}/{name}" if above else name
            child = nodes[inside]
            if child.kind == "folder":
                found[path] = None
                left.append((path, inside))
            elif child.kind == "file":
                found[path] = _content(child, _kept(child.pending, choice, 0))
    return found


def _kept(pending: list[Step], choice: Choice | Random, which: int) -> list[Step]:
    if isinstance(choice, Random):
        return [step for step in pending if choice.random() < 0.5]
    match choice[which]:
        case "none":
            return []
        case "all":
            return pending
        case "last":
            return pending[-1:]
        case "but last":
            return pending[:-1]
        case _:  # torn: the last one half
            half = [Step(s.what, s.node, at=s.at, data=s.data[: len(s.data) // 2]) for s in pending[-1:]]
            return [*pending[:-1], *half]


def _content(node: Node, steps: list[Step]) -> bytes:
    content = bytearray(node.content)
    for step in steps:
        if step.what in {"write", "length"}:
            content.extend(bytes(max(0, step.at - len(content))))
        if step.what == "write":
            content[step.at : step.at + len(step.data)] = step.data
        elif step.what == "length":
            del content[step.at :]
    return bytes(content)


def _names(node: Node, steps: list[Step]) -> dict[str, int]:
    names = dict(node.names)
    for step in steps:
        match step.what:
            case "name":
                names[step.name] = step.other
            case "unname":
                names.pop(step.name, None)
            case "rename":
                names.pop(step.name, None)
                names[step.label] = step.other
            case "exchange" if step.name in names and step.label in names:
                names[step.name], names[step.label] = names[step.label], names[step.name]
    return names
