"""Zips that are uploaded: laid out whole inside their folder, or refused with a sentence."""

from __future__ import annotations

import io
import stat
import tempfile
import zipfile
from random import Random
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.sandbox import untrusted_zips
from steelyard.arena.sandbox.untrusted_zips import InvalidZip
from tests.server.bots.archives import BOT_TOML, GOOD, link, with_mode, zipped

if TYPE_CHECKING:
    from pathlib import Path


def unpack(data: bytes, folder: Path) -> None:
    untrusted_zips.unpack(io.BytesIO(data), folder)


def refused(data: bytes, target: Path) -> str:
    """Why a zip is refused; nothing of it may be left anywhere."""
    with pytest.raises(InvalidZip) as told:
        unpack(data, target / "bot")
    assert [*target.rglob("*")] == []
    return str(told.value)


def test_a_zip_becomes_the_folder_that_was_packed(tmp_path: Path) -> None:
    unpack(zipped({**GOOD, "src/deep/er/map.txt": "x"}), tmp_path / "bot")
    assert (tmp_path / "bot/bot.toml").read_text() == BOT_TOML
    assert (tmp_path / "bot/src/deep/er/map.txt").read_text() == "x"


def test_a_zip_is_laid_out_beside_its_folder_and_not_on_another_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "full"))
    unpack(zipped(GOOD), tmp_path / "bot")
    assert [path.name for path in tmp_path.iterdir()] == ["bot"]


def test_the_only_folder_in_a_zip_is_the_bots_folder(tmp_path: Path) -> None:
    unpack(zipped({f"mybot/{name}": text for name, text in GOOD.items()}), tmp_path / "bot")
    assert (tmp_path / "bot/bot.toml").is_file()


def test_folders_that_are_alone_in_a_folder_are_passed_through(tmp_path: Path) -> None:
    hidden = {"hand-in/.gitignore": "", "hand-in/ada/.idea/x": ""}
    unpack(
        zipped({f"hand-in/ada/tank/{name}": text for name, text in GOOD.items()} | hidden), tmp_path / "bot"
    )
    assert sorted(path.name for path in (tmp_path / "bot").iterdir()) == ["bot.py", "bot.toml"]


def test_what_file_managers_leave_in_zips_does_not_count(tmp_path: Path) -> None:
    litter = {"__MACOSX/mybot/._bot.py": "x", "mybot/.DS_Store": "x", "mybot/__pycache__/bot.pyc": "x"}
    unpack(zipped({f"mybot/{name}": text for name, text in GOOD.items()} | litter), tmp_path / "bot")
    assert sorted(path.name for path in (tmp_path / "bot").iterdir()) == ["bot.py", "bot.toml"]


def test_programs_can_be_run_and_other_files_cannot(tmp_path: Path) -> None:
    unpack(zipped({**GOOD, "run.sh": "#!/bin/sh\n"}), tmp_path / "script")
    unpack(with_mode("tool", stat.S_IFREG | 0o4755), tmp_path / "tool")
    assert (tmp_path / "script/run.sh").stat().st_mode & 0o7777 == 0o755
    assert (tmp_path / "script/bot.py").stat().st_mode & 0o7777 == 0o644
    assert (tmp_path / "tool/tool").stat().st_mode & 0o7777 == 0o755, "no bit but the one for running"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../out.py", "leads out"),
        ("a/../../out.py", "leads out"),
        ("/etc/cron.d/job", "root of a disk"),
        ("C:/out.py", "root of a disk"),
        ("a\\..\\..\\out.py", "backslash"),
        ("./bot.py", "no name"),
        ("a//b", "no name"),
        ("a\nb", "cannot be printed"),
        ("bot\u202eyp.exe", "cannot be printed"),
        ("x" * 121, "more than 120"),
        ("/".join("abcdefghijklm"), "too long"),
        ("a/" * 9 + "x" * 100 + "/" + "y" * 110 + "/" + "z" * 30, "too long"),
    ],
)
def test_names_that_lead_elsewhere_are_refused(tmp_path: Path, name: str, why: str) -> None:
    assert why in refused(zipped({**GOOD, name: "x"}), tmp_path)


@pytest.mark.parametrize(
    ("name", "shown"),
    [("bot\u202eyp.exe", "'bot?yp.exe'"), ("a\\b", r"'a\\b'"), ("x" * 121, f"'{80 * 'x'}'"), ("", "''")],
)
def test_a_refusal_says_which_entry_in_characters_that_can_be_printed(
    tmp_path: Path, name: str, shown: str
) -> None:
    assert f"{shown} " in refused(zipped({**GOOD, name: "x"}), tmp_path)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"BOT.py": "x"}, "twice"),
        ({"Src/a": "x", "src/b": "x"}, "capitals"),
        ({"a": "x", "a/b": "x"}, "a file itself"),
        ({"caf\u00e9": "x", "cafe\u0301": "y"}, "twice"),
    ],
)
def test_names_that_are_one_file_elsewhere_are_refused(
    tmp_path: Path, more: dict[str, str], why: str
) -> None:
    assert why in refused(zipped({**GOOD, **more}), tmp_path)


