"""How a game ended, in a sentence with the entrants' names: `Ada won: Bob hit a mine`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.arena.verdicts import ending, failures_in_words
from steelyard.core.game import SEATS, Outcome

if TYPE_CHECKING:
    from steelyard.contest.model import Result, Slot
    from steelyard.core.game import Game


def result_words(game: Game[Any], slot: Slot, result: Result) -> str:
    """The sentence; one that begins with the teacher's bot begins with a capital letter all the same."""
    told = _result_words(game, slot, result)
    return told[:1].upper() + told[1:] if told.startswith("the ") else told


def _result_words(game: Game[Any], slot: Slot, result: Result) -> str:
    winner = next((seat for seat in SEATS if result.points[seat] == 1), None)
    if result.by_the_rules:
        return ending(type(game), Outcome(winner, result.reason, result.score), slot.seats)
    nobody = "Draw" if any(result.points) else "Nobody won"
    return f"{nobody if winner is None else f'{slot.seats[winner]} won'}: {_why(slot, result)}"


def _why(slot: Slot, result: Result) -> str:
    """Who failed, or did not play; otherwise the reason is in words already."""
    if result.faults:
        bots = (_bot(slot.seats[0]), _bot(slot.seats[1]))
        return failures_in_words(result.faults, result.turn, bots, "both bots")
    if result.absent:
        return " and ".join(f"{slot.seats[seat]} was {why}" for seat, why in result.absent.items())
    return result.reason


def _bot(name: str) -> str:
    return name if name.casefold().endswith("bot") else f"{name}'s bot"
