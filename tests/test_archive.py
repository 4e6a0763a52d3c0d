"""Archives that somebody else packed: what is laid out, what is refused, on every version of Python."""

from __future__ import annotations

import io
import os
import stat
import tarfile
from typing import TYPE_CHECKING

import pytest

from steelyard.core.archive import InvalidArchive, contents, packable, unpack

if TYPE_CHECKING:
    from pathlib import Path


def entry(name: str, kind: bytes = tarfile.REGTYPE, target: str = "", mode: int = 0o644) -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.linkname, made.mode = kind, target, mode
    if kind == tarfile.REGTYPE:
        made.size = len(os.fsencode(name))
    return made


def link(name: str, target: str) -> tarfile.TarInfo:
    return entry(name, tarfile.SYMTYPE, target)


def packed(*entries: tarfile.TarInfo) -> io.BytesIO:
    """An archive in which every file holds its own name."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for each in entries:
            archive.addfile(each, io.BytesIO(os.fsencode(each.name)) if each.size else None)
    return io.BytesIO(made.getvalue())


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside" / "inside"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.usefixtures("without_tar_filters")
def test_it_needs_nothing_that_python_3_11_2_does_not_have(inside: Path) -> None:
    unpack(packed(entry(".", tarfile.DIRTYPE), entry("bot.py"), link("alias", "bot.py")), inside)
    assert (inside / "alias").read_text() == "bot.py"


def test_files_are_read_one_after_the_other_without_being_laid_out() -> None:
    archive = packed(entry("a/run.sh"), link("a/all", "run.sh"), entry("twice", tarfile.LNKTYPE, "a/run.sh"))
    assert {name: content.read() for name, content in contents(archive)} == {
        "a/run.sh": b"a/run.sh",
        "twice": b"a/run.sh",
    }


def test_files_folders_and_links_inside_come_out_with_modes_for_their_owner_to_write(inside: Path) -> None:
    tight, loose = entry("a/run.sh", mode=0o6777), entry("a/b/open", mode=0o066)
    inner = (
        link("a/b/up", "../../a/run.sh"),
        link("a/all", "b"),
        entry("twice", tarfile.LNKTYPE, "a/run.sh"),
    )
    unpack(packed(tight, loose, entry("empty", tarfile.DIRTYPE, mode=0), *inner), inside)
    assert stat.S_IMODE((inside / "a/run.sh").stat().st_mode) == 0o755
    assert stat.S_IMODE((inside / "a/b/open").stat().st_mode) == 0o644
    assert stat.S_IMODE((inside / "empty").stat().st_mode) == 0o755
    assert (inside / "a/all/up").read_text() == (inside / "twice").read_text() == "a/run.sh"
    assert (inside / "twice").stat().st_nlink == 1


def test_names_that_are_not_utf_8_come_out_as_they_went_in(inside: Path) -> None:
    unpack(packed(entry("b\udcff")), inside)
    assert os.listdir(os.fsencode(inside)) == [b"b\xff"]  # noqa: PTH208 - as bytes


HOSTILE: dict[str, tuple[tarfile.TarInfo, ...]] = {
    "above": (entry("../escaped"),),
    "above, later": (entry("a/../../escaped"),),
    "absolute": (entry("/escaped"),),
    "absolute link": (link("l", "/etc/passwd"),),
    "link above": (link("a/l", "../../escaped"),),
    "link to the folder above": (link("l", ".."),),
    "link up behind another": (link("d/e/f", "../.."), link("m", "d/e/f/../escaped")),
    "link that lies behind another": (link("x/y/a", "../.."), link("x/y/a/c", "../../../escaped")),
    "file through a link": (link("l", "."), entry("l/escaped")),
    "link over a file": (entry("l"), link("l", ".")),
    "hard link outside": (entry("l", tarfile.LNKTYPE, "../outside.txt"),),
    "hard link to a link": (link("l", "."), entry("h", tarfile.LNKTYPE, "l")),
    "hard link to itself": (entry("h", tarfile.LNKTYPE, "h"),),
    "pipe": (entry("p", tarfile.FIFOTYPE),),
    "disk": (entry("p", tarfile.BLKTYPE),),
    "terminal": (entry("p", tarfile.CHRTYPE),),
    "with holes": (entry("p", tarfile.GNUTYPE_SPARSE),),
    "twice": (entry("a"), entry("a")),
    "file as folder": (entry("a"), entry("a/b")),
    "folder as file": (entry("a/b"), entry("a")),
    "the folder itself": (entry("."),),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_leads_out_or_is_no_file_is_refused(inside: Path, case: str) -> None:
    (inside.parent / "outside.txt").write_text("secret")
    with pytest.raises(InvalidArchive):
        unpack(packed(*HOSTILE[case]), inside)
    with pytest.raises(InvalidArchive):
        list(contents(packed(*HOSTILE[case])))
    assert sorted(each.name for each in inside.parent.iterdir()) == ["inside", "outside.txt"]
    assert not any(each.is_symlink() and not _ends_in(each, inside) for each in inside.rglob("*"))


def _ends_in(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder)


@pytest.mark.parametrize("cut", [0, 1, 511, 700])
def test_what_is_no_archive_or_half_of_one_is_refused(inside: Path, cut: int) -> None:
    whole = packed(entry("a" * 400)).getvalue()
    with pytest.raises(InvalidArchive):
        unpack(io.BytesIO(whole[:cut]), inside)


def test_what_was_packed_with_care_can_be_unpacked(inside: Path, tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "deep").mkdir(parents=True)
    (source / "bot.py").write_text("pass")
    (source / "deep" / "second").hardlink_to(source / "bot.py")
    (source / "deep" / "alias").symlink_to("../bot.py")
    (source / "deep" / "out").symlink_to("/etc/passwd")
    (source / "above").symlink_to("..")
    os.mkfifo(source / "pipe")
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        archive.add(source, arcname=".", filter=packable)
    unpack(io.BytesIO(made.getvalue()), inside)
    found = sorted(str(each.relative_to(inside)) for each in inside.rglob("*"))
    assert found == ["bot.py", "deep", "deep/alias", "deep/second"]
    assert (inside / "deep/alias").read_text() == (inside / "deep/second").read_text() == "pass"
