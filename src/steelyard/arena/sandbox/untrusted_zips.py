"""A bot that is submitted as a zip, read as if an enemy had packed it; laid out whole, or not at all."""

from __future__ import annotations

import os
import re
import stat
import struct
import unicodedata
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO

from steelyard.arena.sandbox.bot_root import BOT_FILE, DEEPEST, LITTER, MISSING, descend
from steelyard.arena.sandbox.folder_walk import printable
from steelyard.core import files
from steelyard.core.errors import SteelyardError

PACKED_MB, UNPACKED_MB = 5, 50
MOST_ENTRIES = 1000
LONGEST_PATH, LONGEST_NAME = 240, 120
MOST_RATIO, RATIO_FROM = 150, 1 << 20  # a text that repeats itself packs well; a bomb packs better
CHUNK = 1 << 16
LOCAL_HEADER = struct.Struct("<4s22xHH")
READABLE = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
PLAIN = {0, stat.S_IFREG, stat.S_IFDIR}
PROGRAM_STARTS = (b"#!", b"\x7fELF")
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    ValueError,
)
"""What Python's reader may raise over bytes that somebody else wrote."""


class InvalidZip(SteelyardError):
    """A zip that is not taken; the message says why, and what would be right."""


def unpack(data: BinaryIO, folder: Path, most: int = PACKED_MB << 20) -> None:
    """Lay the zip out as `folder`, which must not exist: whole and on the disk, or not at all.

    It may have `most` bytes.
    """
    files.make_folder(folder.parent)
    if data.seek(0, os.SEEK_END) > most:
        raise InvalidZip(f"the zip has more than {most / 2**20:g} MB; leave out what is not needed to build")
    try:
        with (
            zipfile.ZipFile(data) as archive,
            files.scratch_folder(folder.parent) as unfinished,
        ):
            unfinished.chmod(0o755)
            _lay_out(archive, _checked(archive, data), unfinished)
            files.put_folder(unfinished, folder)
    except UNREADABLE as error:
        why = printable(str(error).strip()) or type(error).__name__
        raise InvalidZip(f"this is not a zip that can be read: {why}") from None


def _checked(archive: zipfile.ZipFile, data: BinaryIO) -> dict[PurePosixPath, zipfile.ZipInfo]:
    """What is to be laid out, each file once, with nothing that leads elsewhere."""
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES:
        raise InvalidZip(f"the zip has {len(entries)} entries; at most {MOST_ENTRIES} are taken")
    _check_apart(entries, data, archive.start_dir)
    for entry in entries:
        _check_kind(entry)
        _check_name(entry.orig_filename)
    kept = [entry for entry in entries if not LITTER.match(entry.filename)]
    top = _top(kept)
    paths = [(PurePosixPath(entry.filename), entry) for entry in kept if not entry.is_dir()]
    files = [(path.relative_to(top), entry) for path, entry in paths if path.is_relative_to(top)]
    _check_different([path for path, _ in files])
    return dict(files)


def _check_apart(entries: list[zipfile.ZipInfo], data: BinaryIO, directory: int) -> None:
    """Every entry has bytes of its own: a bomb unpacks the same ones again and again."""
    free_from = 0
    for entry in sorted(entries, key=lambda each: each.header_offset):
        start = entry.header_offset
        data.seek(max(0, start))
        header = data.read(LOCAL_HEADER.size)
        if start >= free_from and len(header) == LOCAL_HEADER.size:
            magic, name, extra = LOCAL_HEADER.unpack(header)
            free_from = start + LOCAL_HEADER.size + name + extra + entry.compress_size
            if magic == b"PK\3\4" and free_from <= directory:
                continue
        raise InvalidZip("entries of the zip lie over one another; pack the folder anew")


