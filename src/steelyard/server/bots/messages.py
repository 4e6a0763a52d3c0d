"""The shapes of what is asked and told about bots."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from steelyard.server.http.messages import Asked, Name, Shown

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


class UploadShown(Shown):
    bot: str
    version: str
    number: int
    url: str


class TokenShown(Shown):
    bot: str
    token: str


class Done(Shown):
    done: Literal[True] = True


class StandingShown(Shown):
    """A place on a ladder."""

    elo: float
    doubt: float
    games: int


class BotListed(Shown):
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


class Finding(Shown):
    number: int
    title: str
    passed: bool
    detail: str
    sent: str
    came_back: str
    right: str
    log: str


class VersionShown(Shown):
    id: str
    number: int
    state: Literal["waiting", "building", "checking", "fit", "unfit", "unchecked", "deleted"]
    reason: str
    created_ms: int
    checks: list[Finding]
    last_check: int
    """The number of the last check; after a failure that would spoil the others they are not run."""
    log: str


class VersionListed(Shown):
    id: str
    number: int
    state: Literal["waiting", "building", "checking", "fit", "unfit", "unchecked", "deleted"]
    reason: str
    created_ms: int
    before_it: int
    """How many jobs are waiting, while it is one of them."""


class TrialShown(Shown):
    id: str
    newer: int
    older: int
    state: Literal["running", "better", "not_better", "undecided", "failed"]
    told: dict[str, Any]
    created_ms: int


class VerdictShown(Shown):
    fault: str
    detail: str
    turn: int
    line: str
    stderr: str


class GameListed(Shown):
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


class GameList(Shown):
    games: list[GameListed]
    next: str | None


class OwnersView(Shown):
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


class KitListed(Shown):
    game: str
    language: str
    title: str
    """The language's own name."""


class SpaceShown(Shown):
    """What your bots take, in bytes, and the most they may."""

    sources: int
    builds: int
    records: int
    most: int
    zip: int
    """The most that one upload may have."""


class MyBots(Shown):
    bots: list[BotListed]
    isolated: bool
    why_not: str
    space: SpaceShown


class TurnLog(Shown):
    turn: int
    """0: before the first turn."""
    text: str


class GameLog(Shown):
    """What a bot wrote to standard error in a game."""

    seat: int
    name: str
    own: bool
    turns: list[TurnLog]


class GameLogs(Shown):
    logs: list[GameLog]


class Opponent(Shown):
    id: str
    bot: str
    """What a seat at a new table is to be given."""
    name: str
    owner: str
    game: str
    elo: float | None


class LadderLine(Shown):
    place: int
    player: str
    name: str
    owner: str | None
    ours: bool
    remote: bool
    elo: float
    doubt: float
    games: int


class LadderShown(Shown):
    game: str
    clock: str
    lines: list[LadderLine]
    waiting: int
