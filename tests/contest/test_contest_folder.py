"""The folder of a contest: one process begins it, and nothing of an earlier attempt plays in it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from steelyard.arena.execution.executors import LocalExecutor
from steelyard.arena.sandbox import untrusted_folders
from steelyard.arena.verdicts import BotFailure
from steelyard.cli import main
from steelyard.contest.file.loader import open_contest
from steelyard.contest.file.parser import InvalidContest
from steelyard.contest.running import decisions, journal
from steelyard.contest.running.folder import Folder, admit, key, programs
from steelyard.contest.running.journal import InvalidJournal
from steelyard.contest.running.journal_entries import Admitted, Replaced
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.session import contest_runner
from steelyard.contest.running.verification import verify
from steelyard.core import files
from tests.arena.orders import chained
from tests.contest.bots import write_bot

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from steelyard.arena.program import Program
    from steelyard.contest.file.loader import Opened
    from steelyard.contest.running.runner import ContestRunner


NO_JOURNAL = cast("journal.ContestJournal", None)  # nothing is built again


def opened(place: Path, *bots: str, teacher: str = "") -> Opened:
    entrants = "".join(
        f'[[entrants]]\nname = "{name}"\nbot = "{bot}"\n' for name, bot in zip("AB", bots, strict=True)
    )
    head = 'name = "C"\ngame = "tank_war"\nclock = "none"\n'
    (place / "c.toml").write_text(f'{head}{entrants}{teacher}[[stages]]\nkind = "groups"\n')
    return open_contest(place / "c.toml")


def plays(folder: Folder, entrant: int, version: int, bot: str) -> Program:
    """The program that plays for an entrant."""
    contest = folder.progress().contest
    bots = folder.entrant_bots(contest, isolated=False)
    return bots.program("A", bot, key(contest.entrants[entrant].slug, version))


def test_a_built_in_plays_where_an_interrupted_start_had_copied_a_folder(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "c")
    write_bot(tmp_path / "mine")
    folder.begin(opened(tmp_path, "mine", "random"), isolated=False)
    folder.journal.unlink()
    folder.begin(opened(tmp_path, "random", "random"), isolated=False)
    assert plays(folder, 0, 1, "random").trusted


def test_a_built_in_replaces_a_bot_after_a_folder_that_did_not_start(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "c")
    folder.begin(opened(tmp_path, "random", "random"), isolated=False)
    write_bot(tmp_path / "mine", "raise SystemExit(3)")
    with pytest.raises(BotFailure, match="exit code 3"):
        decisions.replace(folder, "A", str(tmp_path / "mine"), "better", isolated=False)
    assert "A plays with random from now on" in decisions.replace(
        folder, "A", "random", "safer", isolated=False
    )
    assert plays(folder, 0, 2, "random").trusted


def test_what_is_admitted_is_what_was_submitted_and_each_start_is_announced(tmp_path: Path) -> None:
    for name in "ab":
        write_bot(tmp_path / name)
    folder, said = Folder(tmp_path / "c"), list[tuple[str, float]]()
    folder.begin(opened(tmp_path, "a", "b"), isolated=False)
    contest = folder.progress().contest
    bots, state = folder.entrant_bots(contest, isolated=False), JournalState()
    with journal.ContestJournal(folder.journal) as book:
        admit(book, state, contest, bots, lambda doing, share: said.append((doing, share)))
    assert said == [("building and starting A", 0.0), ("building and starting B", 0.5)]
    (first, second) = journal.read(folder.journal)[1]
    assert isinstance(first, Admitted)
    assert isinstance(second, Admitted)
    assert first.fingerprint == second.fingerprint == bots.fingerprint("a", "a-1") != ""


def test_a_program_that_is_gone_stops_the_contest_unless_another_plays_in_its_place(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "c")
    folder.begin(opened(tmp_path, "random", "random"), isolated=False)
    contest = folder.progress().contest
    bots, state = folder.entrant_bots(contest, isolated=False), JournalState()
    (folder.path / "handed-in" / "a-1.problem").write_text("its folder could not be copied")
    with pytest.raises(BotFailure, match="its folder could not be copied"):
        programs(NO_JOURNAL, state, contest, bots)
    state.add(
        Replaced(name="A", bot="greedy", version=2, fingerprint="", stage=0, round=0, reason="", at="now")
    )
    assert programs(NO_JOURNAL, state, contest, bots).keys() == {("A", 2), ("B", 1)}


def test_the_teachers_bot_plays_from_its_copy(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "c")
    write_bot(tmp_path / "mine")
    folder.begin(opened(tmp_path, "random", "random", teacher='[teacher]\nbot = "mine"\n'), isolated=False)
    contest = folder.progress().contest
    assert contest.file.teacher is not None
    found = programs(NO_JOURNAL, JournalState(), contest, folder.entrant_bots(contest, isolated=False))
    assert found[contest.file.teacher.name, 1].folder == folder.path / "bots" / "teacher-1"


@pytest.mark.parametrize("isolated", [True, False])
def test_whether_bots_are_isolated_stands_in_the_heading(tmp_path: Path, *, isolated: bool) -> None:
    folder = Folder(tmp_path / "c")
    folder.begin(opened(tmp_path, "random", "random"), isolated=isolated)
    assert journal.read(folder.journal)[0].isolated == isolated


def test_two_processes_do_not_begin_the_same_contest(tmp_path: Path) -> None:
    folder, contest = Folder(tmp_path / "c"), opened(tmp_path, "random", "random")
    files.make_folder(folder.path)
    with files.alone_in(folder.path), pytest.raises(InvalidContest, match="c is being begun by another"):
        folder.begin(contest, isolated=False)
    assert not folder.begun
    folder.begin(contest, isolated=False)
    heading, _, _ = journal.read(folder.journal)
    with pytest.raises(InvalidContest, match="c has been begun by another"):
        folder.begin(contest, isolated=False)
    assert journal.read(folder.journal)[0] == heading


# Bots that were changed between two starts.
CLASS = """\
name = "Class"
game = "tank_war"
clock = "none"
[[entrants]]
each_in = "in"
[teacher]
bot = "ours"
name = "Ms Gray"
games = 2
[[stages]]
kind = "groups"
"""


@pytest.fixture
def class_folder(tmp_path: Path) -> Folder:
    """A contest that has begun, all its bots admitted, and of which nothing has been played."""
    for name in ("ada", "bob"):
        write_bot(tmp_path / "in" / name, build="cp bot.py made.py")
    write_bot(tmp_path / "ours")
    (tmp_path / "class.toml").write_text(CLASS)
    folder = Folder(tmp_path / "class")
    folder.begin(open_contest(tmp_path / "class.toml"), isolated=False)
    with started(folder):
        pass
    return folder


def started(folder: Folder) -> AbstractContextManager[ContestRunner]:
    workers = SimpleNamespace(busy=set(), close=lambda: None)
    return contest_runner(
        folder,
        LocalExecutor(),
        lambda _contest, _ready: (cast("Any", workers), 1),
        isolated=False,
        say=lambda _doing, _share: None,
    )


@pytest.mark.parametrize(("key", "whose"), [("ada-1", "ada"), ("teacher-1", "Ms Gray")])
def test_a_bot_that_was_changed_in_the_contests_folder_does_not_play(
    class_folder: Folder, key: str, whose: str
) -> None:
    file = class_folder.path / "handed-in" / key / "bot.py"
    before = file.read_text()
    file.write_text(f"{before}# better\n")
    told = rf"{whose}'s bot is not the one that was admitted: .*handed-in/{key} was changed; put it back"
    with pytest.raises(InvalidContest, match=told), started(class_folder):
        pass
    assert any("is not the one that was admitted" in problem for problem in verify(class_folder.journal))
    file.write_text(before)
    with started(class_folder):
        pass
    assert list(verify(class_folder.journal)) == []


def test_a_built_bot_is_what_its_sources_make_of_it(class_folder: Folder) -> None:
    built = class_folder.path / "bots" / "ada-1"
    made = built / "made.py"
    assert made.exists()
    looked = built.stat().st_ino
    with started(class_folder):
        assert built.stat().st_ino == looked, "not built again while it is right"
    made.write_text("print('mine')\n")
    assert any("what was built of it was changed" in problem for problem in verify(class_folder.journal))
    entrant_bots = class_folder.entrant_bots(class_folder.progress().contest, isolated=False)
    note = class_folder.path / "bots" / "ada-1.made-of"
    sources = class_folder.path / "handed-in" / "ada-1"
    forged = f"{untrusted_folders.fingerprint(sources)} {entrant_bots.built_fingerprint('ada-1')}\n"
    note.write_text(forged)  # the journal decides, not the note
    with started(class_folder):
        assert made.read_text() == (built / "bot.py").read_text()
    assert list(verify(class_folder.journal)) == []
    (class_folder.path / "bots" / "ada-1.made-of").unlink()
    looked = built.stat().st_ino
    with started(class_folder):
        assert built.stat().st_ino != looked


def test_a_verification_says_which_bots_it_has_compared(
    class_folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["contest", "verify", str(class_folder.path)]
    assert main(words) == 0
    assert "the files of 3 bots are those that were admitted\n" in capsys.readouterr().out
    untrusted_folders.remove(class_folder.path / "handed-in" / "ada-1")
    assert main(words) == 0
    assert "2 bots are those that were admitted; those of ada are not here" in capsys.readouterr().out
    with pytest.raises(InvalidContest, match=r"the files of ada's bot in .* are gone"), started(class_folder):
        pass
    untrusted_folders.remove(class_folder.path / "handed-in")
    assert main(words) == 0
    assert "those of ada, bob, Ms Gray are not here and were not compared" in capsys.readouterr().out


def test_a_hash_that_is_none_is_told_from_one_that_fits_nothing(
    class_folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["contest", "verify", str(class_folder.path), "--hash"]
    last = class_folder.progress().journal_hash
    assert main([*words, f" {last.upper()}."]) == 0, "as it is copied from a sentence"
    assert "nothing was changed since its hash was published" in capsys.readouterr().out
    assert main([*words, last[:12]]) == 2
    assert "that is no hash; it should have 64 characters" in capsys.readouterr().err
    assert main([*words, "0" * 64]) == 1
    assert (
        "it belongs to another file or was copied wrongly, or something was changed"
        in capsys.readouterr().out
    )


def test_a_line_that_is_no_entry_is_named_by_its_number(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "c")
    folder.begin(opened(tmp_path, "random", "random"), isolated=False)
    heading = folder.journal.read_bytes()
    folder.journal.write_bytes(chained([heading, b'{"entry":"sung"}']))
    with pytest.raises(InvalidJournal, match=r"journal\.jsonl, line 2: not an entry of a journal: "):
        folder.progress()
