"""A journal that says of a game what the game does not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from steelyard.contest.model import Board, Slot
from steelyard.contest.running.verification import problems
from tests.arena.test_record import record

if TYPE_CHECKING:
    from steelyard.contest.running.progress import Progress

GAME = "groups/ada_v_bob/1"
SLOT = Slot(GAME, 0, 0, ("Ada", "Bob"), Board(""), 1)


def found(*, slot: Slot = SLOT, figures: dict[str, Any] | None = None, **changed: Any) -> list[str]:
    """What is wrong with a contest of one game, which is not finished, and counts what the rules count."""
    told = record("tank_war", [], **changed)
    entry = SimpleNamespace(id=GAME, figures=figures)
    progress = SimpleNamespace(
        pairings=lambda: [SimpleNamespace(slots=[slot])],
        journal_state=SimpleNamespace(records={GAME: (entry, told)}),
    )
    return list(problems(cast("Progress", progress)))


def test_a_game_as_it_was_drawn_is_all_right() -> None:
    assert found() == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"rules_version": 99}, "played by rules version 99 of tank_war, not 1"),
        ({"start": "nonsense"}, "it does not replay: "),
        ({"seed": 2}, "Ada and Bob with seed 2 is another game"),
        ({"slot": Slot(GAME, 0, 0, ("Bob", "Ada"), Board(""), 1)}, "Ada and Bob with seed 1 is another game"),
    ],
)
def test_a_game_that_cannot_have_been_or_was_another_is_named(wrong: dict[str, Any], said: str) -> None:
    (problem,) = found(**wrong)
    assert problem.startswith(f"{GAME}: {said}")
