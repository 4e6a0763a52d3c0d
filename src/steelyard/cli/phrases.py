"""Sentences that several commands print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steelyard.arena.record import Record
    from steelyard.core.game import Game, Outcome
    from steelyard.protocol.messages import Result


def result(game: Game[Any], outcome: Outcome) -> str:
    """`U wins (tanks, 4 : 3).`."""
    who = "A draw" if outcome.winner is None else f"{game.seat_names[outcome.winner]} wins"
    return f"{who} ({outcome.reason}, {outcome.score[0]} : {outcome.score[1]})."


def recorded_result(record: Record) -> str:
    """`Ada won (tanks, 4 : 3)`, `Ada won: Bob's bot crashed in turn 5`."""
    failed = failure(record)
    if record.outcome is None:
        return f"not over: {failed}" if failed else "not over"
    winner = record.outcome.winner
    if failed:
        return f"{'nobody' if winner is None else record.players[winner].name} won: {failed}"
    who = "draw" if winner is None else f"{record.players[winner].name} won"
    return f"{who} ({_reason(record.outcome)})"


def _reason(outcome: Result) -> str:
    return f"{outcome.reason}, {outcome.score[0]} : {outcome.score[1]}"


def failure(record: Record) -> str | None:
    """Who stopped the game, how and when: `Bob's bot crashed in turn 5`; None unless it was stopped."""
    from steelyard.arena.verdicts import Fault, failures_in_words  # noqa: PLC0415 - only records need the arena

    verdict = record.verdict
    if verdict is None:
        return None
    if verdict.fault is Fault.PLATFORM:
        return "this machine failed"
    bot = "" if verdict.fault is Fault.RESIGNED else "'s bot"
    one, two = (f"{player.name}{bot}" for player in record.players)
    return failures_in_words(verdict.faults, verdict.turn, (one, two), "both bots")