def _check_kind(entry: zipfile.ZipInfo) -> None:
    shown, kind = _shown(entry.orig_filename), stat.S_IFMT(entry.external_attr >> 16)
    if kind == stat.S_IFLNK:
        raise InvalidZip(f"{shown} is a link; pack the file itself")
    if kind not in PLAIN:
        raise InvalidZip(f"{shown} is neither a file nor a folder")
    if entry.flag_bits & 0x1:
        raise InvalidZip(f"{shown} is encrypted; pack it without a password")
    if entry.compress_type not in READABLE:
        raise InvalidZip(f"{shown} is packed in a way that few can read; use an ordinary zip")
    if entry.file_size > RATIO_FROM and entry.file_size > MOST_RATIO * entry.compress_size:
        raise InvalidZip(f"{shown} would unpack to more than {MOST_RATIO} times its size")


def _check_name(name: str) -> None:
    shown = _shown(name)
    if not name or any(not c.isprintable() for c in name):
        raise InvalidZip(f"{shown} is no name for a file: it has characters that cannot be printed")
    if "\\" in name:
        raise InvalidZip(f"{shown} has a backslash; folders are separated by /")
    if name.startswith("/") or re.match(r"[A-Za-z]:", name):
        raise InvalidZip(f"{shown} begins at the root of a disk; names begin in the bot's own folder")
    parts = name.removesuffix("/").split("/")
    if ".." in parts:
        raise InvalidZip(f"{shown} leads out of the bot's folder")
    if "." in parts or "" in parts:
        raise InvalidZip(f"{shown} is no name for a file; it should read, say, src/main.py")
    if len(name.encode()) > LONGEST_PATH or len(parts) > DEEPEST:
        raise InvalidZip(f"{shown} is too long; {LONGEST_PATH} bytes and {DEEPEST} folders deep are allowed")
    if max(len(part.encode()) for part in parts) > LONGEST_NAME:
        raise InvalidZip(f"{shown} has a name of more than {LONGEST_NAME} bytes")


def _top(entries: list[zipfile.ZipInfo]) -> PurePosixPath:
    """The folder inside the zip that is the bot's."""
    inside: dict[PurePosixPath, set[str]] = {}
    for entry in entries:
        path = PurePosixPath(entry.filename)
        for name, above in zip(reversed(path.parts), path.parents, strict=True):
            inside.setdefault(above, set()).add(name)
    top = descend(lambda path: inside.get(path, ()))
    if BOT_FILE not in inside.get(top, ()):
        raise InvalidZip(f"the zip has {MISSING}")
    return top


def _check_different(paths: list[PurePosixPath]) -> None:
    """On other people's disks `Bot.py` and `bot.py` are one file, and so it is here."""
    files = [_folded(path) for path in paths]
    taken: set[str] = set()
    for path, folded in zip(paths, files, strict=True):
        if folded in taken:
            raise InvalidZip(f"{path} is there twice, or differs from another only in capitals")
        taken.add(folded)
    for path, folded in zip(paths, files, strict=True):
        if any(str(above) in taken for above in PurePosixPath(folded).parents):
            raise InvalidZip(f"{path} lies in something that is a file itself")
    folders = {str(above): _folded(above) for path in paths for above in path.parents}
    if len(set(folders.values())) < len(folders):
        raise InvalidZip("two folders differ only in capitals")


def _folded(path: PurePosixPath) -> str:
    return unicodedata.normalize("NFC", str(path)).casefold()


def _lay_out(archive: zipfile.ZipFile, files: dict[PurePosixPath, zipfile.ZipInfo], folder: Path) -> None:
    left = UNPACKED_MB << 20
    for path, entry in files.items():
        to = folder / path
        to.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        with archive.open(entry) as packed:
            left = _write(packed, to, left, executable=bool(entry.external_attr >> 16 & stat.S_IXUSR))


def _write(packed: IO[bytes], to: Path, left: int, *, executable: bool) -> int:
    """One new file; how many bytes may still come, counted as they do."""
    place = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
    with os.fdopen(place, "wb") as written:
        first = b""
        while part := packed.read(CHUNK):
            left -= len(part)
            if left < 0:
                raise InvalidZip(f"the zip unpacks to more than {UNPACKED_MB} MB")
            first = first or part[:4]
            written.write(part)
        if executable or first.startswith(PROGRAM_STARTS):
            os.fchmod(place, 0o755)
    return left


def _shown(name: str) -> str:
    return repr(printable(name[:80]))
