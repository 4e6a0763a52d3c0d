"""The shapes of what goes over HTTP, for checking what comes in and documenting what goes out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StringConstraints

from steelyard.server.accounts.messages import AccountShown  # noqa: TC001 - the shapes are read at run time
from steelyard.server.http.messages import Asked, Name, Option, Options, Shown

Position = Annotated[str, StringConstraints(max_length=4000)]
TableName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{10}([a-z0-9]{6})?(\.[0-9a-f]{16})?$")]
PersonName = Annotated[str, StringConstraints(min_length=1, max_length=30, pattern=r"^[^\x00-\x1f\x7f<>]*$")]
SeatNumber = Literal[0, 1]
Point = tuple[float, float]


class Me(Asked):
    name: PersonName


class SeatAsked(Asked):
    kind: Literal["me", "open", "bot"]
    bot: Name | None = None
    name: PersonName | None = None
    """Of one of two people at one screen."""


class OriginAsked(Asked):
    table: TableName
    turn: Annotated[int, Field(ge=0, le=10**6)]


class NewTable(Asked):
    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "example": {"game": "tank_war", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]}
        },
    )
    game: Name
    options: Options = {}
    setup: Position | None = None
    position: Position | None = None
    clock: Name | None = None
    seats: Annotated[list[SeatAsked], Field(min_length=2, max_length=2)]
    seed: Annotated[int, Field(ge=0, lt=2**31)] | None = None
    private: bool = False
    """Only people with the link can watch."""
    origin: OriginAsked | None = Field(default=None, alias="from")


class Joining(Asked):
    join: Annotated[str, StringConstraints(max_length=64)]


class Viewing(Asked):
    game: Name
    options: Options = {}
    state: Position | None = None
    setup: Position | None = None
    seat: SeatNumber | None = None


class Playing(Asked):
    game: Name
    options: Options = {}
    state: Position
    moves: Annotated[dict[Literal["0", "1"], Name], Field(max_length=2)] | None = None
    turns: Annotated[list[Name], Field(min_length=1, max_length=200)] | None = None
    all: bool = False


class Studying(Asked):
    game: Name | None = None
    options: Options = {}
    state: Position | None = None
    table: TableName | None = None


# What goes out.
class MeShown(Shown):
    name: str
    account: AccountShown | None


class OptionShown(Shown):
    name: str
    default: Option
    meaning: str
    samples: list[Option]


class BotShown(Shown):
    name: str
    summary: str
    rating: float | None
    ready: bool


class GameShown(Shown):
    id: str
    title: str
    summary: str
    seat_names: list[str]
    simultaneous: bool
    joystick: bool
    agreement: bool
    clock: str
    clocks: list[str]
    options: list[OptionShown]
    setups: list[str]
    bots: list[BotShown]


class SamplesShown(Shown):
    samples: dict[str, str]
    """A picture by the id of its game."""


class TableCreated(Shown):
    id: str
    url: str
    invite: str | None


class Joined(Shown):
    seat: int


class HintShown(Shown):
    seat: int
    move: str


class PlayerShown(Shown):
    name: str
    kind: Literal["guest", "bot", "open"]
    bot: str | None
    connected: bool


class OutcomeShown(Shown):
    winner: int | None
    reason: str
    score: list[int]
    detail: str
    because: str
    """The end of a sentence about the result, with `{loser}` for the loser's name."""
    happened: str = ""
    """What ended the game by its rules, in a sentence without its full stop."""
    shown_by: list[str] = []
    """The elements of the picture that show it."""
    stopped: str | None = None
    """Whose bot stopped the game by a failure, how and when."""
    cancelled: bool = False
    """It was over before it had really begun, and has no result."""


class FigureShown(Shown):
    name: str
    values: list[int]


class PickShown(Shown):
    move: str
    to: list[float] | None
    capture: bool
    label: str


class TableListed(Shown):
    id: str
    game: str
    title: str
    players: list[PlayerShown]
    seat_names: list[str]
    clock: str
    turn: int
    score: list[FigureShown]
    outcome: OutcomeShown | None
    live: bool
    started: bool
    svg: str
    created_ms: int
    to_move: list[int]
    you: list[int]
    clocks_ms: list[int | None]
    running: list[bool]
    owing: list[int]
    """Seats whose move is awaited."""
    rated: bool
    spectators: int


class TableList(Shown):
    tables: list[TableListed]
    next: str | None


class _Position(Shown):
    state: str
    fields: dict[str, Any] = Field(alias="json")
    """The position as JSON, in the form that bots of the game get it."""


class PositionShown(_Position):
    svg: str
    text: str
    last_turn: str
    """What happened in the last turn, in sentences."""
    to_move: list[int]
    legal: dict[str, list[str]]
    picks: dict[str, dict[str, list[PickShown]]]
    outcome: OutcomeShown | None
    score: list[FigureShown]


class LineShown(PositionShown):
    turn: int
    written: str | None
    phases: list[list[dict[str, Any]]]


class PlayedShown(PositionShown):
    phases: list[list[dict[str, Any]]]
    written: str
    positions: list[LineShown] | None = None


class PastShown(_Position):
    turn: int
    svg: str
    text: str
    last_turn: str
    score: list[FigureShown]
    moves: list[str | None] | None
    written: str | None
    phases: list[list[dict[str, Any]]]
    clocks_ms: list[int | None]
    spent_ms: list[float | None]
    at_ms: int


class PositionsShown(Shown):
    game: str
    options: dict[str, Option]
    positions: list[PastShown]
    next: int | None


class SnapshotShown(Shown):
    """A table, as its page begins with it; the same as the first message on its socket."""

    model_config = ConfigDict(extra="allow")
    seq: int
    id: str
    game: str
    players: list[PlayerShown]
    turn: int
    state: str
    svg: str
    outcome: OutcomeShown | None
    you: list[int]


class StudyCreated(Shown):
    id: str
