"""The logs of a contest's bots: whose they are, how much is kept, and that they never disturb a contest."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.bot_log import LogFolder
from steelyard.arena.program import find
from steelyard.contest.model import Board, Slot
from steelyard.contest.running.game_logs import GameLogs, log_file, log_of
from steelyard.contest.running.game_player import GamePlayer
from tests.arena.orders import SEED
from tests.contest.bots import conditions, task, write_bot
from tests.contest.simulation import contest, names

if TYPE_CHECKING:
    from pathlib import Path

STAGES = '[policy]\nlogs_mb = 1\n[[stages]]\nkind = "groups"\n'
KIB_400 = "--- turn 1 ---\n" + "x" * 400_000 + "\n"


def test_each_entrant_has_an_equal_share_and_the_newest_logs_stay(tmp_path: Path) -> None:
    told = contest(STAGES, names(2))
    one, two = (told.slugs[name] for name in names(2))

    def game(number: int) -> Slot:
        return Slot(f"groups/x/{number}", 0, 0, (names(2)[0], names(2)[1]), Board("start"), SEED)

    for number in range(1, 4):  # as if the contest was stopped after each game
        GameLogs(tmp_path, told).keep(game(number), json.dumps([KIB_400, "--- turn 1 ---\nhi\n"]).encode())
    assert [log_of(tmp_path, one, f"groups/x/{number}") is None for number in (1, 2, 3)] == [
        True,
        True,
        False,
    ]
    assert [log_of(tmp_path, two, f"groups/x/{number}") for number in (1, 2, 3)] == [{1: "hi\n"}] * 3
    assert (tmp_path / one).stat().st_mode & 0o077 == 0
    GameLogs(tmp_path, told).keep(game(3), b"")  # played again; nothing was written this time
    assert [log_of(tmp_path, slug, "groups/x/3") for slug in (one, two)] == [None, None]


def test_where_there_is_no_room_for_a_log_the_one_of_an_earlier_attempt_does_not_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def disk_full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    kept = LogFolder(tmp_path, 1 << 20)
    kept.keep("groups/x/1", "game 1", "--- turn 1 ---\nspoiled\n")
    monkeypatch.setattr("steelyard.core.files.write", disk_full)
    with pytest.raises(OSError, match="No space"):
        kept.keep("groups/x/1", "game 1", "--- turn 1 ---\nplayed\n")
    assert kept.log("groups/x/1") is None


@pytest.mark.parametrize("broken", ["no_space", "a_file_in_the_way"])
def test_a_log_that_cannot_be_written_is_missing_and_the_contest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    told = contest(STAGES, names(2))
    if broken == "no_space":

        def disk_full(*_: object, **__: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("steelyard.core.files.write", disk_full)
    else:
        (tmp_path / "logs").write_text("not a folder")
    seats = (names(2)[0], names(2)[1])
    game = Slot("groups/x/1", 0, 0, seats, Board("start"), SEED)
    GameLogs(tmp_path / "logs", told).keep(game, json.dumps(["--- turn 1 ---\na\n", "b"]).encode())
    assert log_of(tmp_path / "logs", told.slugs[seats[0]], game.id) is None


def test_a_game_player_hands_the_logs_over_beside_the_line_of_the_journal(tmp_path: Path) -> None:
    write_bot(
        tmp_path / "a",
        'def move(message):\n    print("at", message["turn"], file=sys.stderr)\n'
        '    return message["legal"][0]\n',
    )
    write_bot(tmp_path / "b")
    programs = {(name, 1): find(str(tmp_path / name), "tank_war", []) for name in "ab"}
    with closing(GamePlayer(conditions(programs, residents=2), 3)) as game_player:
        line, _, logs = game_player.play(task("a/b", "a", "b")).partition(b"\n")
    assert b"at 1" not in line
    told = contest(STAGES, ["a", "b"])
    GameLogs(tmp_path / "logs", told).keep(Slot("a/b", 0, 0, ("a", "b"), Board("start"), SEED), logs)
    kept = log_of(tmp_path / "logs", "a", "a/b")
    assert kept is not None
    assert (kept[1], kept[2]) == ("at 1\n", "at 2\n")
    assert not log_file(tmp_path / "logs", "b", "a/b").exists()
