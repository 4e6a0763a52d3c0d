"""What was submitted to a contest: folders and zips, some nested, some of no use."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from steelyard.contest.file.loader import open_contest
from steelyard.contest.file.parser import InvalidContest
from steelyard.contest.file.submissions import NoBot
from steelyard.contest.report.grade_tables import submitted_as
from steelyard.contest.report.writer import write_report
from steelyard.contest.running import decisions, journal
from steelyard.contest.running.folder import Folder, same_contest
from tests.contest.bots import GREETING, LOOP, python, write_bot
from tests.server.bots.archives import link, zipped

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.contest.file.loader import Opened

BOT = {"bot.toml": f'run = "{python()} bot.py"\n', "bot.py": GREETING + LOOP}
BOMB: dict[str, str | bytes] = {**BOT, "zeros": bytes(20 << 20)}


def saying(name: str) -> str:
    """A program that gives this name when it is ready."""
    ready = json.dumps({"type": "ready", "name": name})
    return (GREETING + LOOP).replace('{"type": "ready"}', ready)


def opened(place: Path, more: str = "") -> Opened:
    (place / "c.toml").write_text(
        'name = "C"\ngame = "tank_war"\nclock = "none"\n[[entrants]]\neach_in = "in"\n'
        f'{more}[[stages]]\nkind = "groups"\n'
    )
    return open_contest(place / "c.toml")


def put(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def encrypted() -> bytes:
    data = bytearray(zipped(BOT))
    for mark, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.find(mark) + at] |= 1
    return bytes(data)


def test_folders_and_zips_are_taken_nested_or_not(tmp_path: Path) -> None:
    write_bot(tmp_path / "in" / "ada")
    write_bot(tmp_path / "in" / "bob" / "my bot")
    put(tmp_path / "in" / "bob" / ".DS_Store", b"")
    put(tmp_path / "in" / "cleo.zip", zipped(BOT))
    put(tmp_path / "in" / "dan.zip", zipped({f"dan/tank/{name}": text for name, text in BOT.items()}))
    put(tmp_path / "in" / "eve" / "submission.ZIP", zipped(BOT))
    told = opened(tmp_path)
    assert {e.name: e.bot for e in told.contest.entrants} == {
        "ada": "in/ada",
        "bob": "in/bob/my bot",
        "cleo": "in/cleo.zip",
        "dan": "in/dan.zip",
        "eve": "in/eve/submission.ZIP",
    }
    assert told.heading.remarks == ()
    folder = Folder(tmp_path / "c")
    folder.begin(told, isolated=False)
    for entrant in told.contest.entrants:
        assert (tmp_path / "c" / "handed-in" / f"{entrant.slug}-1" / "bot.toml").is_file()


def test_what_is_no_bot_is_left_out_with_its_reason(tmp_path: Path) -> None:
    for name in ("ada", "bob"):
        write_bot(tmp_path / "in" / name)
    put(tmp_path / "in" / "ada.zip", zipped(BOT))
    put(tmp_path / "in" / "bomb.zip", zipped(BOMB))
    put(tmp_path / "in" / "broken.zip", b"hello")
    (tmp_path / "in" / "empty").mkdir()
    put(tmp_path / "in" / "link.zip", link("passwords", "/etc/passwd"))
    put(tmp_path / "in" / "locked.zip", encrypted())
    put(tmp_path / "in" / "no-bot" / "main.py", b"")
    put(tmp_path / "in" / "notes.txt", b"")
    put(tmp_path / "in" / "out.zip", zipped({**BOT, "../out.py": ""}))
    put(tmp_path / "in" / "Thumbs.db", b"")
    told = opened(tmp_path)
    assert [e.name for e in told.contest.entrants] == ["ada", "bob"]
    remarks = told.heading.remarks
    assert {each.about: each.text for each in remarks} == {
        "in/ada.zip": "left out: the folder ada beside it plays",
        "in/bomb.zip": "left out: 'zeros' would unpack to more than 150 times its size",
        "in/broken.zip": "left out: this is not a zip that can be read: File is not a zip file",
        "in/empty": "left out: the folder is empty",
        "in/link.zip": "left out: 'passwords' is a link; pack the file itself",
        "in/locked.zip": "left out: 'bot.toml' is encrypted; pack it without a password",
        "in/no-bot": "left out: it has no bot.toml, neither at its top nor in the only folder there",
        "in/notes.txt": "left out: it is neither a folder nor a zip",
        "in/out.zip": "left out: '../out.py' leads out of the bot's folder",
    }
    folder = Folder(tmp_path / "c")
    folder.begin(told, isolated=False)
    write_report(folder.progress(), folder.report)
    assert "in/broken.zip: left out: this is not a zip" in (folder.report / "index.html").read_text()
    report = json.loads((folder.report / "report.json").read_text())
    assert {"about": "in/empty", "text": "left out: the folder is empty"} in report["remarks"]


def test_a_folder_without_any_bot_says_what_was_there(tmp_path: Path) -> None:
    put(tmp_path / "in" / "notes.txt", b"")
    with pytest.raises(InvalidContest, match=r"each_in: there is no bot in 'in'.*in/notes.txt: left out"):
        opened(tmp_path)


def test_a_contest_that_has_begun_notices_a_late_zip_and_nothing_else(tmp_path: Path) -> None:
    for name in ("ada", "bob"):
        write_bot(tmp_path / "in" / name)
    put(tmp_path / "in" / "notes.txt", b"")
    folder = Folder(tmp_path / "c")
    folder.begin(opened(tmp_path), isolated=False)
    begun, _, _ = journal.read(folder.journal)
    (tmp_path / "in" / "ada" / "bot.toml").unlink()
    same_contest(open_contest(tmp_path / "c.toml", begun).heading, begun, folder.path)
    put(tmp_path / "in" / "late.zip", zipped(BOT))
    with pytest.raises(InvalidContest, match=r"its entrants \(new: in/late\.zip\) changed since"):
        same_contest(open_contest(tmp_path / "c.toml", begun).heading, begun, folder.path)


def test_a_single_bot_and_one_that_replaces_another_may_be_zips_too(tmp_path: Path) -> None:
    write_bot(tmp_path / "in" / "ada")
    put(tmp_path / "guest.zip", zipped({f"guest/{name}": text for name, text in BOT.items()}))
    folder = Folder(tmp_path / "c")
    folder.begin(opened(tmp_path, '[[entrants]]\nbot = "guest.zip"\n'), isolated=False)
    assert [e.name for e in folder.progress().contest.entrants] == ["ada", "guest"]
    told = decisions.replace(folder, "ada", str(tmp_path / "guest.zip"), "better", isolated=False)
    assert told.startswith("ada plays with")
    assert (tmp_path / "c" / "handed-in" / "ada-2" / "bot.toml").is_file()
    put(tmp_path / "bad.zip", b"hello")
    with pytest.raises(NoBot, match="not a zip that can be read"):
        decisions.replace(folder, "ada", str(tmp_path / "bad.zip"), "better", isolated=False)


# Names.
def test_the_file_names_first_then_the_program_then_bot_toml_then_the_folder(tmp_path: Path) -> None:
    for name in ("fixed", "program", "toml", "folder", "control"):
        write_bot(tmp_path / ("guest" if name == "fixed" else "in") / name)
    for name, said in {
        "guest/fixed": "X",
        "in/program": "Panzer \u00c4da",
        "in/control": "\x07\u3164 ",
    }.items():
        (tmp_path / name / "bot.py").write_text(saying(said))
    for name in ("guest/fixed", "in/program", "in/toml"):
        toml = tmp_path / name / "bot.toml"
        toml.write_text(f'name = "Told in {name[-4:]}"\n' + toml.read_text())
    folder = Folder(tmp_path / "c")
    folder.begin(opened(tmp_path, '[[entrants]]\nbot = "guest/fixed"\nname = "Guest"\n'), isolated=False)
    entrants = folder.progress().contest.entrants
    assert {e.bot: e.name for e in entrants} == {
        "in/control": "control",
        "in/folder": "folder",
        "in/program": "Panzer \u00c4da",
        "in/toml": "Told in toml",
        "guest/fixed": "Guest",
    }
    begun, _, _ = journal.read(folder.journal)
    same_contest(open_contest(tmp_path / "c.toml", begun).heading, begun, folder.path)
    assert submitted_as(folder.progress().contest)["Panzer \u00c4da"] == "program"


def test_a_name_that_two_could_be_taken_for_is_nobodys(tmp_path: Path) -> None:
    names = {"ada": "My Bot", "bob": "my b0t", "cleo": "ada", "dan": "Dan", "eve": "x" * 80}
    for name, said in names.items():
        write_bot(tmp_path / "in" / name)
        (tmp_path / "in" / name / "bot.py").write_text(saying(said))
    folder = Folder(tmp_path / "c")
    folder.begin(opened(tmp_path), isolated=False)
    progress = folder.progress()
    assert [e.name for e in progress.contest.entrants] == ["ada", "bob", "cleo", "Dan", "x" * 60]
    assert {(each.about, each.text) for each in progress.contest.remarks} == {
        ("in/ada", "called 'ada': 'My Bot', as it calls itself, could be taken for another entrant's name"),
        ("in/bob", "called 'bob': 'my b0t', as it calls itself, could be taken for another entrant's name"),
        ("in/cleo", "called 'cleo': 'ada', as it calls itself, could be taken for another entrant's name"),
    }


def test_a_folder_whose_name_no_journal_can_hold_is_left_out(tmp_path: Path) -> None:
    for name in ("ada", "bob"):
        write_bot(tmp_path / "in" / name)
    write_bot(tmp_path / "in" / os.fsdecode(b"a\xff"))
    told = opened(tmp_path).heading.remarks
    assert [(each.about, each.text) for each in told] == [
        ("in/a?", "left out: its name is not UTF-8; rename it")
    ]


def test_accents_are_the_same_however_a_folder_writes_them(tmp_path: Path) -> None:
    """A file manager of another system writes an accent as a sign of its own; nobody sees the difference."""
    for name in ("Z\u030ca\u0301k", "bob"):
        write_bot(tmp_path / "in" / name)
    assert [entrant.name for entrant in opened(tmp_path).contest.entrants] == ["Žák", "bob"]
    write_bot(tmp_path / "in" / "Žák")
    with pytest.raises(InvalidContest, match="two entrants are called 'Žák'"):
        opened(tmp_path)
