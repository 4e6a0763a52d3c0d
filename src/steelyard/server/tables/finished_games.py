"""Games that bots have played, as tables that are over: they are watched like any other game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.arena.record import unchecked_record
from steelyard.arena.verdicts import Verdict
from steelyard.server.bots import queries
from steelyard.server.tables import log
from steelyard.server.tables.log import Entry
from steelyard.server.tables.table import Table, replayed
from steelyard.server.tables.table_state import DETAILS
from steelyard.server.tables.terms import Chair, Terms

if TYPE_CHECKING:
    import sqlalchemy as sql

    from steelyard.arena.record import Record


def table(engine: sql.Engine, name: str) -> Table | None:
    """The game of that id."""
    row = queries.record(engine, name)
    if row is None:
        return None
    record = unchecked_record(row.record.encode())
    return as_table(name, record, row.ended_ms, private=row.kind != "ladder")


def as_table(name: str, record: Record, ended_ms: float, *, private: bool) -> Table:
    """A finished game between bots, with its log as if it had been played here."""
    lasted = [max((each for each in turn.wall_ms if each is not None), default=0.0) for turn in record.turns]
    at_ms = ended_ms - sum(lasted)
    first, second = (Chair("bot", each.name, bot=each.bot) for each in record.players)
    terms = Terms(
        id=name,
        game=record.game,
        options=record.options,
        start=record.start,
        clock=record.clock,
        chairs=(first, second),
        seed=record.seed,
        owner="",
        invite="",
        created_ms=at_ms,
        private=private,
    )
    entries: list[Entry] = []
    for turn, took in zip(record.turns, lasted, strict=True):
        at_ms += took
        entries.append(Entry(len(entries) + 1, at_ms, log.Turn(turn.moves, turn.wall_ms)))
    if record.outcome is not None:
        told = record.outcome
        entries.append(Entry(len(entries) + 1, at_ms, log.Over(told.winner, str(told.reason), told.score)))
    table = replayed(terms, entries)
    table.verdict = None if record.verdict is None else _public(record.verdict)
    return table


def _public(verdict: Verdict) -> Verdict:
    """Without what a bot wrote, and the words of its failure: those are its owner's."""
    detail = DETAILS.get(verdict.fault, "")
    return Verdict(verdict.seat, verdict.fault, detail, verdict.turn, verdict.both, other=verdict.other)
