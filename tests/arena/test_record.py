"""Records that say what cannot have been."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from steelyard import games
from steelyard.arena.record import (
    AGREEMENT,
    InvalidRecord,
    Record,
    TurnFacts,
    read_record,
    replayed,
    write_record,
)
from steelyard.arena.verdicts import Fault, Verdict
from steelyard.protocol.messages import Result
from tests.arena.orders import order

DRAW = Result(None, AGREEMENT, (14, 14))
LOST = Verdict(0, Fault.TIME_OUT, "no answer")


def record(name: str, moves: list[tuple[str | None, str | None]], **more: Any) -> Record:
    """A game between two people, as far as those moves."""
    given: dict[str, Any] = {
        "turns": [TurnFacts(each, (0.0, 0.0), (None, None), (None, None)) for each in moves],
        "events": [],
        "outcome": None,
    }
    made = order(name, names=("Ada", "Bob")).record(**given)
    return msgspec.structs.replace(made, **more)


def test_a_game_may_end_by_agreement_where_its_rules_know_that() -> None:
    replayed(record("tank_battle", [], outcome=DRAW), games.get)
    with pytest.raises(InvalidRecord, match="it replays to"):
        replayed(record("tank_battle", [], outcome=Result(0, AGREEMENT, (14, 14))), games.get)
    with pytest.raises(InvalidRecord, match="it ends by agreement: "):
        replayed(record("tank_war", [], outcome=DRAW), games.get)


@pytest.mark.parametrize("moves", [("LA", None), ("LA", "LZ"), (None, None)])
def test_moves_that_cannot_be_played_are_refused(moves: tuple[str | None, str | None]) -> None:
    with pytest.raises(InvalidRecord, match="it does not replay: "):
        replayed(record("tank_war", [moves]), games.get)


def test_nobody_fails_in_a_game_that_is_over() -> None:
    game = games.get("tank_war")
    state = game.start()
    moves: list[tuple[str | None, str | None]] = []
    while seats := game.to_move(state):
        chosen = {seat: game.legal_moves(state, seat)[0] for seat in seats}
        moves.append((game.write_move(chosen[0]), game.write_move(chosen[1])))
        state = game.play(state, chosen)
    with pytest.raises(InvalidRecord, match="a verdict on a game that had ended"):
        replayed(record("tank_war", moves, verdict=LOST), games.get)


def test_a_record_of_a_later_format_is_left_to_a_later_steelyard() -> None:
    line = write_record(msgspec.structs.replace(record("tank_war", []), steelyard=3))
    with pytest.raises(
        InvalidRecord, match="by a later version of Steelyard, in format 3; this one reads format 2 alone"
    ):
        read_record(line)
    with pytest.raises(InvalidRecord, match="this is not a game record"):
        read_record(b"{}")
