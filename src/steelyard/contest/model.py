"""The values that a contest is made of: entrants, boards, scheduled games, results, pairings."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, cast

import msgspec

from steelyard import games
from steelyard.arena.record import GameTerms, derived_seed, game_seed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steelyard.arena.record import GameOrder, Players
    from steelyard.contest.file.definition import ContestFile
    from steelyard.contest.file.keys import Boards, Wishes
    from steelyard.core.game import Game, Seat

Wish = bool | float | tuple[float, ...]

START = "start"
TEACHER_STAGE = -1  # the games against the teacher's bot, which are outside of the stages


class Entrant(msgspec.Struct, frozen=True):
    name: str
    slug: str
    """For file names and the ids of games, made of the name as it was before the bot was first started."""
    bot: str
    """As the contest file names it."""


class Remark(msgspec.Struct, frozen=True):
    """What became of something that was submitted, if not what one would expect."""

    about: str
    text: str


@dataclass(frozen=True)
class Contest:
    """A contest file with its entrants: everything that does not depend on results."""

    file: ContestFile
    entrants: tuple[Entrant, ...]
    seed: str
    """Decides everything that is left to chance; whoever knows it can draw the boards."""
    remarks: tuple[Remark, ...] = ()
    isolated: bool = True
    """Whether its bots run in the sandbox."""
    not_enforced: tuple[str, ...] = ()
    """The limits that the kernel of the machine did not enforce by itself, in words."""

    @cached_property
    def game(self) -> Game[Any]:
        return games.get(self.file.game, **self.file.options)

    @cached_property
    def clock(self) -> str:
        return self.file.clock or self.game.clock

    @cached_property
    def terms(self) -> GameTerms:
        policy = self.file.policy
        return GameTerms.of(self.game, self.clock, realtime=self.file.realtime, strikes=policy.strikes)

    @cached_property
    def slugs(self) -> dict[str, str]:
        """Slugs by name, including the teacher's bot."""
        found = {entrant.name: entrant.slug for entrant in self.entrants}
        if self.file.teacher is not None:
            found[self.file.teacher.name] = "teacher"
        return found

    @cached_property
    def figures(self) -> tuple[str, ...]:
        """What the game counts besides the result."""
        return tuple(self.game.figures(self.game.start()))

    def stage_slug(self, index: int) -> str:
        return slug(self.file.stages[index].called)

    def chance(self, *what: object) -> int:
        """A random number for one part of the contest."""
        return derived_seed(self.seed, *what)

    def game_seed(self, slot: str, reruns: int) -> str:
        """Every game has its own seed, and a new one when it is played again, so nobody can predict it."""
        return game_seed(self.seed, "game", slot, reruns)

    def game_order(self, slot: Slot, players: Players, texts: Mapping[str, str]) -> GameOrder:
        """The game of the schedule; `texts` are those of the listed boards."""
        number = self.chance("number", slot.id) % 1_000_000
        start = self._starts.get(slot.board)
        if start is None:
            position = self.game.start(slot.board.setup(self, texts))
            start = self._starts[slot.board] = self.game.write_state(position)
        return self.terms.order(start, number, slot.seed, players)

    @cached_property
    def _starts(self) -> dict[Board, str]:
        return {}


@dataclass(frozen=True, slots=True)
class Board:
    """The board that a game starts from, by name. What it shows is secret until it has been played."""

    label: str
    listed: str | None = None
    """As the contest file names it."""
    wishes: tuple[tuple[str, Wish], ...] = ()
    """Options for drawing it, if it is not listed; of two numbers any between them."""

    @property
    def words(self) -> str:
        """What it is called beside its stage: the name that the contest file gives it, else its number."""
        return self.label if self.listed is not None else self.label.rpartition("-")[2]

    def setup(self, contest: Contest, texts: Mapping[str, str]) -> str:
        """The setup that the game starts from; `texts` are those of the listed boards."""
        if self.listed is not None:
            return texts[self.listed]
        rng = Random(f"{contest.seed}/board/{self.label}")
        wishes = {
            key: between(value, rng) if isinstance(value, tuple) else value for key, value in self.wishes
        }
        return contest.game.draw_setup(rng, **wishes)


def between(ends: tuple[float, ...], rng: Random) -> float:
    """Any number from the first to the second: a whole one if they are."""
    low, high = ends
    if isinstance(low, int) and isinstance(high, int):
        return rng.randint(low, high)
    return rng.uniform(low, high)


