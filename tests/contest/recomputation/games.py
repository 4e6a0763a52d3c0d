"""Which games count, and how: the journal line by line, and who is absent."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

WON, DRAWN, LOST = Fraction(1), Fraction(1, 2), Fraction(0)
TEACHER_STAGE = -1
ATTEMPTS = 3
SUSPECT_FROM = 2


class Result(NamedTuple):
    """How a game counts: the points of both seats, what it counts, who failed."""

    points: tuple[Fraction, Fraction]
    figures: Mapping[str, Sequence[int]] = {}
    failed: tuple[int, ...] = ()
    played: bool = True
    present: tuple[bool, bool] = (True, True)


@dataclass
class Match:
    round: int
    first: str
    second: str | None
    """None: a bye."""
    seats: list[list[str]]
    """Of each game."""
    winner: str | None
    """As reported; read only where a lot decides."""
    results: list[Result] = field(default_factory=list)

    @property
    def names(self) -> set[str]:
        return {self.first, self.second or self.first}

    def of(self, name: str) -> list[tuple[int, Result]]:
        """The seat of an entrant in each game, and the result."""
        return [(seats.index(name), r) for seats, r in zip(self.seats, self.results, strict=True)]

    def points(self, name: str) -> list[Fraction]:
        return [result.points[seat] for seat, result in self.of(name)]

    def figures(self, name: str, figure: str) -> list[int]:
        return [result.figures.get(figure, (0, 0))[seat] for seat, result in self.of(name)]

    def failures(self, name: str) -> int:
        return sum(seat in result.failed for seat, result in self.of(name))


class Journal:
    """The lines of a journal, one after the other."""

    def __init__(self, lines: Iterable[Mapping[str, Any]], *, all_meet: bool) -> None:
        """`all_meet`: whether every two entrants meet in the first stage."""
        self._all_meet = all_meet
        self.results: dict[str, Result] = {}
        self.versions: dict[str, Sequence[int]] = {}
        self.quarantined: set[str] = set()
        self.disqualified: dict[str, Mapping[str, Any]] = {}
        self.last_stage: dict[str, int] = {}
        """The last stage for which each disqualified or withdrawn entrant is drawn."""
        self.players: dict[str, list[str]] = {}
        self._attempts: Counter[str] = Counter()
        self._voids: dict[str, Counter[str]] = {}
        self._undecided: set[str] = set()
        self._replaced: list[Mapping[str, Any]] = []
        for line in lines:
            getattr(self, f"add_{line['entry']}")(line)

    def add_admitted(self, line: Mapping[str, Any]) -> None:
        """A bot that starts changes nothing."""

    def add_played(self, line: Mapping[str, Any]) -> None:
        game, record = line["id"], line["record"]
        self.versions[game] = [player["version"] for player in record["players"]]
        self.players[game] = [player["name"] for player in record["players"]]
        if record["outcome"] is None:
            self._disturbed(game, record["events"])
            return
        verdict, winner = record.get("verdict"), record["outcome"]["winner"]
        failed = () if verdict is None else (0, 1) if verdict.get("both") else (verdict["seat"],)
        figures = {
            key: [0 if seat in failed else both[seat] for seat in (0, 1)]
            for key, both in line["figures"].items()
        }
        level = LOST if failed else DRAWN
        points = (level, level) if winner is None else (Fraction(winner == 0), Fraction(winner == 1))
        self.results[game] = Result(points, figures, failed)

    def _disturbed(self, game: str, events: Iterable[Mapping[str, Any]]) -> None:
        alone = self._voids.setdefault(game, Counter())
        for event in events:
            if event["what"].startswith("played again") and event.get("seat") is not None:
                alone[self.players[game][event["seat"]]] += 1
        self._attempts[game] += 1
        if max(alone.values(), default=0) >= SUSPECT_FROM:
            self._undecided.add(game)
        elif self._attempts[game] == ATTEMPTS:
            self.results[game] = Result((DRAWN, DRAWN), played=False)

    def add_rerun(self, line: Mapping[str, Any]) -> None:
        self.results.pop(line["id"], None)
        self._attempts.pop(line["id"], None)
        self._voids.pop(line["id"], None)
        self._undecided.discard(line["id"])
        if line["stage"] not in {None, TEACHER_STAGE}:
            self._draw_anew_after(line["stage"])

    def add_ruled(self, line: Mapping[str, Any]) -> None:
        if line["id"] in self._undecided:
            self._undecided.remove(line["id"])
            one, two = (Fraction(line["winner"] == name) for name in self.players[line["id"]])
            points = (DRAWN, DRAWN) if line["winner"] is None else (one, two)
            self.results[line["id"]] = Result(points, played=False)

    def add_quarantined(self, line: Mapping[str, Any]) -> None:
        self.quarantined.add(line["name"])

    def add_replaced(self, line: Mapping[str, Any]) -> None:
        self.quarantined.discard(line["name"])
        self._replaced.append(line)
        self._draw_anew_after(line["stage"])

    def add_disqualified(self, line: Mapping[str, Any]) -> None:
        self.disqualified[line["name"]] = line
        self.last_stage[line["name"]] = line["last_stage"]

    def _draw_anew_after(self, stage: int) -> None:
        """Whoever is out is left out, but not of the first stage if they withdrew or if all meet there."""
        for name, last in self.last_stage.items():
            stays = (self._all_meet or self.withdrew(name)) and last >= 0
            self.last_stage[name] = max(min(last, stage), 0) if stays else min(last, stage)

    def withdrew(self, name: str) -> bool:
        return bool(self.disqualified.get(name, {}).get("games_stand"))

    def version(self, name: str, stage: int, round_: int) -> int:
        """Of the program that plays for an entrant in that round; the newest one meets the teacher's bot."""
        changes = [
            line
            for line in self._replaced
            if line["name"] == name
            and (stage == TEACHER_STAGE or (line["stage"], line["round"]) <= (stage, round_))
        ]
        return int(changes[-1]["version"]) if changes else 1


