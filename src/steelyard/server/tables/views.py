"""What is shown of a table and of positions: to everybody, and to the owner of a seat."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from msgspec import Raw

from steelyard.core.game import SEATS, Seat
from steelyard.films import film
from steelyard.games.art import STYLE_ELEMENT
from steelyard.server.tables import differences
from steelyard.server.tables.outcome_views import outcome_fields, shown_outcome
from steelyard.server.tables.terms import ANYONE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steelyard.core.game import Game
    from steelyard.server.tables.table import Table
    from steelyard.server.tables.terms import Chair, Terms

LATEST_SAID = 3
IDLE_MS = 3_600_000.0  # an hour


def picture(game: Game[Any], state: Any) -> str:
    """The position's picture without its style, which pages load once as a file."""
    return game.to_svg(state).replace(STYLE_ELEMENT, "", 1)


def drawn(game: Game[Any], state: Any) -> dict[str, Any]:
    """A position in each of its forms: for programs, for the eye, for the ear."""
    data = game.to_json(state)
    return {
        "state": data["state"],
        "json": data,
        "svg": picture(game, state),
        "text": game.describe(state),
        "last_turn": game.last_turn(state),
        "score": figures(game, state),
    }


def figures(game: Game[Any], state: Any) -> list[dict[str, Any]]:
    """What is shown beside the players, in order."""
    return [{"name": name, "values": values} for name, values in game.figures(state).items()]


def players(table: Table, connected: Iterable[str]) -> list[dict[str, Any]]:
    return shown_players(table.chairs, connected)


def shown_players(chairs: Iterable[Chair], connected: Iterable[str]) -> list[dict[str, Any]]:
    there = set(connected)
    return [
        {
            "name": chair.name,
            "kind": chair.kind,
            "bot": chair.bot or None,
            "connected": chair.kind == "bot" or chair.guest in there,
        }
        for chair in chairs
    ]


def drawn_at(table: Table, state: Any) -> dict[str, Any]:
    """A position of the table as `drawn`; the present one is drawn once."""
    if state is not table.state:
        return drawn(table.game, state)
    if table.drawn is None:
        table.drawn = drawn(table.game, state)
    return table.drawn


def is_idle(terms: Terms, running: tuple[bool, bool], last_ms: float, now_ms: float) -> bool:
    """Whether nothing has happened for long in a game that no clock ends."""
    return not (any(running) or terms.clock.startswith("days")) and now_ms - last_ms > IDLE_MS


def clock_fields(table: Table, now_ms: float) -> dict[str, Any]:
    clocks = table.clocks
    left = [_rounded(clocks.left_ms(seat, now_ms)) for seat in SEATS]
    return {
        "clocks_ms": left,
        "next_ms": left[0] if clocks.realtime and all(clocks.running) else None,
        "running": clocks.running,
        "beginning": table.beginning,
        "paused": clocks.paused,
        "vacation_until_ms": clocks.vacation_until_ms,
        "vacation_ms_left": clocks.vacation_left_ms,
        "now_ms": round(now_ms),
    }


def _rounded(left_ms: float | None) -> int | None:
    return None if left_ms is None else round(left_ms)


def snapshot(
    table: Table, connected: Iterable[str], spectators: int, now_ms: float, *, changes: bool = False
) -> dict[str, Any]:
    """Everything that anybody may know, at this moment; for pages that follow `changes` in their form."""
    terms = table.terms
    position = differences.shown_at(table, table.state) if changes else drawn_at(table, table.state)
    idle = table.outcome is None and is_idle(terms, table.clocks.running, table.last_ms, now_ms)
    return {
        "type": "snapshot",
        "seq": table.seq,
        "id": terms.id,
        "game": terms.game,
        "title": table.game.title,
        "options": table.game.chosen,
        "start": terms.start,
        "players": players(table, connected),
        "seat_names": table.game.seat_names,
        "clock": terms.clock,
        **clock_fields(table, now_ms),
        "turn": len(table.turns),
        **position,
        "to_move": table.to_move(),
        "outcome": shown_outcome(table),
        "sealed": [seat in table.sealed for seat in SEATS],
        "offers": offers(table),
        "moves": table.turns.written(),
        "said": [{"seat": each.seat, "phrase": each.phrase} for each in table.said[-LATEST_SAID:]],
        "undone": table.undone,
        "live": table.outcome is None,
        "started": table.started,
        "realtime": table.clocks.realtime,
        "rematch": table.rematch,
        "rematch_of": terms.rematch_of,
        "private": terms.private,
        "rated": terms.rated,
        "tournament": terms.tournament or None,
        "from": terms.origin,
        "spectators": spectators,
        "created_ms": round(terms.created_ms),
        "films": film.formats(),
        "idle_since_ms": round(table.last_ms) if idle else None,
    }


