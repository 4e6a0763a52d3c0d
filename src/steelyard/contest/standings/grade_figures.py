"""The figures that a grade formula may use, and their meanings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steelyard.core.game import Game

COUNTED = {
    "games": "games played, those against the teacher's bot included, forfeits not",
    "wins": "games won, forfeits by others included",
    "draws": "games drawn",
    "losses": "games lost, forfeits included",
    "failures": "games lost by a failure of the bot",
    "place": "the place in the final ranking",
    "entrants": "how many entrants there are, quarantined ones included",
    "teacher_games": "games against the teacher's bot",
    "teacher_wins": "of these, won",
    "teacher_draws": "of these, drawn",
    "beat_teacher": "1 if it won more games against the teacher's bot than it lost, else 0",
}


def formula_names(game: Game[Any], figures_from: str = "complete games") -> dict[str, str]:
    """Every name a formula may use, with its meaning."""
    games = "any game" if figures_from == "all games" else "any game that ended by the rules"
    own = {
        f"max_{figure}": f"the most {figure} at the end of {games}" for figure in game.figures(game.start())
    }
    return {**COUNTED, **own}
