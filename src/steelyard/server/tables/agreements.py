"""What two players agree on (points, a takeback, a rematch), and undo, for which a bot is not asked.

Each function returns what the log gets, or raises Refused, as a table's own methods do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.arena.record import AGREEMENT
from steelyard.core.game import SEATS, Seat
from steelyard.server.tables import log
from steelyard.server.tables.table import Refused

if TYPE_CHECKING:
    from steelyard.server.tables.log import AnyBody
    from steelyard.server.tables.table import Table

DRAWN_AFTER = 80  # turns: before, a bot plays on when the points are level
MOST_UNDONE, UNDOABLE_TURNS = 100, 300  # each is a game played again, whenever the table is read
MOST_ASKED = 10  # takebacks that one player may ask for in a game
DECLINED: dict[log.Chance, str] = {
    "points": "this offer was declined; make a move before you offer again",
    "takeback": "the other player has declined; make a move before you ask again",
    "rematch": "the other player has declined a rematch; only they can offer one now, or set up a new game",
}


def offer(table: Table, seat: Seat, what: log.Chance) -> list[AnyBody]:
    other = SEATS[1 - seat]
    _check_offer(table, seat, what)
    if table.chairs[other].guest == table.chairs[seat].guest != "":
        return agreed(table, _last_mover(table) if what == "takeback" else seat, what)
    if (other, what) in table.offers:
        if what == "takeback":
            raise Refused("the other player asks to take a move back; answer that first")
        return agreed(table, other, what)
    if what == "takeback" and table.asked[seat] >= MOST_ASKED:
        raise Refused(f"you have asked {MOST_ASKED} times in this game; play on, or resign")
    if table.refusals.get((seat, what)) == len(table.turns):
        raise Refused(DECLINED[what])
    if (seat, what) in table.offers:
        raise Refused("your offer stands already; wait for the answer")
    return [log.Offered(seat, what)]


def _check_offer(table: Table, seat: Seat, what: log.Chance) -> None:
    if what == "rematch":
        if table.outcome is None:
            raise Refused("a rematch comes after the game; this one is not over")
        if table.cancelled:
            raise Refused("this game was never begun; set up a new one")
        if table.rematch is not None:
            raise Refused("the rematch has begun already")
        return
    table.check_playing()
    if what == "takeback":
        if table.terms.tournament:
            raise Refused("in a tournament no move is taken back")
        if table.chairs[1 - seat].kind == "bot":
            raise Refused("a bot need not be asked; use undo")
        _last_choice(table, seat)
    elif AGREEMENT not in table.game.reasons:
        raise Refused(f"{table.game.title} cannot be ended by agreement; play on, or resign")


def accept(table: Table, seat: Seat, what: log.Chance) -> list[AnyBody]:
    other = SEATS[1 - seat]
    if (other, what) not in table.offers:
        raise Refused("there is no such offer to accept")
    _check_offer(table, other, what)
    return agreed(table, other, what)


def agreed(table: Table, offered_by: Seat, what: log.Chance) -> list[AnyBody]:
    """Points: the end. A rematch is a table of its own, which `offers.py` sets up."""
    if what == "rematch":
        return []
    if what == "takeback":
        return [log.Undone(offered_by, _last_choice(table, offered_by))]
    outcome = table.game.by_agreement(table.state)
    return [log.Over(outcome.winner, outcome.reason, outcome.score)]


def decline(table: Table, seat: Seat, what: log.Chance) -> list[AnyBody]:
    if (SEATS[1 - seat], what) not in table.offers:
        raise Refused("there is no such offer to decline")
    return [log.Declined(seat, what)]


def bot_accepts(table: Table, seat: Seat, what: log.Chance) -> bool:
    """Whether a bot takes an offer: a rematch, points by which it wins, or a draw in a long game."""
    if what == "rematch":
        return True
    winner = table.game.by_agreement(table.state).winner
    return winner == seat or (winner is None and len(table.turns) >= DRAWN_AFTER)


def undo(table: Table, seat: Seat) -> list[AnyBody]:
    """Take the seat's last choice back, with what came after it."""
    table.check_playing()
    if table.terms.rated:
        raise Refused("in a rated game against a bot no move is taken back")
    if table.chairs[1 - seat].kind != "bot":
        raise Refused("only against a bot can moves be taken back without asking; offer a takeback")
    if seat in table.sealed:
        _check_undoable(table)
        return [log.Undone(seat, 0)]
    return [log.Undone(seat, _last_choice(table, seat))]


def _last_choice(table: Table, seat: Seat) -> int:
    """How many turns ago the seat chose last, of those that were played."""
    _check_undoable(table)
    mine = (number for number, turn in enumerate(reversed(table.turns), 1) if turn.moves[seat] is not None)
    if (turns := next(mine, None)) is None:
        raise Refused("you have not moved yet: nothing has been played that could be taken back")
    return turns


def _last_mover(table: Table) -> Seat:
    return next(seat for seat in SEATS if table.turns[-1].moves[seat] is not None)


def _check_undoable(table: Table) -> None:
    if table.clocks.realtime:
        raise Refused("this game is played in real time; nothing can be taken back")
    if table.undone >= MOST_UNDONE or len(table.turns) > UNDOABLE_TURNS:
        raise Refused(
            f"a game has at most {MOST_UNDONE} moves taken back, in its first {UNDOABLE_TURNS} turns"
        )
