"""The shapes of what people say to one another over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StringConstraints

from steelyard.protocol.clock import Pace  # noqa: TC001 - the shapes are read at run time
from steelyard.server.accounts.messages import NameAsked  # noqa: TC001
from steelyard.server.http.messages import Asked, Name, Shown
from steelyard.server.ids import ID_PATTERN
from steelyard.server.tables.messages import SeatNumber  # noqa: TC001

Reason = Literal["unfair", "stalling", "name", "other"]


class NewChallenge(Asked):
    game: Name
    clock: Name = "none"
    rated: bool = False
    seat: SeatNumber | None = None
    """The seat of whoever makes it; without it, chance decides."""
    to: NameAsked | None = None
    """Somebody's name; without it, anybody can accept."""
    bot: Name | None = None
    """A built-in bot instead, which plays at once."""


class Blocking(Asked):
    blocked: bool


class Reporting(Asked):
    reason: Reason
    table: Annotated[str, StringConstraints(pattern=f"^({ID_PATTERN})?$")] = ""


# What goes out.
class Rated(Shown):
    elo: int
    doubt: int
    games: int
    provisional: bool
    limit: int
    """What the rating can be at most, by the games against built-in bots."""
    bot_games: int


class ChallengerShown(Shown):
    name: str
    account: bool
    rating: Rated | None


class ChallengeShown(Shown):
    id: str
    game: str
    title: str
    clock: str
    pace: Pace
    rated: bool
    challenger: ChallengerShown
    to: str | None
    """Whom it is for; none: anybody."""
    seat: int
    """The open one."""
    seat_name: str
    mine: bool
    for_you: bool
    here: bool
    """Whether whoever made it is looking at its table now."""
    created_ms: int
    more: int
    """How many others this line stands for."""
    more_of: Literal["person", "place"]
    """Whether those are of the same person, or of several at one address."""


class ChallengesShown(Shown):
    challenges: list[ChallengeShown]
    next: str | None
    """What the next page begins after; none: this is the last."""


class ChallengeMade(Shown):
    id: str
    url: str


class Accepted(Shown):
    seat: int


class RatingShown(Rated):
    game: str
    pace: Pace
    curve: list[tuple[int, int, int]]
    """Of the latest rated games: when each ended, the rating after it, and how far off that may be."""


class ResultsShown(Shown):
    game: str
    won: int
    lost: int
    drawn: int


class OpeningShown(Shown):
    game: str
    move: str
    games: int
    won: int
    lost: int


class PlayerProfile(Shown):
    name: str
    since_ms: int
    you: bool
    blocked: bool
    """By whoever asks."""
    ratings: list[RatingShown]
    results: list[ResultsShown]
    openings: list[OpeningShown]


class RankedPlayer(Rated):
    name: str


class PlayersShown(Shown):
    players: list[RankedPlayer]


class TableRatings(Shown):
    ratings: dict[str, list[Rated | None]]
    """By the id of a table, for each seat; none: a guest, a bot, or somebody without a rated game."""


class AwaitedTurn(Shown):
    id: str
    game: str
    title: str
    opponent: str
    clock: str
    left_ms: int | None


class WaitingShown(Shown):
    turns: list[AwaitedTurn]
    """Games in which your move is awaited, the one with the least time first."""
    challenges: int
    """Made to you."""


class ReportShown(Shown):
    id: int
    reporter: str
    reported: str
    table: str
    reason: Reason
    at_ms: int


class ReportsShown(Shown):
    reports: list[ReportShown]
