"""A journal followed while it grows: nothing is read twice, and telling takes a share of the time at most."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.contest.report.json_report import report_json
from steelyard.contest.running import journal
from steelyard.contest.running.folder import Folder, progress_of
from steelyard.contest.running.journal_entries import ContestHeading
from steelyard.server.contests.follower import Follower
from steelyard.server.contests.pause_requests import being_played
from tests.contest.simulation import admitted, by_chance, contest, names, played

if TYPE_CHECKING:
    from pathlib import Path

TOLD = contest('[[stages]]\nkind = "groups"\nadvance = 2\n[[stages]]\nkind = "knockout"\n', names(4))
FILE = (
    'name = "Test"\ngame = "tank_war"\n[[entrants]]\nbot = "random"\n'
    '[[stages]]\nkind = "groups"\nadvance = 2\n[[stages]]\nkind = "knockout"\n'
)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    here = Folder(tmp_path)
    heading = ContestHeading(
        file_name="x.toml", file=FILE, rules_version=1, entrants=list(TOLD.entrants), seed="1", boards={}
    )
    journal.begin(here.journal, heading)
    return here


def told(follower: Follower, *, fresh: bool = True) -> dict[str, Any]:
    return follower.view("all", lambda progress, _: report_json(progress, measured=True), fresh=fresh)


def write(folder: Folder, most: int = 1000) -> None:
    """Play what is due, at most so many games."""
    with journal.ContestJournal(folder.journal) as book:
        if not book.entries:
            for entry in admitted(TOLD):
                book.add(entry)
        for slot in progress_of(folder.journal).missing[:most]:
            book.add(played(slot, by_chance(3)(slot)))


def test_a_follower_knows_what_the_whole_journal_says(folder: Folder) -> None:
    follower = Follower(folder)
    for most in (1, 3, 100, 100):
        write(folder, most)
        assert told(follower) == report_json(progress_of(folder.journal), measured=True)
    assert follower.seq == len(journal.read(folder.journal)[1])
    assert told(follower)["done"]


def test_only_what_was_added_is_read(folder: Folder) -> None:
    """What is there already is never looked at again: not even if it could no longer be read."""
    follower = Follower(folder)
    write(folder, 3)
    before = follower.look()
    text = folder.journal.read_bytes()
    write(folder, 2)
    added = folder.journal.read_bytes()[len(text) :]
    folder.journal.write_bytes(b"?" * len(text) + added)
    assert follower.look() == before + 2


def test_whoever_asks_whether_it_is_played_keeps_nobody_from_playing_it(folder: Folder) -> None:
    """Two hundred phones ask all the time; a worker that was refused for that would pause the contest."""
    over, wrong = threading.Event(), []

    def ask() -> None:
        while not over.is_set():
            if being_played(folder):
                wrong.append("nobody plays it")

    asking = [threading.Thread(target=ask) for _ in range(2)]
    for each in asking:
        each.start()
    try:
        over.wait(0.3)
        assert wrong == []
        for _ in range(200):
            journal.ContestJournal(folder.journal).close()
    finally:
        over.set()
        for each in asking:
            each.join()
    with journal.ContestJournal(folder.journal):
        assert being_played(folder)
        with pytest.raises(journal.InvalidJournal, match="is being played"):
            journal.ContestJournal(folder.journal)
    assert not being_played(folder)
    assert not being_played(Folder(folder.path / "nowhere"))


def test_the_first_look_reads_what_was_added_since_it_was_made(folder: Folder) -> None:
    write(folder, 1)
    follower = Follower(folder)
    before = len(progress_of(folder.journal).journal_state.records)
    (slot,) = progress_of(folder.journal).missing[:1]
    with journal.ContestJournal(folder.journal) as book:
        book.add(played(slot, by_chance(3)(slot)))
    assert follower.ask(lambda progress: len(progress.journal_state.records)) == before + 1


def test_a_line_that_is_half_written_waits(folder: Folder) -> None:
    write(folder, 2)
    follower = Follower(folder)
    seq = follower.look()
    whole = folder.journal.read_bytes()
    (slot,) = progress_of(folder.journal).missing[:1]
    with journal.ContestJournal(folder.journal) as book:
        book.add(played(slot, by_chance(3)(slot)))
    line = folder.journal.read_bytes().removeprefix(whole)
    folder.journal.write_bytes(whole + line[:50])
    assert follower.look() == seq
    folder.journal.write_bytes(whole + line)
    assert follower.look() == seq + 1


def test_a_view_is_made_once_for_each_length(folder: Folder) -> None:
    follower = Follower(folder)
    made: list[int] = []
    for _ in range(3):
        follower.view("counted", lambda _, seq: made.append(seq))
    write(folder, 2)
    for _ in range(3):
        follower.view("counted", lambda _, seq: made.append(seq))
    assert made == [0, 6]


def test_what_is_dear_to_tell_is_told_again_only_after_a_while(folder: Folder) -> None:
    follower = Follower(folder)
    old = told(follower)
    write(folder, 2)
    follower._cost_s = 1000.0
    assert told(follower, fresh=False) is old
    follower._cost_s = 0.0
    assert told(follower, fresh=False) is not old


def test_nobody_waits_for_somebody_who_is_having_it_told(folder: Folder) -> None:
    follower = Follower(folder)
    old = told(follower)
    write(folder, 2)
    follower._cost_s = 0.0
    with follower._lock:
        assert told(follower, fresh=False) is old
