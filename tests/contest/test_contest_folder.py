"""The folder of a contest: one process begins it, and nothing of an earlier attempt plays in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.arena.verdicts import BotFailure
from steelyard.contest.file.loader import open_contest
from steelyard.contest.file.parser import InvalidContest
from steelyard.contest.running import decisions, journal
from steelyard.contest.running.folder import Folder, key
from steelyard.core import files
from tests.contest.bots import write_bot

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.arena.program import Program
    from steelyard.contest.file.loader import Opened


def opened(place: Path, *bots: str) -> Opened:
    entrants = "".join(
        f'[[entrants]]\nname = "{name}"\nbot = "{bot}"\n' for name, bot in zip("AB", bots, strict=True)
    )
    head = 'name = "C"\ngame = "tank_war"\nclock = "none"\n'
    (place / "c.toml").write_text(f'{head}{entrants}[[stages]]\nkind = "groups"\n')
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
