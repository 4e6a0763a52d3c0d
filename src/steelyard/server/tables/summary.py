"""What lists show of a table: kept in its row with every change, so that no game is replayed for a list."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from steelyard import games
from steelyard.core.game import SEATS, Outcome, Seat
from steelyard.server.tables import outages, outcome_views, views
from steelyard.server.tables.terms import Chair

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from steelyard.core.game import Game
    from steelyard.server.tables.outages import Outage
    from steelyard.server.tables.table import Table
    from steelyard.server.tables.terms import Terms

POSITIONS = 512  # whose figures and pictures are kept, some 20 KB each


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A table as its last entry left it."""

    at_ms: float
    chairs: tuple[Chair, Chair]
    turn: int
    state: str
    """The position, in notation."""
    history: str
    """What its picture shows besides."""
    outcome: dict[str, Any] | None
    clocks_ms: tuple[float | None, float | None]
    running: tuple[bool, bool]
    owing: tuple[Seat, ...]
    """Whose move is awaited."""

    @property
    def bots(self) -> set[str]:
        return {chair.bot for chair in self.chairs if chair.kind == "bot"}

    def seats_of(self, guest: str) -> list[Seat]:
        return [seat for seat in SEATS if guest and self.chairs[seat].guest == guest]


_decoder = msgspec.json.Decoder(Summary)


def summarised(table: Table) -> Summary:
    clocks, at_ms = table.clocks, table.last_ms
    return Summary(
        at_ms=at_ms,
        chairs=(table.chairs[0], table.chairs[1]),
        turn=len(table.turns),
        state=table.game.write_state(table.state),
        history=table.game.write_history(table.state),
        outcome=outcome_views.shown_outcome(table),
        clocks_ms=(clocks.left_ms(0, at_ms), clocks.left_ms(1, at_ms)),
        running=clocks.running,
        owing=table.owing(),
    )


def write_summary(summary: Summary) -> str:
    return msgspec.json.encode(summary).decode()


def read_summary(text: str) -> Summary:
    return _decoder.decode(text)


class Present(NamedTuple):
    """What the running server knows besides."""

    connected: Collection[str]
    spectators: int
    outages: Sequence[Outage]
    now_ms: float
    """What time it is at the table."""


def listed(
    terms: Terms, summary: Summary, present: Present, guest: str, *, pictures: bool = True
) -> dict[str, Any]:
    """A table in a list, as a guest sees it; pictures take a moment, so not on the event loop."""
    position = terms.game, tuple(sorted(terms.options.items())), summary.state, summary.history
    figures = _figures(*position)
    game, over = games.game_class(terms.game), summary.outcome is not None
    passed_ms = present.now_ms - summary.at_ms - outages.down_ms(present.outages, summary.at_ms)
    return {
        "id": terms.id,
        "game": terms.game,
        "title": game.title,
        "players": views.shown_players(summary.chairs, present.connected),
        "seat_names": game.seat_names,
        "clock": terms.clock,
        "turn": summary.turn,
        "score": figures.score,
        "outcome": summary.outcome and _outcome(game, summary.outcome),
        "live": not over,
        "started": all(chair.kind != "open" for chair in summary.chairs),
        "to_move": () if over else figures.to_move,
        "you": summary.seats_of(guest),
        "clocks_ms": [_left_ms(summary, seat, passed_ms) for seat in SEATS],
        "running": summary.running,
        "owing": summary.owing,
        "rated": terms.rated,
        "spectators": present.spectators,
        "svg": _picture(*position) if pictures else "",
        "created_ms": round(terms.created_ms),
    }


def _outcome(game: type[Game[Any]], kept: dict[str, Any]) -> dict[str, Any]:
    """The outcome with its words."""
    outcome = Outcome(kept["winner"], kept["reason"], tuple(kept["score"]))
    return kept | {"because": outcome_views.because_template(game, outcome)}


def left_ms(summary: Summary, seat: Seat, present: Present) -> int | None:
    """What the seat has left now."""
    passed_ms = present.now_ms - summary.at_ms - outages.down_ms(present.outages, summary.at_ms)
    return _left_ms(summary, seat, passed_ms)


def _left_ms(summary: Summary, seat: Seat, passed_ms: float) -> int | None:
    left_ms = summary.clocks_ms[seat]
    if left_ms is None:
        return None
    return round(max(0.0, left_ms - passed_ms) if summary.running[seat] else left_ms)


class _Figures(NamedTuple):
    score: list[dict[str, Any]]
    to_move: tuple[Seat, ...]


@lru_cache(POSITIONS)
def _figures(*position: Any) -> _Figures:
    game, state = _read(*position)
    return _Figures(views.figures(game, state), game.to_move(state))


@lru_cache(POSITIONS)
def _picture(*position: Any) -> str:
    return views.picture(*_read(*position))


def _read(
    name: str, options: tuple[tuple[str, Any], ...], written: str, history: str
) -> tuple[Game[Any], Any]:
    game = games.get(name, **dict(options))
    return game, game.read_history(game.read_state(written), history)
