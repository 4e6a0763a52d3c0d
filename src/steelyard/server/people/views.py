"""A player's profile, as it is shown."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from steelyard.server.people.store import MOST_OPENINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from steelyard.server.people.ratings import Rating
    from steelyard.server.rating_model import Skill


def shown_ratings(
    ratings: Mapping[tuple[int, str, str], Rating],
    curves: Mapping[tuple[str, str], Sequence[tuple[float, Skill]]],
) -> list[dict[str, Any]]:
    """By game and pace, the one with the most games first."""
    shown = [
        {
            "game": game,
            "pace": pace,
            **rating.shown(),
            "curve": [
                (round(at_ms), round(point.elo), round(point.doubt))
                for at_ms, point in curves.get((game, pace), ())
            ],
        }
        for (_, game, pace), rating in ratings.items()
    ]
    return sorted(shown, key=lambda each: -each["games"])


def shown_results(tallies: Iterable[Any]) -> list[dict[str, Any]]:
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for row in tallies:
        counted[row.game][row.result] += row.games
    return [
        {"game": game, **{result: found[result] for result in ("won", "lost", "drawn")}}
        for game, found in sorted(counted.items(), key=lambda each: -each[1].total())
    ]


def shown_openings(tallies: Iterable[Any]) -> list[dict[str, Any]]:
    """The first moves that somebody makes most, of each game."""
    counted: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for row in tallies:
        if row.opening is not None:
            counted[row.game][row.opening][row.result] += row.games
    return [
        {"game": game, "move": move, "games": found.total(), "won": found["won"], "lost": found["lost"]}
        for game, moves in counted.items()
        for move, found in sorted(moves.items(), key=lambda each: -each[1].total())[:MOST_OPENINGS]
    ]
