"""Games between bots, played by workers and kept once each; what only an owner may see is apart."""

from __future__ import annotations

import hashlib
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import sqlalchemy as sql

from steelyard import games
from steelyard.arena.bot_log import LogFolder
from steelyard.arena.match.plan import MatchPlan
from steelyard.arena.match.pool import MatchWork, read_game
from steelyard.arena.record import Record, write_record
from steelyard.core.game import SEATS
from steelyard.protocol.clock import read_clock
from steelyard.server.bots import disk_usage, preparation
from steelyard.server.bots.schema import matches
from steelyard.server.ids import ID_LETTERS
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from steelyard.arena.execution.work import Executor
    from steelyard.arena.program import Program

CLOCK_SHARE = 0.1
LOGS_MB = 2  # of each bot
Logs = tuple[str, str]
"""What the bot at each seat wrote."""
LEAST_ROUND_S = 0.25


class Side(NamedTuple):
    """One of two who play."""

    player: str
    """A bot's id, or the name of one of ours."""
    version: str
    program: Program


class Played(NamedTuple):
    """A game that is over, as it is kept."""

    sides: tuple[Side, Side]
    """By seat."""
    record: Record
    row: dict[str, Any]


def short_clock(game: str) -> str:
    """The game's own clock, with a tenth of the time: many games say more than a few long ones."""
    clock = read_clock(games.get(game).clock)
    seconds = clock.left_ms / 1000 * CLOCK_SHARE
    if clock.kind == "round":
        return f"round:{max(seconds, LEAST_ROUND_S):g}s"
    if clock.kind == "fischer":
        return f"fischer:{seconds:g}s+{clock.add_ms / 1000 * CLOCK_SHARE:g}s"
    return f"{clock.kind}:{seconds:g}s"


def game_id(occasion: str, place: int) -> str:
    """The id of a game, which follows from what it is: played twice, it is kept once."""
    digest = hashlib.sha256(f"{occasion}/{place}".encode()).digest()
    return "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in digest[:10])


class LadderWork(MatchWork):
    """Games between two bots, of which some may be ours."""

    __slots__ = ()

    def prepare(self) -> None:
        """What our bots need is computed in another process, at the lowest priority."""
        for program in self.plan.programs:
            if program.trusted and not program.networked:
                preparation.OURS.make_ready(self.plan.heading.game, program.bot)


def played(
    sides: tuple[Side, Side], game: str, numbers: Sequence[int], seed: str, executor: Executor
) -> Iterator[tuple[tuple[Side, Side], Record, Logs]]:
    """Games of those numbers, the seats exchanged within a pair; one that the machine spoiled is left out."""
    setups = tuple(games.get(game).setups())
    programs = (sides[0].program, sides[1].program)
    plan = MatchPlan.of(game, {}, programs, max(numbers) + 1, setups, seed, short_clock(game), isolated=True)
    with closing(executor.open(LadderWork(plan))) as runner:
        for number in numbers:
            record, logs = read_game(runner.play(number))
            first, second = (sides[side] for side in plan.heading.seats(number))
            if record.outcome is not None:
                yield (first, second), record, logs


def kept(  # noqa: PLR0913 - all that makes a game what it is
    kind: str, occasion: str, place: int, sides: tuple[Side, Side], record: Record, *, rated: bool
) -> dict[str, Any]:
    """The row of a finished game."""
    assert record.outcome is not None  # noqa: S101 - finished
    verdict = record.verdict
    return {
        "id": game_id(f"{kind}:{occasion}", place),
        "kind": kind,
        "occasion": occasion,
        "place": place,
        "game": record.game,
        "first": sides[0].player,
        "second": sides[1].player,
        "first_version": sides[0].version,
        "second_version": sides[1].version,
        "names": msgspec.json.encode([each.program.name for each in sides]).decode(),
        "winner": record.outcome.winner,
        "reason": str(record.outcome.reason),
        "rated": rated,
        "verdict": "" if verdict is None else msgspec.json.encode(verdict).decode(),
        "record": write_record(public(record)).decode(),
        "ended_ms": now_ms(),
    }


def keep_logs(data: Path, game: str, sides: tuple[Side, Side], logs: Logs) -> None:
    """For the owners of uploaded bots; a log is not essential: if something goes wrong, it is missing."""
    for seat in SEATS:
        if sides[seat].version:
            with suppress(OSError):
                of = f"game {game}, seat {seat}: {sides[seat].program.name}"
                logs_of(data, sides[seat].player).keep(f"{game}.{seat}", of, logs[seat])


def logs_of(data: Path, bot: str) -> LogFolder:
    """The logs of a bot's latest games on the ladder and in trials."""
    return LogFolder(disk_usage.game_logs(data, bot), LOGS_MB << 20)


def public(record: Record) -> Record:
    """Without what a bot wrote to its log, and the words of its failure: those are its owner's."""
    if record.verdict is None:
        return record
    bare = msgspec.structs.replace(record.verdict, detail="", line="", stderr="")
    return msgspec.structs.replace(record, verdict=bare)


def add(connection: sql.Connection, row: dict[str, Any]) -> bool:
    """Keep a game; False if it was kept before."""
    if connection.dialect.name == "postgresql":  # one after the other: ratings follow the order of games
        connection.execute(sql.text("SELECT pg_advisory_xact_lock(1458402093)"))
    known = sql.select(sql.literal(1)).where(matches.c.id == row["id"])
    new = sql.insert(matches).from_select(
        list(row),
        sql.select(*(sql.literal(value, matches.c[name].type) for name, value in row.items())).where(
            ~sql.exists(known)
        ),
    )
    return connection.execute(new.returning(matches.c.number)).first() is not None
