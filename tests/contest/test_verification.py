"""A journal that says of a game what the game does not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from steelyard.contest.model import Board, Slot
from steelyard.contest.report.status import status_text
from steelyard.contest.running.journal_entries import Disqualified, Quarantined
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from steelyard.contest.running.verification import counted, problems
from tests.arena.test_record import record
from tests.contest.simulation import by_strength, contest, names, play_out, played

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


def test_games_that_were_played_and_do_not_count_are_explained() -> None:
    """Six pairs of four play twice each; then one of them is disqualified, and one game is drawn no more."""
    file = contest('[[stages]]\nkind = "groups"\n', names(4))
    whole = play_out(file, by_strength(names(4)))
    assert counted(whole) == "12 games"
    entries = [entry for entry, _ in whole.journal_state.records.values()]
    stray = played(
        Slot("groups/gone_v_bot-01/1", 0, 1, ("gone", "bot 01"), Board(""), 1), by_strength([])(SLOT)
    )
    out = Disqualified("copied", "", "bot 02", 0, 0, 0)
    progress = unfold(file, JournalState([*entries, stray, out]))
    assert progress.games_played == 6
    assert counted(progress) == (
        "13 games (6 count; 6 are forfeited since, by a disqualification, withdrawal or suspension; "
        "1 is of a match that was drawn anew)"
    )


def test_the_status_names_those_in_quarantine() -> None:
    file = contest('[[stages]]\nkind = "groups"\n', names(3))
    out = Quarantined(name="bot 03", bot="x", fault="failed_to_build", detail="oops")
    for most in (0, 9):
        told = status_text(play_out(file, by_strength(names(3)), before=[out], most=most))
        assert "quarantined: bot 03: it could not be built" in told
