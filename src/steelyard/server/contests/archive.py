"""A contest's finished game as a table that nobody plays at: the page of any game shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.server import log
from steelyard.server.table import Table
from steelyard.server.terms import Chair, Terms

if TYPE_CHECKING:
    from steelyard.arena.record import Record, TurnFacts


def as_table(name: str, record: Record, ended_s: float, *, seed: int = 0) -> Table:
    """The game as it was played; what a bot that failed has said is not in it, nor is a seed unless given."""
    took = [_took_ms(turn) for turn in record.turns]
    began_ms = ended_s * 1000 - sum(took)
    first, second = (Chair("bot", player.name) for player in record.players)
    table = Table(
        Terms(
            id=name,
            game=record.game,
            options=record.options,
            start=record.start,
            clock=record.clock,
            chairs=(first, second),
            seed=seed,
            owner="",
            invite="",
            created_ms=began_ms,
        )
    )
    now_ms = began_ms
    for turn, took_ms in zip(record.turns, took, strict=True):
        now_ms += took_ms
        table.append(log.Turn(turn.moves, turn.wall_ms), now_ms)
    outcome, verdict = record.outcome, record.verdict
    if outcome is not None:
        failed, both = (None, False) if verdict is None else (verdict.seat, verdict.both)
        table.append(log.Over(outcome.winner, outcome.reason, outcome.score, failed, both), now_ms)
    return table


def _took_ms(turn: TurnFacts) -> float:
    return max([ms for ms in turn.wall_ms if ms is not None], default=0.0)