def test_links_and_devices_are_refused(tmp_path: Path) -> None:
    assert "is a link" in refused(link("passwords", "/etc/passwd"), tmp_path)
    assert "neither a file nor a folder" in refused(with_mode("null", stat.S_IFCHR | 0o666), tmp_path)
    assert "neither a file nor a folder" in refused(with_mode("pipe", stat.S_IFIFO | 0o666), tmp_path)


def test_what_unpacks_to_far_more_than_it_is_is_refused(tmp_path: Path) -> None:
    """A zip that says how large it is, and one that lies about it."""
    assert "times its size" in refused(zipped({**GOOD, "zeros": bytes(20 << 20)}), tmp_path)
    honest = zipped({**GOOD, "zeros": bytes(20 << 20)})
    size, lie = (20 << 20).to_bytes(4, "little"), (1000).to_bytes(4, "little")
    assert refused(honest.replace(size, lie), tmp_path)


def test_many_files_that_are_too_much_together_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(untrusted_zips, "UNPACKED_MB", 1)
    noise = Random(1).randbytes(300 << 10)
    assert "more than 1 MB" in refused(zipped(GOOD | {f"f{n}": noise for n in range(4)}), tmp_path)


def test_a_zip_that_is_too_large_or_has_too_many_files_is_refused(tmp_path: Path) -> None:
    noise = Random(1).randbytes(6 << 20)
    assert "more than 5 MB" in refused(zipped({**GOOD, "noise": noise}), tmp_path)
    assert "entries" in refused(zipped(GOOD | {f"f{n}": "" for n in range(1000)}), tmp_path)


def test_entries_that_share_their_bytes_are_refused(tmp_path: Path) -> None:
    """The bomb that needs no nesting: a directory in which many names mean the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in GOOD.items():
            archive.writestr(name, text)
        archive.writestr("kernel", bytes(1000))
        again = archive.NameToInfo["kernel"]
        for n in range(50):
            entry = zipfile.ZipInfo(f"copy{n}")
            for field in ("header_offset", "compress_size", "file_size", "CRC", "compress_type"):
                setattr(entry, field, getattr(again, field))
            archive.filelist.append(entry)
    assert "over one another" in refused(packed.getvalue(), tmp_path)


def test_encrypted_entries_are_refused(tmp_path: Path) -> None:
    data = bytearray(zipped(GOOD))
    for mark, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        where = data.find(mark)
        data[where + at] |= 1
    assert "is encrypted; pack it without a password" in refused(bytes(data), tmp_path)


def test_a_zip_without_a_bot_is_refused(tmp_path: Path) -> None:
    assert "no bot.toml" in refused(zipped({"main.py": "x"}), tmp_path)
    assert "no bot.toml" in refused(zipped({"a/bot.toml": BOT_TOML, "b/x": ""}), tmp_path)
    assert "not a zip" in refused(b"hello", tmp_path)
    assert "not a zip" in refused(b"", tmp_path)


def test_whatever_is_changed_in_a_zip_nothing_lands_outside_its_folder(tmp_path: Path) -> None:
    """Bytes flipped, cut out, doubled and overwritten with dangerous names: laid out inside, or refused."""
    chance = Random(20)
    whole = [zipped({**GOOD, "src/a.py": "a" * 500}), link("l", "../../x"), zipped(GOOD, zipfile.ZIP_STORED)]
    taken = longest = 0
    for n in range(1500):
        target = tmp_path / str(n)
        target.mkdir()
        try:
            unpack(_mutated(chance.choice(whole), chance), target / "bot")
            taken += 1
        except InvalidZip as refusal:
            longest = max(longest, len(str(refusal)))
        assert {path.name for path in target.iterdir()} <= {"bot"}
        assert not any(path.is_symlink() for path in target.rglob("*"))
    assert 0 < taken < 1500
    assert longest < 400
    assert {path.name for path in tmp_path.iterdir()} == {str(n) for n in range(1500)}


def _mutated(data: bytes, chance: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(changed))
        match chance.randrange(5):
            case 0:
                changed[at] ^= 1 << chance.randrange(8)
            case 1:
                del changed[at : at + chance.randrange(1, 20)]
            case 2:
                changed[at:at] = changed[at : at + chance.randrange(1, 60)]
            case 3:
                changed[at : at + 6] = chance.choice(
                    [b"../../", b"/etc/x", b"\xff\xff\xff\xff\xff\xff", b"C:\\..\\"]
                )
            case 4:
                name = changed.find(b"bot.py", at)
                if name >= 0:
                    changed[name : name + 6] = chance.choice(
                        [b"../b.p", b"/ab.py", b"a/../b", b"bot.\0y", b"BOT.TO"]
                    )
        if not changed:
            return b""
    return bytes(changed)