class Games:
    """How each game of the schedule counts, asked in the order of the schedule."""

    def __init__(self, journal: Journal, suspend_after: int, teacher: str | None) -> None:
        self.suspended: dict[str, str] = {}
        """The game after which each suspended entrant is out."""
        self._journal, self._most, self._teacher = journal, suspend_after, teacher
        self._failures: Counter[tuple[str, int]] = Counter()
        self._left: set[tuple[str, int]] = set()
        """Who forfeited a game of which stage in which others that it has played stand."""

    def result(self, stage: int, round_: int, game: str, seats: Sequence[str]) -> Result:
        versions = self._journal.versions.get(game, (1, 1))
        played = game in self._journal.results and not any(map(self._failed_too_often, seats, versions))
        absent = [self._absent(name, stage, round_, played=played) for name in seats]
        late = not played and not any(absent)
        if late:
            absent = [name in self._journal.disqualified for name in seats]
            assert any(absent), f"{game} was to be played"
        if any(absent):
            self._left |= {
                (name, stage)
                for name, is_absent in zip(seats, absent, strict=True)
                if is_absent and name in self._journal.disqualified and (late or self._journal.withdrew(name))
            }
            present = [Fraction(not each) for each in absent]
            return Result((present[0], present[1]), played=False, present=(not absent[0], not absent[1]))
        result = self._journal.results[game]
        for seat in result.failed:
            program = seats[seat], versions[seat]
            self._failures[program] += 1
            if self._failures[program] == self._most and seats[seat] != self._teacher:
                self.suspended[seats[seat]] = game
        return result

    def forfeits(self, name: str, stage: int, round_: int) -> bool:
        """Whether an entrant has left during that stage, or its program of that round is suspended by now."""
        return (name, stage) in self._left or self._is_suspended(name, stage, round_)

    def _is_suspended(self, name: str, stage: int, round_: int) -> bool:
        return self._failed_too_often(name, self._journal.version(name, stage, round_))

    def _absent(self, name: str, stage: int, round_: int, *, played: bool) -> bool:
        """Suspended by now, or disqualified in that round or before; finished rounds stand.

        Of somebody who withdrew, everything that was played stands.
        """
        out = self._journal.disqualified.get(name)
        if played and self._journal.withdrew(name):
            out = None
        if out is not None and (stage == TEACHER_STAGE or (out["stage"], out["round"]) <= (stage, round_)):
            return True
        return self._is_suspended(name, stage, round_)

    def _failed_too_often(self, name: str, version: int) -> bool:
        return name != self._teacher and 0 < self._most <= self._failures[name, version]
