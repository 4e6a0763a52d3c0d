"""Records that say what cannot have been."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from steelyard import games
from steelyard.arena.record import (
    AGREEMENT,
    REPLAYS,
    Event,
    InvalidRecord,
    Record,
    TurnFacts,
    read_record,
    replayed,
    write_record,
)
from steelyard.arena.verdicts import Fault, Verdict, verdict_result
from steelyard.arena.verification import verified
from steelyard.protocol.clock import read_clock
from steelyard.protocol.messages import Result
from tests.arena.orders import order
from tests.compatibility.commands import DATA

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


@pytest.mark.parametrize(
    ("voids", "given_up", "right"),
    [
        (REPLAYS, False, True),
        (REPLAYS + 1, False, False),
        (REPLAYS + 1, True, True),
        (REPLAYS, True, False),
        (REPLAYS + 2, True, False),
    ],
)
def test_a_void_game_is_given_up_after_its_last_replay(voids: int, *, given_up: bool, right: bool) -> None:
    verdict = Verdict(0, Fault.PLATFORM if given_up else Fault.FAILED_TO_START, "stalled")
    again = [Event(0, "played again: stalled", None, "replayed")] * voids
    told = order().record([], again, verdict_result(verdict), verdict)
    if right:
        verified(told, games.get)
    else:
        with pytest.raises(InvalidRecord, match=f"not {voids} times"):
            verified(told, games.get)


@pytest.mark.parametrize("line", ["{[]:1}", "-" * 200_000 + "1", "1+" * 50_000 + "1", "'", "''x"])
def test_a_refused_answer_that_is_no_text_breaks_nothing(line: str) -> None:
    verdict = Verdict(0, Fault.UNREADABLE, "odd", 1, line=line, wall_ms=(1.0, 1.0), lost_ms=(0.0, 0.0))
    verified(order().record([], [], verdict_result(verdict), verdict), games.get)


def test_a_joystick_that_was_repeated_stayed_as_it_was() -> None:
    lines = (DATA / "matches/tank_duel.jsonl").read_bytes().splitlines()[1:]
    told = read_record(lines[0])
    first, second = told.turns[:2]
    limit = read_clock(told.clock).patience_ms
    for turn in (1, 2):
        late = msgspec.structs.replace(told.turns[turn - 1], wall_ms=(limit, limit))
        turns = [late if number == turn else each for number, each in enumerate(told.turns, start=1)]
        event = Event(turn, "no answer: the joystick stays", 0, "repeated")
        forged = msgspec.structs.replace(told, turns=turns, events=[event])
        held = first.moves[0] if turn == 2 else "-"
        if (first, second)[turn - 1].moves[0] == held:
            verified(forged, games.get)
        else:
            with pytest.raises(InvalidRecord, match="the joystick of seat 0 did not stay as it was"):
                verified(forged, games.get)
