"""The summary of a match: score, verdicts and replays."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any

from steelyard.arena.match.score import FEWEST_GAMES, Score, of
from steelyard.arena.record import PLAYED_AGAIN

if TYPE_CHECKING:
    from steelyard.arena.match.plan import MatchPlan
    from steelyard.arena.record import Record


class Summary:
    """Adds up the games of a match, in any order."""

    def __init__(self, plan: MatchPlan) -> None:
        self._heading = plan.heading
        self._programs = plan.programs
        self.pairs = Score()
        """The score of complete pairs: the basis of a sequential test."""
        self._single: dict[int, float] = {}
        self.verdicts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        self.first_games: tuple[dict[str, int], dict[str, int]] = ({}, {})
        """For each player and each of its faults, the first game in which it happened."""
        self.given_up = 0
        self.both_failed = 0
        """Games in which both bots failed: they are not part of the score."""
        self.replayed = 0
        self.replayed_because = ""
        """Why a game was played again, the last time."""

    def add(self, record: Record) -> None:
        sides = self._heading.seats(record.number)
        for event in record.events:
            if event.kind == "replayed":
                self.replayed += 1
                self.replayed_because = event.what.removeprefix(f"{PLAYED_AGAIN}: ")
        if record.outcome is None:
            self.given_up += 1
            return
        if record.verdict is not None:
            for seat, fault in record.verdict.faults.items():
                side = sides[seat]
                self.verdicts[side][fault] += 1
                first = self.first_games[side].get(fault, record.number)
                self.first_games[side][fault] = min(first, record.number)
            if record.verdict.both:
                self.both_failed += 1
                return
        winner = record.outcome.winner
        points = 0.5 if winner is None else 1.0 - sides[winner]
        other = self._single.pop(record.number ^ 1, None)
        if other is None:
            self._single[record.number] = points
        else:
            self.pairs += of(points, other)

    @property
    def finished(self) -> int:
        """Finished games, including those that do not count."""
        return self.score.games + self.both_failed + self.given_up

    @property
    def score(self) -> Score:
        return sum((of(points) for points in self._single.values()), self.pairs)

    def to_json(self) -> dict[str, Any]:
        score = self.score
        return {
            "game": self._heading.game,
            "players": [program.name for program in self._programs],
            "games": score.games,
            "wins": [score.wins, score.losses],
            "draws": score.draws,
            "both_failed": self.both_failed,
            "pairs": list(score.pairs),
            "score": score.share,
            "interval": list(score.interval()),
            **_strength(score),
            "verdicts": [dict(counts) for counts in self.verdicts],
            "replayed": self.replayed,
            "given_up": self.given_up,
            "seed": self._heading.seed,
        }


def _strength(score: Score) -> dict[str, Any]:
    """In Elo; None instead of infinity, and for everything while too few games are played."""
    if score.games < FEWEST_GAMES:
        return {"elo": None, "elo_interval": [None, None], "los": None}
    elo, *interval = (each if math.isfinite(each) else None for each in (score.elo, *score.elo_interval()))
    return {"elo": elo, "elo_interval": interval, "los": score.superiority}