def offers(table: Table) -> list[dict[str, Any]]:
    return [{"seat": seat, "what": what} for seat, what in sorted(table.offers)]


def own_snapshot(table: Table, guest: str) -> dict[str, Any]:
    """What a snapshot says besides to the one who asks."""
    seats, owner = table.seats_of(guest), bool(guest) and table.terms.owner == guest
    mine: dict[str, dict[str, Any]] = {"legal": {}, "picks": {}, "chosen": {}}
    for seat in seats:
        for name, value in own_fields(table, seat).items():
            mine[name] |= value
    open_seat = owner and not table.started and table.terms.invite
    challenge = None if table.started else {ANYONE: "anyone", guest: "you"}.get(table.terms.open_to)
    return {
        "you": seats,
        "owner": owner,
        "invite": invitation(table) if open_seat else None,
        "challenge": challenge,
        "challenged": (table.terms.challenged or None) if owner and not table.started else None,
        **mine,
    }


def invitation(table: Table) -> str:
    return f"/g/{table.terms.id}#join={table.terms.invite}"


def own_fields(table: Table, seat: Seat) -> dict[str, dict[str, Any]]:
    """What the owner of a seat may do there, and has chosen."""
    if table.outcome is not None or table.chairs[seat].kind != "guest":
        return {}
    fields: dict[str, dict[str, Any]] = {"chosen": table.sealed_words([seat])}
    if seat in table.owing():
        fields["legal"] = {str(seat): Raw(table.game.legal_wire(table.state, seat))}
        fields["picks"] = {str(seat): Raw(table.game.picks_wire(table.state, seat))}
    return fields


def positions(table: Table, first: int, last: int) -> Iterator[dict[str, Any]]:
    """Every position from one turn to another, as a replay needs them."""
    before = None
    for turn, state in enumerate(islice(table.positions(), last + 1)):
        if turn >= first:
            yield _past(table, turn, before, state)
        before = state


def _past(table: Table, turn: int, before: Any, state: Any) -> dict[str, Any]:
    game = table.game
    played = table.turns[turn - 1] if turn else None
    return {
        "turn": turn,
        **drawn(game, state),
        "moves": played.moves if played else None,
        "written": played.written if played else None,
        "phases": game.phases(before, table.moves(played.moves), state) if played else [],
        "clocks_ms": [_rounded(left) for left in played.left_ms] if played else [None, None],
        "spent_ms": played.spent_ms if played else [None, None],
        "at_ms": round(played.at_ms if played else table.terms.created_ms),
    }


def view(game: Game[Any], state: Any, seats: Iterable[Seat] = SEATS) -> dict[str, Any]:
    """Any position drawn, with what each seat can do there."""
    outcome, to_move = game.outcome(state), game.to_move(state)
    asked = [seat for seat in seats if seat in to_move]
    return {
        **drawn(game, state),
        "to_move": to_move,
        "legal": {
            str(seat): [game.write_move(move) for move in game.legal_moves(state, seat)] for seat in asked
        },
        "picks": {str(seat): game.picks(state, seat) for seat in asked},
        "outcome": None if outcome is None else outcome_fields(game, outcome, state),
    }
