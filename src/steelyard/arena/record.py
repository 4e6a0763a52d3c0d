"""Game records: one game as one line of JSON, which must replay to its outcome or is rejected."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from steelyard.arena.verdicts import Fault, Verdict, verdict_result
from steelyard.core.errors import SteelyardError
from steelyard.core.game import SEATS
from steelyard.protocol.clock import read_clock
from steelyard.protocol.lines import UNDECODABLE
from steelyard.protocol.messages import Result

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.core.game import Game, Outcome

FORMAT = 2
PLAYED_AGAIN = "played again"  # how the event of a void game begins
REPLAYS = 3  # how often a void game is replayed
LINK = re.compile(rb',"chain":"([0-9a-f]{64})"}$')
AGREEMENT = "agreement"  # the reason of games that the players ended by agreement


Duration = Annotated[float, msgspec.Meta(ge=0)]
Number = Annotated[int, msgspec.Meta(ge=0)]
SEED_BYTES = 16
Seed = Annotated[str, msgspec.Meta(pattern=f"^([0-9a-f]{{{2 * SEED_BYTES}}})?$")]
"""The seed of one game: 128 bits as text; empty while it is secret."""
Times = tuple[Duration | None, Duration | None]
"""Of each seat; None for one that was not to move."""


class InvalidRecord(SteelyardError):
    """The record cannot be read, was changed, or does not replay to its outcome."""


class PlayerFacts(msgspec.Struct, frozen=True):
    name: str
    bot: str
    """The bot as given by the user: a built-in, a folder, a command."""
    version: int = 1
    """Of the program that plays for this player; it counts up when an organiser replaces the program."""


Players = tuple[PlayerFacts, PlayerFacts]
"""Seat 0 first."""


class GameTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What all games of a match or a contest have in common."""

    game: str
    rules_version: int
    options: dict[str, str | int | bool]
    clock: str
    realtime: bool = False
    """Every round lasts its full time, for an audience, even if both players are done."""
    strikes: Number = 0
    """How many illegal, unreadable or late answers are replaced by a random move; one more loses the game."""

    @classmethod
    def of(cls, game: Game[Any], clock: str, *, realtime: bool = False, strikes: int = 0) -> GameTerms:
        return GameTerms(
            game=game.id,
            rules_version=game.rules_version,
            options=game.changed_options(),
            clock=clock,
            realtime=realtime,
            strikes=strikes,
        )

    def order(self, start: str, number: int, seed: str, players: Players) -> GameOrder:
        """One game under these terms; `start` is a position in notation."""
        terms = {name: getattr(self, name) for name in GameTerms.__struct_fields__}
        return GameOrder(**terms, start=start, number=number, seed=seed, players=players)


class GameOrder(GameTerms, frozen=True, kw_only=True):
    """Everything that decides how one game is played.

    It is scheduled, sent to whoever plays the game, written with its record, and compared by verification.
    """

    start: str
    """The start position, in notation."""
    number: Number
    """The number of the game in its match, from 0."""
    seed: Seed
    players: Players

    def record(
        self,
        turns: list[TurnFacts],
        events: list[Event],
        outcome: Result | None,
        verdict: Verdict | None = None,
        reported_versions: tuple[str, str] = ("", ""),
    ) -> Record:
        """The record of this game."""
        return Record(
            **msgspec.structs.asdict(self),
            turns=turns,
            events=events,
            outcome=outcome,
            verdict=verdict,
            reported_versions=reported_versions,
        )


class TurnFacts(msgspec.Struct, frozen=True):
    """One turn: each seat's move and the time it took; null for a seat that was not to move."""

    moves: tuple[str | None, str | None]
    wall_ms: Times
    cpu_ms: Times
    lost_ms: Times
    """The part of `wall_ms` that the machine took, by a stall or by keeping a player off the CPU."""

    @property
    def delay_ms(self) -> float:
        """How long the machine stalled or kept a player off the CPU during the turn."""
        return max((each for each in self.lost_ms if each is not None), default=0.0)


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened besides moves."""

    turn: int
    what: str
    seat: Literal[0, 1] | None = None
    kind: Literal["note", "strike", "repeated", "restarted", "replayed"] = "note"
    """A bad answer was forgiven, a joystick stayed, a bot was started anew, a void game came before this."""
    fault: Fault | None = None
    """What was forgiven."""


class Record(GameOrder, frozen=True, kw_only=True):
    """A game as it was ordered, and what came of it."""

    steelyard: int = FORMAT
    reported_versions: tuple[str, str]
    """The version that each bot reported in its `ready` message."""
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


def game_seed(seed: str, *what: object) -> str:
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


def unlinked(line: bytes) -> tuple[bytes, str]:
    """A line of a journal without its link to the lines before, and the link; empty if it has none."""
    found = LINK.search(line)
    return (line[: found.start()] + b"}", found[1].decode()) if found else (line, "")


def read_record(line: bytes) -> Record:
    """Decode a record; InvalidRecord unless it is complete and unchanged to the last byte."""
    line, _ = unlinked(line.strip())
    try:
        record = _decoder.decode(line)
    except UNDECODABLE as error:
        raise InvalidRecord(
            other_format(line, "steelyard", FORMAT) or f"this is not a game record: {error}"
        ) from None
    if record.steelyard != FORMAT:
        raise InvalidRecord(other_format(line, "steelyard", FORMAT))
    if write_record(record).strip() != line:
        raise InvalidRecord("the record was changed after the game: its hash does not match")
    return record


def other_format(line: bytes, name: str, ours: int) -> str:
    """Says of a line that cannot be read that it has another format; empty if that is not why."""
    try:
        found = msgspec.json.decode(line)
    except UNDECODABLE:
        return ""
    told = found.get(name) if isinstance(found, dict) else None
    if not isinstance(told, int) or told == ours:
        return ""
    whose = "a development version" if told < ours else "a later version"
    what = f"it was written by {whose} of Steelyard, in format {told}"
    return f"{what}; this one reads format {ours} alone: begin anew"


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
