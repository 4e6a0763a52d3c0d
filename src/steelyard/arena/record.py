"""A game as one self-contained line of JSON: it replays to its outcome on any machine, or is refused."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from steelyard.arena.verdicts import Verdict, verdict_result
from steelyard.core.errors import SteelyardError
from steelyard.core.game import SEATS
from steelyard.protocol.clock import read_clock
from steelyard.protocol.lines import UNDECODABLE
from steelyard.protocol.messages import Result

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.core.game import Game, Outcome

FORMAT = 1
PLAYED_AGAIN = "played again"  # how an event begins that tells of a void game
AGREEMENT = "agreement"  # the reason of games that players have ended together


Duration = Annotated[float, msgspec.Meta(ge=0)]
Number = Annotated[int, msgspec.Meta(ge=0)]
SEED_BYTES = 16
Seed = Number | Annotated[str, msgspec.Meta(pattern=f"^[0-9a-f]{{{2 * SEED_BYTES}}}$")]
"""Of one game: 128 bits as a text; a number in records of earlier versions, and where it is not told."""


class InvalidRecord(SteelyardError):
    """A record that cannot be read, was changed, or does not replay to its outcome."""


class PlayerFacts(msgspec.Struct, frozen=True):
    name: str
    bot: str
    """How it was named: a built-in, a folder, a command."""
    version: str = ""
    """Its own, as it said when it was ready."""


class TurnFacts(msgspec.Struct, frozen=True):
    """One turn: what each seat played, null for a seat that was not to move, and what it took."""

    moves: tuple[str | None, str | None]
    wall_ms: tuple[Duration | None, Duration | None]
    cpu_ms: tuple[Duration | None, Duration | None]
    delay_ms: Duration
    """How long this machine ran nothing at all in the meantime."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something worth telling that is no move: a strike, a game that was voided before this one."""

    turn: int
    what: str
    seat: int | None = None


class Record(msgspec.Struct, frozen=True, kw_only=True):
    steelyard: int = FORMAT
    game: str
    rules_version: int
    options: dict[str, str | int | bool]
    start: str
    """The first position, in notation."""
    seed: Seed
    number: Number
    """Which game of its match it is."""
    players: tuple[PlayerFacts, PlayerFacts]
    clock: str
    turns: list[TurnFacts]
    events: list[Event]
    outcome: Result | None
    """None for a game the platform spoiled, or that was not over when it was written down."""
    verdict: Verdict | None
    hash: str = ""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Record)


def new_seed() -> str:
    """One that nobody can guess."""
    return secrets.token_hex(SEED_BYTES)


def game_seed(seed: int | str, *what: object) -> str:
    """The seed of one game: it may be told while others are played, for it leads neither to them nor back."""
    return _derived(seed, what, SEED_BYTES).hex()


def derived_seed(seed: int | str, *what: object) -> int:
    """Chance of its own for one part: the same for the same seed and part, on any machine.

    32 bits, as every language can read them; they do not lead back to a seed of 128.
    """
    return int.from_bytes(_derived(seed, what, 4))


def _derived(seed: int | str, what: tuple[object, ...], size: int) -> bytes:
    text = "/".join(map(str, (seed, *what))).encode()
    return hashlib.blake2b(text, digest_size=size).digest()


def write_record(record: Record) -> bytes:
    """One line, with its hash."""
    return _encoder.encode(msgspec.structs.replace(record, hash=_hash(record))) + b"\n"


def _hash(record: Record) -> str:
    return hashlib.sha256(_encoder.encode(msgspec.structs.replace(record, hash=""))).hexdigest()


def read_record(line: bytes) -> Record:
    """The record, if it is whole and unchanged to the last byte."""
    try:
        record = _decoder.decode(line)
    except UNDECODABLE as error:
        raise InvalidRecord(f"this is not a game record: {error}") from None
    if record.steelyard != FORMAT:
        raise InvalidRecord(f"record format {record.steelyard}; this Steelyard reads format {FORMAT}")
    if record.hash != _hash(record) or write_record(record).strip() != line.strip():
        raise InvalidRecord("the record was changed after the game: its hash does not fit")
    return record


def unchecked_record(line: bytes) -> Record:
    """The record of a line that was checked before, or that comes straight from our own hands."""
    return _decoder.decode(line)


def replayed(record: Record, get: Callable[..., Game[Any]]) -> tuple[Game[Any], list[Any]]:
    """The game and every position of it, played anew by today's rules; refused where they lead elsewhere."""
    try:
        game = get(record.game, **record.options)
        read_clock(record.clock)
    except SteelyardError as error:
        raise InvalidRecord(str(error)) from None
    if game.rules_version != record.rules_version:
        raise InvalidRecord(
            f"played by rules version {record.rules_version} of {record.game}, not {game.rules_version}"
        )
    try:
        states = [game.start(record.start)]
        for turn in record.turns:
            words = {seat: turn.moves[seat] for seat in SEATS}
            moves = {seat: game.read_move(word) for seat, word in words.items() if word is not None}
            states.append(game.play(states[-1], moves))
    except InvalidRecord:
        raise
    except SteelyardError as error:
        raise InvalidRecord(f"it does not replay: {error}") from None
    _check_end(record, game, states[-1])
    return game, states


def _check_end(record: Record, game: Game[Any], last: Any) -> None:
    reached = game.outcome(last)
    if record.verdict is None:
        told = record.outcome
        if reached is None and told is not None and told.reason == AGREEMENT:
            reached = _agreed(game, last)
        if (None if reached is None else Result(reached.winner, reached.reason, reached.score)) != told:
            raise InvalidRecord(f"it ends as {reached}, the record says {told}")
    elif reached is not None:
        raise InvalidRecord("the record tells of a failure in a game that had ended")
    elif record.outcome != verdict_result(record.verdict):
        raise InvalidRecord(
            f"after {record.verdict.fault} of seat {record.verdict.seat} it says {record.outcome}"
        )


def _agreed(game: Game[Any], last: Any) -> Outcome:
    try:
        return game.by_agreement(last)
    except SteelyardError as error:
        raise InvalidRecord(f"it ends by agreement: {error}") from None
