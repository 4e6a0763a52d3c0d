"""Which game a worker plays next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.contest.model import TEACHER_STAGE
from steelyard.contest.running.game_queue import GameQueue
from steelyard.contest.running.journal_entries import Replaced
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from tests.contest.simulation import admitted, contest, names

if TYPE_CHECKING:
    import pytest

    from steelyard.contest.model import Slot


def queue(size: int, head: str = "") -> tuple[GameQueue, list[Slot], JournalState]:
    """A queue for one worker, the games of a group, which are not in it yet, and what is known of bots."""
    told = contest(f'{head}[[stages]]\nkind = "groups"\n', names(size))
    state = JournalState(admitted(told))
    return GameQueue(told, state, jobs=1), unfold(told, state).missing, state


def of(slots: list[Slot], *who: str) -> list[Slot]:
    return [slot for slot in slots if {*who} <= {*slot.seats}]


def test_a_worker_runs_as_many_bots_as_it_has_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.contest.running.game_queue.residents", lambda _jobs: 2)
    waiting, slots, _ = queue(4)
    again, one = sorted(of(slots, "bot 02", "bot 03"), key=lambda slot: slot.seats)
    others = of(slots, "bot 01", "bot 02")
    waiting.refill([one], [])
    assert waiting.next_for(0) == one
    waiting.refill([*others, again], [])
    assert waiting.next_for(0) == again, "both of its bots are running"
    waiting.restarted(0)
    waiting.refill([*others, again], [])
    assert waiting.next_for(0) == others[0], "none of them is running"


def test_another_version_of_a_bot_is_not_running_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.contest.running.game_queue.residents", lambda _jobs: 2)
    waiting, slots, state = queue(4)
    again, one = of(slots, "bot 02", "bot 03")
    first, *_ = of(slots, "bot 01", "bot 02")
    waiting.refill([one], [])
    waiting.next_for(0)
    for name in ("bot 02", "bot 03"):
        state.add(
            Replaced(
                name=name, bot="greedy", version=2, fingerprint="", stage=0, round=0, reason="", at="now"
            )
        )
    waiting.refill([first, again], [])
    assert waiting.next_for(0) == first


def test_a_bot_in_doubt_plays_one_game_at_a_time() -> None:
    waiting, slots, _ = queue(4)
    doubted = of(slots, "bot 01")
    waiting.doubt({"bot 01"})
    waiting.refill(slots, [])
    assert len(of(waiting.coming(100), "bot 01")) == 1
    waiting.refill(slots, [doubted[0]])
    assert of(waiting.coming(100), "bot 01") == []
    waiting.ended(doubted[0], [])
    assert len(of(waiting.coming(100), "bot 01")) == 1
    waiting.ended(doubted[1], [])
    assert len(of(waiting.coming(100), "bot 01")) == 1, "another one is queued already"


def test_the_games_against_the_teachers_bot_come_first() -> None:
    waiting, slots, _ = queue(4, '[teacher]\nbot = "random"\ngames = 4\n')
    assert len({slot.id for slot in slots}) == len(slots)
    waiting.refill(slots[::-1], [])
    first = waiting.coming(16)
    assert {slot.stage for slot in first} == {TEACHER_STAGE}
    assert {slot.stage for slot in waiting.coming(100)[16:]} == {0}
