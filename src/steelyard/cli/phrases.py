"""Sentences that several commands print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.arena.verdicts import Fault, ending, failures_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.arena.record import Record
    from steelyard.core.game import Game, Outcome


def result(game: Game[Any], outcome: Outcome) -> str:
    """`U won: 4 tanks to 3.`."""
    return f"{ending(type(game), outcome, game.seat_names)}."


def recorded_result(record: Record) -> str:
    """`Ada won: 4 tanks to 3`, `Ada won: Bob's bot crashed in turn 5`."""
    failed = failure(record)
    if record.outcome is None:
        return f"not over: {failed}" if failed else "not over"
    winner = record.outcome.winner
    if failed:
        return f"{'nobody' if winner is None else record.players[winner].name} won: {failed}"
    names = [player.name for player in record.players]
    return ending(type(games.get(record.game)), record.outcome, names)


def hash_words(last: str, published: str | None, unknowable: Sequence[str]) -> str:
    """What a verification has shown, by whether it knew the hash that was published."""
    if published == last:
        return f"nothing was changed since its hash was published: {last}"
    if published is not None:
        return f"lines were added, and none was changed, since that hash was published; it is now {last}"
    what = "Without --hash, this cannot show changes to:"
    return "\n".join([f"hash: {last}", what, *(f"- {each}" for each in unknowable)])


def failure(record: Record) -> str | None:
    """Who stopped the game, how and when: `Bob's bot crashed in turn 5`; None unless it was stopped."""
    verdict = record.verdict
    if verdict is None:
        return None
    if verdict.fault is Fault.PLATFORM:
        return "this machine failed"
    bot = "" if verdict.fault is Fault.RESIGNED else "'s bot"
    one, two = (f"{player.name}{bot}" for player in record.players)
    return failures_in_words(verdict.faults, verdict.turn, (one, two), "both bots")
