"""Game records: one game as one line of JSON, which must replay to its outcome or is rejected."""

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
PLAYED_AGAIN = "played again"  # prefix of the event for a void game
AGREEMENT = "agreement"  # the reason of games that the players ended by agreement


Duration = Annotated[float, msgspec.Meta(ge=0)]
Number = Annotated[int, msgspec.Meta(ge=0)]
SEED_BYTES = 16
Seed = Number | Annotated[str, msgspec.Meta(pattern=f"^[0-9a-f]{{{2 * SEED_BYTES}}}$")]
"""The seed of one game: 128 bits as text; a number in records of earlier versions or if it is secret."""


class InvalidRecord(SteelyardError):
    """The record cannot be read, was changed, or does not replay to its outcome."""


class PlayerFacts(msgspec.Struct, frozen=True):
    name: str
    bot: str
    """The bot as given by the user: a built-in, a folder, a command."""
    version: str = ""
    """The version the bot reported in its `ready` message."""


class TurnFacts(msgspec.Struct, frozen=True):
    """One turn: each seat's move and the time it took; null for a seat that was not to move."""

    moves: tuple[str | None, str | None]
    wall_ms: tuple[Duration | None, Duration | None]
    cpu_ms: tuple[Duration | None, Duration | None]
    delay_ms: Duration
    """How long the machine stalled or kept a player off the CPU during the turn."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened besides moves: a strike, or a void game before this one."""

    turn: int
    what: str
    seat: int | None = None


class Record(msgspec.Struct, frozen=True, kw_only=True):
    steelyard: int = FORMAT
    game: str
    rules_version: int
    options: dict[str, str | int | bool]
    start: str
    """The start position, in notation."""
    seed: Seed
    number: Number
    """The number of the game in its match, from 0."""
    players: tuple[PlayerFacts, PlayerFacts]
    clock: str
    turns: list[TurnFacts]
    events: list[Event]
    outcome: Result | None
    """None for a game with a platform fault, or one that was not over when it was recorded."""
    verdict: Verdict | None
    hash: str = ""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Record)


def new_seed() -> str:
    """A random seed from the system's secure source."""
    return secrets.token_hex(SEED_BYTES)


def game_seed(seed: int | str, *what: object) -> str:
    """The seed of one game, derived one-way: it reveals neither the match's seed nor that of other games."""
    return _derived(seed, what, SEED_BYTES).hex()


def derived_seed(seed: int | str, *what: object) -> int:
    """A 32-bit seed for one purpose `what`: the same on any machine, independent of other purposes.

    32 bits fit an integer of every language, and do not reveal the 128-bit seed they are derived from.
    """
    return int.from_bytes(_derived(seed, what, 4))


def _derived(seed: int | str, what: tuple[object, ...], size: int) -> bytes:
    text = "/".join(map(str, (seed, *what))).encode()
    return hashlib.blake2b(text, digest_size=size).digest()


def write_record(record: Record) -> bytes:
    """The record as one line of JSON with its hash."""
    unsigned = _unsigned(record)
    return b'%b%b"}\n' % (unsigned.removesuffix(b'"}'), hashlib.sha256(unsigned).hexdigest().encode())


def hash_of(record: Record) -> str:
    """The hash that the record has once it is written."""
    return hashlib.sha256(_unsigned(record)).hexdigest()


def _unsigned(record: Record) -> bytes:
    """The record without its hash, which is its last field: `... "hash":""}`."""
    return _encoder.encode(msgspec.structs.replace(record, hash="") if record.hash else record)


def read_record(line: bytes) -> Record:
    """Decode a record; InvalidRecord unless it is complete and unchanged to the last byte."""
    try:
        record = _decoder.decode(line)
    except UNDECODABLE as error:
        raise InvalidRecord(f"this is not a game record: {error}") from None
    if record.steelyard != FORMAT:
        raise InvalidRecord(f"record format {record.steelyard}; this Steelyard reads format {FORMAT}")
    if write_record(record).strip() != line.strip():
        raise InvalidRecord("the record was changed after the game: its hash does not match")
    return record


def unchecked_record(line: bytes) -> Record:
    """Decode a record without checking its hash, for lines that were checked before or written by us."""
    return _decoder.decode(line)


def replayed(record: Record, get: Callable[..., Game[Any]]) -> tuple[Game[Any], list[Any]]:
    """Replay a record by today's rules: the game and all positions. InvalidRecord if the outcome differs."""
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
        recorded = record.outcome
        if reached is None and recorded is not None and recorded.reason == AGREEMENT:
            reached = _agreed(game, last)
        if (None if reached is None else Result(reached.winner, reached.reason, reached.score)) != recorded:
            raise InvalidRecord(f"it replays to {reached}, but the record says {recorded}")
    elif reached is not None:
        raise InvalidRecord("the record has a verdict on a game that had ended")
    elif record.outcome != verdict_result(record.verdict):
        raise InvalidRecord(
            f"the outcome is {record.outcome}, although seat {record.verdict.seat} has a verdict: "
            f"{record.verdict.fault}"
        )


def _agreed(game: Game[Any], last: Any) -> Outcome:
    try:
        return game.by_agreement(last)
    except SteelyardError as error:
        raise InvalidRecord(f"it ends by agreement: {error}") from None
