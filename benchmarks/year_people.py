"""What a made-up year leaves of people: results, ratings and tournaments; see year.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from year_games import Made, put

from steelyard.core.names import folded
from steelyard.protocol.clock import Pace
from steelyard.server.ids import new_id

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import sqlalchemy as sql

HOUR_MS = 3600 * 1000.0
PLAYERS = 16
ROUNDS = 4
PER_ACCOUNT = 2  # accounts for each tournament


class Finished(NamedTuple):
    """A game that is over, in whose first seat a person was."""

    table: str
    made: Made
    guest: str
    ended_ms: float


def put_results(connection: sql.Connection, finished: Iterable[Finished]) -> None:
    """A third of the games are rated."""
    words = {0: "won", 1: "lost", None: "drawn"}
    columns = ("table_id", "seat", "guest", "game", "pace", "rated", "result", "opponent", "opening")

    def rows() -> Iterator[tuple[Any, ...]]:
        for n, each in enumerate(finished):
            rated = n % 3 == 0
            pace = get_args(Pace)[n % 4]
            rating = (25.0 + n % 9, 3.0) if rated else (None, None)
            opponent = folded(f"Player {n % 400}")
            yield (
                *(each.table, 0, each.guest, each.made.game, pace, rated, words[each.made.winner], opponent),
                *(f"move {n % 12}", each.ended_ms, *rating),
            )

    put(connection, "results", (*columns, "ended_ms", "mu", "sigma"), rows())


def put_ratings(
    connection: sql.Connection, accounts: int, games: Sequence[str], chance: random.Random
) -> None:
    put(
        connection,
        "people_ratings",
        ("account", "game", "pace", "mu", "sigma", "games", "bot_mu", "bot_sigma", "bot_games"),
        (
            (account, game, pace, chance.gauss(25, 6), 2.0, 60, chance.gauss(25, 6), 3.0, 20)
            for account in range(1, accounts + 1)
            for game in games
            for pace in get_args(Pace)
        ),
    )


def put_tournaments(
    connection: sql.Connection, accounts: int, tables: Sequence[str], spread: Callable[[int, int], float]
) -> str:
    """Tournaments that are over, and one in twenty that can be joined; the id of the first."""
    total = max(1, accounts // PER_ACCOUNT)
    ids = [new_id() for _ in range(total)]
    size = min(PLAYERS, accounts) // 2 * 2
    columns = ("id", "name", "game", "clock", "rated", "kind", "team_size", "rounds", "most", "round_ms")
    rest = ("owner", "state", "starts_ms", "round", "round_started_ms", "created_ms", "ended_ms")

    def tournament(n: int) -> tuple[Any, ...]:
        at, is_open = spread(n, total), n % 20 == 19
        terms = (ids[n], f"Tournament {n}", "tank_war", "fischer:300s+5s", True, "swiss", 1, ROUNDS, 64, None)
        if is_open:
            return *terms, 1, "open", None, 0, None, at, None
        return *terms, 1, "over", None, ROUNDS, at + 3 * HOUR_MS, at, at + 4 * HOUR_MS

    put(connection, "tournaments", (*columns, *rest), map(tournament, range(total)))
    members = [
        (name, number, (n + number) % accounts + 1) for n, name in enumerate(ids) for number in range(size)
    ]
    put(
        connection,
        "tournament_entrants",
        ("tournament_id", "number", "name", "left_after"),
        ((name, number, "", None) for name, number, _ in members),
    )
    put(
        connection,
        "tournament_players",
        ("tournament_id", "account", "entrant", "joined_ms"),
        ((name, account, number, float(number)) for name, number, account in members),
    )
    put(
        connection,
        "tournament_games",
        ("tournament_id", "round", "match", "board", "first", "second", "swapped", "table_id", "result"),
        (
            (name, round_, match, 0, match, (match + round_) % (size // 2) + size // 2, False, table, "first")
            for n, name in enumerate(ids)
            if n % 20 != 19
            for round_ in range(1, ROUNDS + 1)
            for match, table in enumerate(tables[: size // 2])
        ),
    )
    return ids[0]
