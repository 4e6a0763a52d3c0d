"""Whom a decision names: one entrant's name may be what another's files are called."""

from __future__ import annotations

import pytest

from steelyard.contest.file.parser import read_file
from steelyard.contest.model import Contest, Entrant
from steelyard.contest.running.decisions import (
    CannotDecide,
    checked_disqualification,
    checked_reinstatement,
    checked_replacement,
    meant,
)
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import Progress, unfold
from tests.contest.simulation import admitted

ENTRANTS = (("Žák", "zak"), ("Zak", "zak-2"), ("Иван", "x"), ("X", "x-2"), ("Zak 2", "zak-2-2"))
FILE = 'name = "Class"\ngame = "tank_war"\n[[entrants]]\nbot = "random"\n[[stages]]\nkind = "groups"\n'


def progress() -> Progress:
    entrants = tuple(Entrant(name, slug, "random") for name, slug in ENTRANTS)
    told = Contest(read_file(FILE, "class.toml"), entrants, "1")
    return unfold(told, JournalState(admitted(told)))


@pytest.mark.parametrize("name", [name for name, _ in ENTRANTS])
def test_a_name_means_whoever_is_called_so(name: str) -> None:
    before = progress()
    out = checked_disqualification(before, name, "copied")
    assert out.name == name
    assert checked_replacement(before, name, "random", "repaired").name == name
    after = unfold(before.contest, before.journal_state.with_entry(out))
    assert checked_reinstatement(after, name, "it was another one").name == name


@pytest.mark.parametrize(
    ("written", "name"),
    [("žák", "Žák"), ("ZAK", "Zak"), ("zak-2", "Zak"), ("x-2", "X"), ("zak-2-2", "Zak 2")],
)
def test_case_makes_no_difference_and_what_its_files_are_called_will_do(written: str, name: str) -> None:
    assert checked_disqualification(progress(), written, "copied").name == name


def test_nobody_else_is_meant() -> None:
    with pytest.raises(CannotDecide, match="there is no entrant 'Žak'"):
        checked_disqualification(progress(), "Žak", "copied")


def test_of_two_who_have_played_a_ruling_means_the_one_it_names() -> None:
    assert [meant(name, {"Žák": "zak", "Zak": "zak-2"}) for name in ("Zak", "Žák", "zak-2", "Ada")] == [
        "Zak",
        "Žák",
        "Zak",
        None,
    ]
