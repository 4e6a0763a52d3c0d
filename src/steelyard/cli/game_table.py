"""The games of a match or a contest as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.cli.phrases import recorded_result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.cli.game_files import Numbered


def table(games: Sequence[Numbered], file: str) -> str:
    """A row for each game: its number, who played, who won and why, and how many turns it took."""
    rows = [("game", "players", "turns", "result")]
    for name, record in games:
        first, second = (player.name for player in record.players)
        rows.append((name, f"{first} - {second}", str(len(record.turns)), recorded_result(record)))
    number, players, turns = (max(len(row[column]) for row in rows) for column in range(3))
    lines = [f"{row[0]:>{number}}  {row[1]:<{players}}  {row[2]:>{turns}}  {row[3]}" for row in rows]
    hints = [
        f"One of them: steelyard replay {file} --number {games[-1].id}",
        f"As your bot met it, turn by turn: steelyard debug BOT {file}",
    ]
    return "\n".join([*lines, "", *hints])
