"""Matches, records and written games as they were left on people's disks."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.compatibility.commands import DATA, GAMES, INTERRUPTED
from tests.compatibility.comparison import moves_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Command


@pytest.mark.parametrize("game", GAMES)
def test_a_match_and_a_single_record_replay_to_their_outcomes(game: str, steelyard_here: Command) -> None:
    for file, games in (
        (f"matches/{game}.jsonl", "2 games replay"),
        (f"records/{game}.json", "1 game replays"),
    ):
        done = steelyard_here("replay", str(DATA / file), "--verify")
        assert (done.returncode, done.stdout.splitlines()[0]) == (
            0,
            f"verified: {games} to the stored outcome",
        ), file


@pytest.mark.parametrize("kind", ["json", "txt"])
@pytest.mark.parametrize("game", GAMES)
def test_recorded_and_written_games_come_by_the_same_positions(
    game: str, kind: str, steelyard_here: Command
) -> None:
    done = steelyard_here("replay", str(DATA / f"records/{game}.{kind}"), "--json")
    assert done.returncode == 0, done.stderr
    pinned = (DATA / f"records/{game}.{kind}.positions").read_text("utf-8")
    assert json.loads(done.stdout) == [json.loads(line) for line in pinned.splitlines()]


def test_a_match_that_was_killed_goes_on_to_the_result_it_would_have_had(
    tmp_path: Path, steelyard_here: Command
) -> None:
    shutil.copytree(DATA / "bots", tmp_path / "bots")
    file = tmp_path / "match.jsonl"
    shutil.copyfile(DATA / "matches/interrupted.jsonl", file)
    before = file.read_bytes()
    done = steelyard_here(*INTERRUPTED, "--record", "match.jsonl")
    assert done.returncode == 0, done.stderr
    assert file.read_bytes().startswith(before), "nothing was played twice"
    assert moves_of(file) == (DATA / "matches/interrupted.txt").read_text("utf-8")
