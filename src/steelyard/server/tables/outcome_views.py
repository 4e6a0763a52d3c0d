"""How a game ended, for programs and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.analysis.position import written_outcome
from steelyard.arena.verdicts import because, failures_in_words
from steelyard.server.tables import log

if TYPE_CHECKING:
    from steelyard.core.game import Game, Outcome
    from steelyard.server.tables.table import Table


def shown_outcome(table: Table) -> dict[str, Any] | None:
    if table.outcome is None:
        return None
    return outcome_fields(table.game, table.outcome, table.state) | _ending(table)


def outcome_fields(game: Game[Any], outcome: Outcome, state: Any) -> dict[str, Any]:
    """The outcome for programs and in words; `state` is the last position."""
    if outcome.reason in log.CANCELLED:
        words = log.CANCELLED[outcome.reason]
        shown = {"winner": None, "reason": outcome.reason, "score": outcome.score}
        return shown | {"detail": words, "because": words, "cancelled": True}
    by_rules = game.outcome(state) is not None
    words, elements = game.ending(state) if by_rules else ("", ())
    return {
        "winner": outcome.winner,
        "reason": outcome.reason,
        "score": outcome.score,
        "detail": written_outcome(game, outcome),
        "because": because_template(type(game), outcome),
        "happened": words,
        "shown_by": elements,
    }


def because_template(game: type[Game[Any]], outcome: Outcome) -> str:
    """The end of a sentence about the result, with `{loser}` for a name that only the page knows."""
    if outcome.reason in log.CANCELLED:
        return log.CANCELLED[outcome.reason]
    return because(game, outcome, "" if outcome.winner is None else "{loser}")


def _ending(table: Table) -> dict[str, str]:
    """Sentences for ends that are not in the game's own rules: bots fail in more ways than people."""
    verdict = table.verdict
    if verdict is None:
        return {}
    first, second = table.game.seat_names
    fields = {"detail": failures_in_words(verdict.faults, 0, (first, second), "both")}
    if any(table.chairs[seat].kind == "bot" for seat in verdict.faults):
        one, two = (chair.name if chair.bot else f"{chair.name}'s bot" for chair in table.chairs)
        fields["stopped"] = failures_in_words(verdict.faults, verdict.turn, (one, two), "both bots")
    return fields
