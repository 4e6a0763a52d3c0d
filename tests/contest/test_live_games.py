"""Following a contest's games while they are played."""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from steelyard import games
from steelyard.arena.program import find
from steelyard.arena.record import TurnFacts, read_record
from steelyard.contest.model import Board, Slot
from steelyard.contest.running import journal
from steelyard.contest.running.live_games import Broadcast, Watcher, announce, announced, remove_all, tell
from steelyard.protocol.messages import Result
from tests.contest.bots import conditions, task, write_bot

if TYPE_CHECKING:
    from pathlib import Path

START = "5x6/053/053/053/053/053"


def turn(*moves: str) -> TurnFacts:
    return TurnFacts((moves[0], moves[1]), (1.0, 2.0), (None, None), (0.0, 0.0))


def broadcast(folder: Path, game: str = "groups/ada_v_bob/1") -> Broadcast:
    return Broadcast(folder, 0, game, ("Ada", "Bob"), START)


def test_a_watcher_sees_each_turn_once_and_then_the_end(tmp_path: Path) -> None:
    watcher, told = Watcher(tmp_path, games.get("tank_war")), broadcast(tmp_path)
    assert list(watcher.look()) == []
    told.begin()
    (seen,) = watcher.look()
    assert seen.state == games.get("tank_war").start(START)
    assert (seen.opening.id, seen.opening.seats, seen.turn) == ("groups/ada_v_bob/1", ("Ada", "Bob"), 0)
    assert list(watcher.look()) == [], "it has begun, and no more"
    told.turn(turn("LA", "RA"))
    (seen,) = watcher.look()
    assert (seen.turn, seen.over) == (1, False)
    assert list(watcher.look()) == [], "nothing has happened since"
    told.turn(turn("LB", "RB"))
    told.turn(turn("LA", "RA"))
    (seen,) = watcher.look()
    assert seen.turn == 3
    told.end(Result(0, "tanks", (1, 0)))
    (seen,) = watcher.look()
    assert (seen.over, seen.outcome) == (True, Result(0, "tanks", (1, 0)))
    told.turn(turn("LA", "RA"))
    assert list(watcher.look()) == [], "nothing follows the end"


def test_a_full_disk_ends_a_broadcast_and_not_the_game(tmp_path: Path) -> None:
    watcher, told = Watcher(tmp_path, games.get("tank_war")), broadcast(tmp_path)
    (tmp_path / "0.new").symlink_to("/dev/full")
    told.begin()
    told.turn(turn("LA", "RA"))
    told.end(None)
    assert list(watcher.look()) == []
    (tmp_path / "0.new").unlink()
    told.begin()
    assert [seen.turn for seen in watcher.look()] == [0], "the next game is shown again"


def test_a_turn_of_which_only_a_part_was_written_ends_the_broadcast(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher, told = Watcher(tmp_path, games.get("tank_war")), broadcast(tmp_path)
    told.begin()
    write = os.write
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda file, data: write(file, data[:9]))
        told.turn(turn("LA", "RA"))
    told.turn(turn("LB", "RB"))
    assert [seen.turn for seen in watcher.look()] == [0]


def test_a_folder_that_cannot_be_made_is_no_broadcast(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = broadcast(tmp_path / "file" / "live")
    told.begin()
    told.turn(turn("LA", "RA"))
    told.end(None)


@pytest.mark.parametrize("name", ["next.json.new", "doing.json.new"])
def test_what_cannot_be_announced_stops_no_contest(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    tell(tmp_path, "building ada", 0.5)
    announce(tmp_path, [])
    (tmp_path / "file").touch()
    tell(tmp_path / "file" / "live", "building ada", 0.5)
    announce(tmp_path / "file" / "live", [])


def test_a_game_that_begins_anew_is_followed_from_its_start(tmp_path: Path) -> None:
    watcher, told = Watcher(tmp_path, games.get("tank_war")), broadcast(tmp_path)
    told.begin()
    told.turn(turn("LA", "RA"))
    assert [seen.turn for seen in watcher.look()] == [1]
    told.begin()
    assert [seen.turn for seen in watcher.look()] == [0]
    other = broadcast(tmp_path, "groups/bob_v_ada/1")
    other.begin()
    other.turn(turn("LA", "RA"))
    other.turn(turn("LA", "RA"))
    assert [(seen.opening.id, seen.turn) for seen in watcher.look()] == [("groups/bob_v_ada/1", 2)]


def test_a_line_that_is_half_written_waits(tmp_path: Path) -> None:
    watcher, told = Watcher(tmp_path, games.get("tank_war")), broadcast(tmp_path)
    told.begin()
    told.turn(turn("LA", "RA"))
    assert [seen.turn for seen in watcher.look()] == [1]
    with (tmp_path / "0.jsonl").open("ab") as file:
        file.write(b'{"line":"turn","moves":["LB",')
    assert list(watcher.look()) == []
    with (tmp_path / "0.jsonl").open("ab") as file:
        file.write(b'"RB"],"wall_ms":[1.0,1.0]}\n')
    assert [seen.turn for seen in watcher.look()] == [2]


def test_what_comes_next_is_told_without_a_board(tmp_path: Path) -> None:
    slot = Slot("groups/ada_v_bob/1", 0, 0, ("Ada", "Bob"), Board("secret-board"), "7" * 32)
    announce(tmp_path, [slot])
    assert [coming.seats for coming in announced(tmp_path)] == [("Ada", "Bob")]
    assert "secret" not in (tmp_path / "next.json").read_text()
    assert "777" not in (tmp_path / "next.json").read_text()
    remove_all(tmp_path)
    assert announced(tmp_path) == []


def test_a_game_player_broadcasts_exactly_what_the_record_says(tmp_path: Path) -> None:
    for name in "ab":
        write_bot(tmp_path / name)
    programs = {(name, 1): find(str(tmp_path / name), "tank_war", []) for name in "ab"}
    live = tmp_path / "live"
    with closing(conditions(programs, residents=2, live=live).task_runner(3)) as game_player:
        told: Any = journal.decode(game_player.play(task("a/b", "a", "b")))
    record = read_record(bytes(told.record))
    watcher = Watcher(live, games.get("tank_war"))
    (seen,) = watcher.look()
    assert (seen.place, seen.turn, seen.over) == (3, len(record.turns), True)
    assert seen.outcome == record.outcome
