"""The shapes of what is asked and told about bots."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from steelyard.server.http.messages import Asked, Name

VersionNumber = Annotated[int, Field(ge=1, le=10**6)]


class RemoteAsked(Asked):
    game: Name
    name: Annotated[str, StringConstraints(min_length=1, max_length=60)]


class TrialAsked(Asked):
    newer: VersionNumber
    older: VersionNumber | None = None


class OnLadder(Asked):
    on: bool


class RatedAsked(Asked):
    rated: bool


class OpenAsked(Asked):
    open: bool


class UploadShown(BaseModel):
    bot: str
    version: str
    number: int
    url: str


class TokenShown(BaseModel):
    bot: str
    token: str


class Done(BaseModel):
    done: Literal[True] = True


class StandingShown(BaseModel):
    """A place on a ladder."""

    elo: float
    doubt: float
    games: int


class BotListed(BaseModel):
    id: str
    name: str
    game: str
    owner: str
    remote: bool
    online: bool
    rated: bool
    state: Literal["none", "waiting", "building", "checking", "fit", "unfit", "unchecked"]
    version: int
    standing: StandingShown | None


class Finding(BaseModel):
    number: int
    title: str
    passed: bool
    detail: str
    sent: str
    came_back: str
    right: str
    log: str


class VersionShown(BaseModel):
    id: str
    number: int
    state: Literal["waiting", "building", "checking", "fit", "unfit", "unchecked", "deleted"]
    reason: str
    created_ms: int
    checks: list[Finding]
    last_check: int
    """The number of the last check; after a failure that would spoil the others they are not run."""
    log: str


class VersionListed(BaseModel):
    id: str
    number: int
    state: Literal["waiting", "building", "checking", "fit", "unfit", "unchecked", "deleted"]
    reason: str
    created_ms: int
    before_it: int
    """How many jobs are waiting, while it is one of them."""


class TrialShown(BaseModel):
    id: str
    newer: int
    older: int
    state: Literal["running", "better", "not_better", "undecided", "failed"]
    told: dict[str, Any]
    created_ms: int


class VerdictShown(BaseModel):
    fault: str
    detail: str
    turn: int
    line: str
    stderr: str


class GameListed(BaseModel):
    id: str
    kind: Literal["ladder", "trial"]
    game: str
    names: list[str]
    bots: list[str | None]
    winner: int | None
    both_failed: bool
    reason: str
    rated: bool
    ended_ms: int
    verdict: VerdictShown | None


class GameList(BaseModel):
    games: list[GameListed]
    next: str | None


class OwnersView(BaseModel):
    """What only its owner is told."""

    off: str
    closed_for: str
    """The contest that it is in, in words; empty if it is in none."""
    open_in_contests: bool
    versions: list[VersionListed]
    trials: list[TrialShown]


class BotShown(BotListed):
    created_ms: int
    closed: str
    """Why you neither play against it nor see its games; empty if you may."""
    mine: OwnersView | None


class KitListed(BaseModel):
    game: str
    language: str
    title: str
    """The language's own name."""


class SpaceShown(BaseModel):
    """What your bots take, in bytes, and the most they may."""

    sources: int
    builds: int
    records: int
    most: int
    zip: int
    """The most that one upload may have."""


class MyBots(BaseModel):
    bots: list[BotListed]
    isolated: bool
    why_not: str
    space: SpaceShown


class TurnLog(BaseModel):
    turn: int
    """0: before the first turn."""
    text: str


class GameLog(BaseModel):
    """What a bot wrote to standard error in a game."""

    seat: int
    name: str
    own: bool
    turns: list[TurnLog]


class GameLogs(BaseModel):
    logs: list[GameLog]


class Opponent(BaseModel):
    id: str
    bot: str
    """What a seat at a new table is to be given."""
    name: str
    owner: str
    game: str
    elo: float | None


class LadderLine(BaseModel):
    place: int
    player: str
    name: str
    owner: str | None
    ours: bool
    remote: bool
    elo: float
    doubt: float
    games: int


class LadderShown(BaseModel):
    game: str
    clock: str
    lines: list[LadderLine]
    waiting: int