def board(boards: Boards, prefix: str, number: int) -> Board:
    """The board of that number (from 0). Beyond the last the list starts again, with new ones drawn."""
    each = _one_by_one(boards)
    chosen = each[number % len(each)]
    if isinstance(chosen, str):
        return Board(chosen or START, chosen)
    wishes = {key: tuple(value) if isinstance(value, list) else value for key, value in chosen.items()}
    return Board(f"{prefix}-{number + 1}", None, tuple(sorted(wishes.items())))


def board_count(boards: Boards) -> int:
    return len(_one_by_one(boards))


def listed_boards(boards: Boards) -> list[tuple[int, str]]:
    """The boards that are given by name or file, each with its place in the list."""
    items = enumerate(boards if isinstance(boards, list) else [])
    return [(place, item) for place, item in items if isinstance(item, str)]


def _one_by_one(boards: Boards) -> list[str | Wishes]:
    """One item for each board: its name, or how it is drawn."""
    if isinstance(boards, list):
        return [each for item in boards for each in ([item] if isinstance(item, str) else _one_by_one(item))]
    wishes = boards if isinstance(boards, dict) else {"draw": boards}
    drawn = {key: value for key, value in wishes.items() if key != "draw"}
    return [drawn] * int(cast("int", wishes["draw"]))


@dataclass(frozen=True, slots=True)
class Slot:
    """One game of the schedule. Its id names stage, round, seats and board, so it is unique."""

    id: str
    stage: int
    round: int
    seats: tuple[str, str]
    board: Board
    seed: str


@dataclass(frozen=True, slots=True)
class Result:
    """How one game counts."""

    points: tuple[float, float]
    """Of seat 0 and seat 1: 1 and 0, or a half each, or 0 for both."""
    reason: str
    figures: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    faults: Mapping[Seat, str] = field(default_factory=dict)
    """The seats that lost by a failure, and which failure; it may be both."""
    played: bool = True
    """False for a forfeited game."""
    score: tuple[int, int] = (0, 0)
    """The two figures that the game's rules compared."""
    turn: int = 0
    """The turn of the failures; 0 is before the first."""
    absent: Mapping[Seat, str] = field(default_factory=dict)
    """The seats that forfeited the game, and what they were: `suspended`."""

    @property
    def failed(self) -> tuple[Seat, ...]:
        return tuple(sorted(self.faults))

    @property
    def by_the_rules(self) -> bool:
        return self.played and not self.faults


FORFEIT = "forfeit"
SPOILED = "spoiled by the platform"
RULED = "ruled by the organiser"
SUSPENDED = "suspended"


def forfeit(absent: Mapping[Seat, str]) -> Result:
    points = (float(0 not in absent), float(1 not in absent))
    return Result(points, FORFEIT, played=False, absent=absent)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants with the games between them, or one with a bye."""

    first: str
    second: str | None
    slots: tuple[Slot, ...] = ()
    results: tuple[Result | None, ...] = ()
    round: int = 0
    winner: str | None = None
    """The winner of a match that has to be won, once it is decided."""
    why: str = ""
    """What decided the match, if not the number of games won."""
    extra: int = 0
    """How many of the boards, the last ones, were added because the match was level."""

    @property
    def complete(self) -> bool:
        return None not in self.results

    @property
    def bye(self) -> bool:
        return self.second is None

    def games(self) -> list[tuple[Slot, Result]]:
        return [(s, r) for s, r in zip(self.slots, self.results, strict=True) if r is not None]

    def score(self) -> tuple[float, float]:
        """Points in games of the first and of the second."""
        mine = sum(result.points[slot.seats.index(self.first)] for slot, result in self.games())
        theirs = sum(result.points[1 - slot.seats.index(self.first)] for slot, result in self.games())
        return mine, theirs

    def wins(self) -> tuple[int, int]:
        won = [
            sum(result.points[slot.seats.index(name)] == 1 for slot, result in self.games())
            for name in (self.first, self.second)
            if name is not None
        ]
        return won[0], won[-1]

    def figure(self, name: str) -> tuple[int, int]:
        """The sum of a figure over all games, for the first and the second."""
        mine = theirs = 0
        for slot, result in self.games():
            seat = slot.seats.index(self.first)
            both = result.figures.get(name, (0, 0))
            mine, theirs = mine + both[seat], theirs + both[1 - seat]
        return mine, theirs


def slug(name: str) -> str:
    """A name in a form that fits file names: lower-case letters, digits and single hyphens."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return (
        re.sub(r"[^a-z0-9]+", "-", "".join(c for c in plain if not unicodedata.combining(c))).strip("-")
        or "x"
    )
