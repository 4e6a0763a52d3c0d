"""The shapes of tournaments over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from steelyard.server.http.messages import Asked, Name, Shown
from steelyard.server.tables.messages import PersonName  # noqa: TC001 - the shapes are read at run time
from steelyard.server.tournaments.model import Kind, Score  # noqa: TC001

State = Literal["open", "running", "over", "cancelled"]


class NewTournament(Asked):
    name: PersonName
    game: Name
    clock: Name
    rated: bool = False
    kind: Kind = "swiss"
    team_size: Annotated[int, Field(ge=1, le=8)] = 1
    """Players in a team; 1: everybody plays alone."""
    rounds: Annotated[int, Field(ge=1, le=15)] | None = None
    """Of Swiss; without it, as many as decide a knockout of that size, and one more."""
    most: Annotated[int, Field(ge=2, le=64)] = 32
    """Players or teams that can take part; in a round robin 16 at most."""
    round_hours: Annotated[float, Field(ge=0.1, le=24 * 90)] | None = None
    """After so long a round ends, with games that are not over."""
    starts_ms: Annotated[float, Field(ge=0, le=2**53)] | None = None
    """When it starts by itself."""


class JoiningTournament(Asked):
    team: PersonName | Literal[""] = ""


class RemovingPlayer(Asked):
    player: PersonName


# What goes out.
class TournamentCreated(Shown):
    id: str
    url: str


class TournamentListed(Shown):
    id: str
    name: str
    game: str
    title: str
    clock: str
    rated: bool
    kind: Kind
    team_size: int
    state: State
    players: int
    most: int
    round: int
    rounds: int | None
    """None: it depends on how many join."""
    starts_ms: int | None
    winner: str | None


class TournamentsShown(Shown):
    tournaments: list[TournamentListed]


class EntrantShown(Shown):
    number: int
    name: str
    players: list[str]
    left: bool
    you: bool


class StandingShown(Shown):
    entrant: int
    rank: int
    points: str
    """As a person writes them: `2½`."""
    matches: int
    tie_breaks: list[str]


class GameOfRound(Shown):
    first: int
    second: int | None
    board: int
    swapped: bool
    table: str | None
    result: Score | None
    you: bool


class RoundShown(Shown):
    number: int
    games: list[GameOfRound]


class TournamentShown(TournamentListed):
    owner: str
    mine: bool
    """Whether you can start and cancel it."""
    joined: bool
    can_withdraw: bool
    can_remove: bool
    """Whether you can remove others from your team."""
    round_ends_ms: int | None
    entrants: list[EntrantShown]
    standings: list[StandingShown]
    tie_breaks: list[str]
    """What those who are level on points are ordered by."""
    rounds_played: list[RoundShown]
