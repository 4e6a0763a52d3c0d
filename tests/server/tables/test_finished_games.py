"""Games that bots have played, as tables: how they ended, without what only their owners may know."""

from __future__ import annotations

import msgspec
import pytest

from steelyard import games
from steelyard.arena.record import PlayerFacts, read_record, replayed, write_record
from steelyard.arena.verdicts import Fault, Verdict, verdict_result
from steelyard.server.tables.finished_games import as_table
from steelyard.server.tables.outcome_views import shown_outcome
from steelyard.server.tables.record import recorded
from tests.arena.orders import order

GAME = games.get("tank_war")


@pytest.mark.parametrize(
    ("verdict", "stopped"),
    [
        (Verdict(0, Fault.CRASHED, "a secret", 1, stderr="a secret"), "Ada's bot crashed in turn 1"),
        (Verdict(1, Fault.FAILED_TO_START, "a secret"), "Bob's bot did not start"),
        (Verdict(0, Fault.TIME_OUT, "a secret", 1, both=True), "both bots ran out of time in turn 1"),
        (
            Verdict(
                0, Fault.CRASHED, "a secret", 1, both=True, other=Fault.TIME_OUT, other_detail="a secret"
            ),
            "Ada's bot crashed and Bob's bot ran out of time in turn 1",
        ),
    ],
)
def test_a_game_that_a_failure_stopped_says_whose_bot_failed_how_and_when(
    verdict: Verdict, stopped: str
) -> None:
    players = (PlayerFacts("Ada", ""), PlayerFacts("Bob", ""))
    ordered = msgspec.structs.replace(order(GAME.id), players=players)
    record = ordered.record([], [], verdict_result(verdict), verdict)
    table = as_table("x", record, 0.0, private=False)
    shown = shown_outcome(table)
    assert shown is not None
    assert shown["stopped"] == stopped
    downloaded = write_record(recorded(table))
    assert b"secret" not in downloaded
    replayed(read_record(downloaded), games.get)
