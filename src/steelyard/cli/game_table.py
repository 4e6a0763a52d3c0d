"""The games of a match file as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.cli.phrases import recorded_result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.arena.record import Record


def table(records: Sequence[Record], file: str) -> str:
    """A row for each game: its number, who played, who won and why, and how many turns it took."""
    rows = [("game", "players", "turns", "result")]
    for record in records:
        first, second = (player.name for player in record.players)
        rows.append(
            (str(record.number), f"{first} - {second}", str(len(record.turns)), recorded_result(record))
        )
    number, players, turns = (max(len(row[column]) for row in rows) for column in range(3))
    lines = [f"{row[0]:>{number}}  {row[1]:<{players}}  {row[2]:>{turns}}  {row[3]}" for row in rows]
    example = records[-1].number
    return "\n".join([*lines, "", f"One of them: steelyard replay {file} --number {example}"])
