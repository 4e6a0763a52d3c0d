"""Reviews a played game: what each player gave away, round by round, and where it was decided."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from steelyard.analysis.position import SHOWN, Analysis, analyse, written_outcome
from steelyard.core.errors import InvalidState
from steelyard.core.game import SEATS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from steelyard.analysis.solved import Progress
    from steelyard.core.game import Game, Move, Outcome, Seat


@dataclass(frozen=True, slots=True)
class ReviewedRound:
    number: int
    turn: str
    """The moves in notation."""
    moves: Mapping[Seat, Move]
    before: Analysis
    value_after: float
    """The value of the next position to seat 0."""

    def gave_away(self, seat: Seat) -> float:
        """What the seat's move lost against best play."""
        return self.before.regrets[seat][self.moves[seat]]

    def at_stake(self, seat: Seat) -> float:
        """What the seat's worst move would have lost."""
        return max(self.before.regrets[seat].values())

    def to_json(self) -> dict[str, Any]:
        return {
            "round": self.number,
            "turn": self.turn,
            "value": self.before.value,
            "value_after": self.value_after,
            "gave_away": [self.gave_away(seat) for seat in SEATS],
            "at_stake": [self.at_stake(seat) for seat in SEATS],
            "best": [self.before.best(seat) for seat in SEATS],
        }


@dataclass(frozen=True, slots=True)
class Review:
    game: Game[Any]
    rounds: tuple[ReviewedRound, ...]
    outcome: Outcome | None
    """None if the game was not finished."""

    def gave_away(self, seat: Seat) -> float:
        return sum(played.gave_away(seat) for played in self.rounds)

    def accuracy(self, seat: Seat) -> float:
        """The share the seat kept of what it could have lost: 1 if it gave nothing away, 0 if everything."""
        at_stake = sum(played.at_stake(seat) for played in self.rounds)
        return 1.0 - self.gave_away(seat) / at_stake if at_stake else 1.0

    def costliest(self, seat: Seat) -> ReviewedRound | None:
        """The round in which the seat gave away most; None if it gave away nothing significant."""
        costly = [played for played in self.rounds if played.gave_away(seat) >= SHOWN]
        return max(costly, key=lambda played: played.gave_away(seat), default=None)

    @property
    def decisive(self) -> ReviewedRound | None:
        """The round that moved the value most towards the winner, if there is one."""
        if self.outcome is None or self.outcome.winner is None:
            return None
        towards = 1 - 2 * self.outcome.winner
        moved = [(towards * (played.value_after - played.before.value), played) for played in self.rounds]
        gain, played = max(moved, key=lambda pair: pair[0], default=(0.0, None))
        return played if gain >= SHOWN else None

    def to_json(self) -> dict[str, Any]:
        decisive = self.decisive
        return {
            "game": self.game.id,
            "outcome": None if self.outcome is None else written_outcome(self.game, self.outcome),
            "gave_away": [self.gave_away(seat) for seat in SEATS],
            "accuracy": [self.accuracy(seat) for seat in SEATS],
            "decisive": None if decisive is None else decisive.number,
            "rounds": [played.to_json() for played in self.rounds],
            "summary": self.summary(),
        }

    def to_text(self) -> str:
        """The review as text: the rounds as a table, then the summary."""
        first, second = self.game.seat_names
        heads = ["round", "moves", f"value for {first}", f"{first} gave away", f"{second} gave away"]
        rows = [
            [
                str(played.number),
                played.turn,
                f"{played.before.value:+.2f}",
                *(f"{played.gave_away(seat):.2f}" for seat in SEATS),
            ]
            for played in self.rounds
        ]
        widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
        lines = [
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            for row in (heads, *rows)
        ]
        return "\n".join([*lines, "", *self.summary()])

    def summary(self, side_names: Sequence[str] = ()) -> list[str]:
        """The result of the review in sentences, with those names of the seats or as in notation."""
        names = side_names or self.game.seat_names
        lines = ["The game was not finished."]
        if self.outcome is not None:
            lines = [f"The game is over: {written_outcome(self.game, self.outcome, names)}."]
        for seat, name in zip(SEATS, names, strict=True):
            kept = f"kept {100 * self.accuracy(seat):.0f} % of what was at stake"
            lines.append(f"{name} gave away {self.gave_away(seat):.2f} in total and {kept}.")
            if (worst := self.costliest(seat)) is not None:
                lines.append(f"  Its most expensive move was {self._mistake(worst, seat)}.")
        if (decisive := self.decisive) is not None:
            lines.append(self._decision(decisive, names))
        return lines

    def _mistake(self, played: ReviewedRound, seat: Seat) -> str:
        move, cost = self.game.write_move(played.moves[seat]), played.gave_away(seat)
        return f"{move} in round {played.number}: it cost {cost:.2f}; best was {played.before.best(seat)}"

    def _decision(self, played: ReviewedRound, names: Sequence[str]) -> str:
        """Why the round was decisive: a mistake, or a wrong guess, which optimal mixes cannot avoid."""
        winner: Seat = 0 if played.value_after > played.before.value else 1
        loser = SEATS[1 - winner]
        move = f"{names[loser]}'s {self.game.write_move(played.moves[loser])}"
        if played.gave_away(loser) >= SHOWN:
            why = f"{move} was a mistake"
        else:
            why = f"{move} was as good as any, but {names[winner]} guessed right"
        moved = f"from {played.before.value:+.2f} to {played.value_after:+.2f} for {names[0]}"
        return f"Round {played.number} ({played.turn}) decided it, {moved}: {why}."


def analyse_game(
    game: Game[Any], states: Sequence[Any], turns: Sequence[str], progress: Progress | None = None
) -> Review:
    """Review a game, given as all its positions and the turns between them, as `read_game` returns it."""
    if len(states) != len(turns) + 1:
        raise InvalidState(f"{len(turns)} turns need {len(turns) + 1} positions, not {len(states)}")
    studied = [analyse(game, state, progress) for state in states]
    rounds = [
        ReviewedRound(number, turn, game.read_moves(before.state, turn), before, after.value)
        for number, (turn, (before, after)) in enumerate(zip(turns, pairwise(studied), strict=True), start=1)
    ]
    return Review(game, tuple(rounds), studied[-1].outcome)
