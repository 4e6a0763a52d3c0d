"""A table's game in the arena's own format: it replays on any machine, or is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.arena.record import Event, GameTerms, PlayerFacts, TurnFacts
from steelyard.protocol.messages import Result

if TYPE_CHECKING:
    from steelyard.arena.record import Record
    from steelyard.server.tables.table import Table
    from steelyard.server.tables.terms import Chair


NOT_TOLD = ""


def recorded(table: Table) -> Record:
    """The game so far; without an outcome while it goes on."""
    outcome = None if table.cancelled else table.outcome  # a game without a result is one that goes on
    seed = table.terms.seed if isinstance(table.terms.seed, str) else f"{table.terms.seed:032x}"
    order = GameTerms.of(table.game, table.terms.clock).order(
        start=table.terms.start,
        number=0,
        seed=NOT_TOLD if outcome is None else seed,  # it leads to what a bot will choose
        players=(_player(table.chairs[0]), _player(table.chairs[1])),
    )
    return order.record(
        turns=[TurnFacts(turn.moves, turn.spent_ms, (None, None), (None, None)) for turn in table.turns],
        events=[Event(turn, what, seat) for turn, what, seat in table.notes],
        outcome=None if outcome is None else Result(outcome.winner, outcome.reason, outcome.score),
        verdict=table.verdict,
    )


def _player(chair: Chair) -> PlayerFacts:
    return PlayerFacts(chair.name or "nobody yet", chair.bot or chair.kind)
