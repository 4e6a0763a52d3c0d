"""What a table's log is made of. The log is the game: everything else follows from it, entry by entry."""

from __future__ import annotations

from typing import Literal

import msgspec

from steelyard.core.errors import SteelyardError

Chance = Literal["points", "rematch", "takeback"]
Why = Literal["withdrawn", "declined", "cancelled", "expired"]
Phrase = Literal[
    "hello", "good_luck", "well_played", "good_game", "thanks", "oops", "one_moment", "have_to_go"
]
CANCELLED: dict[str, str] = {
    "withdrawn": "the challenge was withdrawn",
    "declined": "the challenge was declined",
    "cancelled": "it was cancelled before both had moved",
    "expired": "it was not begun in time",
}
"""Why a game has no result, as the end of a sentence."""


class TableDamaged(SteelyardError):
    """A table's log does not lead to a game: something is missing in it, or cannot be read."""


class Body(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """One thing that was decided; it never changes again."""


class Sealed(Body, frozen=True, tag="sealed"):
    """A seat has chosen; nobody else may know what before all have."""

    seat: Literal[0, 1]
    move: str
    spent_ms: float


class Turn(Body, frozen=True, tag="turn"):
    """All who were to move have; null for a seat that was not."""

    moves: tuple[str | None, str | None]
    spent_ms: tuple[float | None, float | None]


class Offered(Body, frozen=True, tag="offer"):
    seat: Literal[0, 1]
    what: Chance


class Declined(Body, frozen=True, tag="declined"):
    seat: Literal[0, 1]
    what: Chance


class Over(Body, frozen=True, tag="over"):
    winner: Literal[0, 1] | None
    reason: str
    score: tuple[int, int]
    failed: Literal[0, 1] | None = None
    """Whose flag fell, or who resigned, where the game did not end by its rules."""
    both: bool = False
    """Both flags fell at once."""


class Cancelled(Body, frozen=True, tag="cancelled"):
    """The game is over before it has really begun, and has no result."""

    why: Why


class Seated(Body, frozen=True, tag="seated"):
    """Somebody has taken an open seat."""

    seat: Literal[0, 1]
    guest: str
    name: str


class Paused(Body, frozen=True, tag="paused"):
    """The server has stopped, or nobody watches two bots: no clock runs until each player is back."""

    back_ms: float | None = None
    """When there was a server again: players are waited for from then on."""
    unwatched: bool = False
    """Whether it is the spectators of two bots that have left."""


class Missed(Body, frozen=True, tag="missed"):
    """A player was gone when the clocks were to begin: theirs waits for them, and the game ends without."""

    seat: Literal[0, 1]


class Resumed(Body, frozen=True, tag="resumed"):
    """A seat's clock may run again: its player is there, or has been waited for long enough."""

    seat: Literal[0, 1]
    why: str


class Vacation(Body, frozen=True, tag="vacation"):
    """A seat's clock stands still until then."""

    seat: Literal[0, 1]
    until_ms: float


class Rematch(Body, frozen=True, tag="rematch"):
    """The next game between the same players."""

    id: str


class Said(Body, frozen=True, tag="said"):
    """A player has said something, in one of the phrases there are."""

    seat: Literal[0, 1]
    phrase: str


class Undone(Body, frozen=True, tag="undone"):
    """A seat has taken its last choice back; with it went so many turns (none: it was only sealed)."""

    seat: Literal[0, 1]
    turns: int


class Note(Body, frozen=True, tag="note"):
    """Something worth keeping in the record that changes nothing."""

    what: str
    seat: Literal[0, 1] | None = None


AnyBody = (
    Sealed
    | Turn
    | Offered
    | Declined
    | Over
    | Cancelled
    | Seated
    | Paused
    | Missed
    | Resumed
    | Vacation
    | Rematch
    | Said
    | Undone
    | Note
)


class Entry(msgspec.Struct, frozen=True):
    seq: int
    """One more than the entry before; the first is 1."""
    at_ms: float
    """The server's clock, in milliseconds since 1970."""
    body: AnyBody


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyBody)


def write_body(body: AnyBody) -> str:
    return _encoder.encode(body).decode()


def read_body(text: str) -> AnyBody:
    try:
        body: AnyBody = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise TableDamaged(f"an entry cannot be read: {error}") from None
    return body
