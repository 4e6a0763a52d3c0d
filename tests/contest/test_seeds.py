"""Where a contest's chance comes from, and that nobody can work out an opponent's."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from steelyard.cli import main
from steelyard.contest.file import templates
from steelyard.contest.file.loader import contest_of, open_contest
from steelyard.contest.file.parser import read_file
from steelyard.contest.report.json_report import report_json
from steelyard.contest.running import journal
from steelyard.contest.running.folder import Folder, same_contest
from steelyard.contest.running.journal_entries import Rerun
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from tests.contest.simulation import admitted, by_chance, contest, names, play_out, played

if TYPE_CHECKING:
    from pathlib import Path

FILE = """\
name = "Two"
game = "tank_war"
clock = "none"
[[entrants]]
bot = "random"
name = "one"
[[entrants]]
bot = "random"
name = "two"
[[stages]]
kind = "groups"
boards = ["", "board.txt"]
"""
GROUPS = '[[stages]]\nkind = "groups"\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "two.toml").write_text(FILE)
    (tmp_path / "board.txt").write_text("053/053/053/053/053/053\n")
    return tmp_path / "two.toml"


def test_a_file_without_a_seed_gets_a_secret_one_which_its_journal_keeps(file: Path, tmp_path: Path) -> None:
    opened = [open_contest(file), open_contest(file)]
    seeds = [each.heading.seed or "" for each in opened]
    assert seeds[0] != seeds[1]
    assert [len(bytes.fromhex(seed)) for seed in seeds] == [16, 16]
    folder = Folder(tmp_path / "two")
    folder.begin(opened[0])
    begun, _, _ = journal.read(folder.journal)
    assert contest_of(begun).seed == seeds[0]
    same_contest(open_contest(file, begun).heading, begun, folder.path)
    assert folder.texts(begun)


def test_the_folder_of_a_development_version_is_refused_in_one_line(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Folder(tmp_path / "two")
    folder.begin(open_contest(file))
    heading: dict[str, Any] = json.loads(folder.journal.read_bytes())
    folder.journal.write_bytes(msgspec.json.encode({**heading, "steelyard_contest": 1}) + b"\n{}\n")
    for words in (["status"], ["run", "--no-sandbox"], ["report"], ["rerun", "x", "--reason", "y"]):
        action, *rest = words
        assert main(["contest", action, str(folder.path), *rest]) == 2
        (told,) = capsys.readouterr().err.splitlines()
        assert "it was written by a development version of Steelyard, in format 1" in told
    assert main(["contest", "verify", str(folder.path)]) == 2


def test_every_game_has_128_bits_of_its_own() -> None:
    progress = play_out(contest(GROUPS, names(6), drawn="ab" * 16), by_chance(1))
    seeds = [str(slot.seed) for pairing in progress.pairings() for slot in pairing.slots]
    assert len(seeds) == len(set(seeds)) == 30
    assert {len(bytes.fromhex(seed)) for seed in seeds} == {16}


def test_a_game_that_is_played_again_has_another_seed() -> None:
    told = contest(GROUPS, names(2), drawn="ab" * 16)
    journal_state = JournalState(admitted(told))
    first = unfold(told, journal_state).missing[0]
    journal_state.add(played(first, by_chance(1)(first)))
    journal_state.add(Rerun(id=first.id, stage=0, reason="noise", at="now"))
    again = next(slot for slot in unfold(told, journal_state).missing if slot.id == first.id)
    assert again.seed != first.seed


def test_the_seed_is_published_when_all_is_over() -> None:
    told = contest(GROUPS, names(3), drawn="ab" * 16)
    under_way = play_out(told, by_chance(1), most=0)
    assert report_json(under_way, measured=True)["seed"] is None
    assert report_json(play_out(told, by_chance(1)), measured=True)["seed"] == "ab" * 16


@pytest.mark.parametrize("name", templates.names())
def test_no_template_says_a_seed_that_everybody_knows(name: str) -> None:
    assert read_file(templates.text(name), name).seed is None
