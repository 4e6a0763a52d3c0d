"""Work with one bot: build it, check it, start it once. A failure of the bot is a result, not an error."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, replace
from typing import IO, TYPE_CHECKING, Any

import msgspec

from steelyard import games
from steelyard.arena.build import build_into
from steelyard.arena.check.checks import Finding, Fitness
from steelyard.arena.execution.archives import PART, pack
from steelyard.arena.referee.bot_session import BotSession
from steelyard.arena.sandbox.process import Limits, SandboxRefused
from steelyard.arena.verdicts import BotFailure, Fault
from steelyard.core import files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Self

    from steelyard.arena.match.pool import TaskRunner
    from steelyard.arena.program import Program

BOT = "bot"
FOLDER = "built"


class _Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a build or a first start, as it is sent from one machine to another."""

    name: str = ""
    log: str = ""
    digest: str = ""
    parts: int = 0
    failure: tuple[Fault, str, str, str, str] | None = None
    """What a BotFailure is made of."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Result).decode
_decode_finding = msgspec.msgpack.Decoder(Finding | None).decode


def _failed(why: BotFailure) -> _Result:
    return _Result(failure=(why.fault, why.detail, why.line, why.log, why.whole_log))


def _succeeded(result: bytes) -> _Result:
    """The result, or the BotFailure that it says."""
    found = _decode(result)
    if found.failure is not None:
        raise BotFailure(*found.failure)
    return found


@dataclass(frozen=True, slots=True)
class BotWork:
    """Work with one bot. It needs one core; which one does not matter."""

    program: Program
    isolated: bool

    @property
    def programs(self) -> Mapping[Any, Program]:
        return {BOT: self.program}

    @property
    def cores(self) -> int:
        return 1

    @property
    def pinned(self) -> bool:
        return False

    def with_programs(self, programs: Mapping[Any, Program]) -> Self:
        return replace(self, program=programs[BOT])

    def prepare(self) -> None:
        """Nothing to prepare: only built-in bots compute something in advance."""


class BuildWork(BotWork):
    """Build the program of a folder with sources; what was built is read in parts."""

    __slots__ = ()

    def task_runner(self, worker: int) -> TaskRunner:
        del worker
        return _Builder(self)


@dataclass(frozen=True, slots=True)
class CheckWork(BotWork):
    """The checks of a built bot; task N is check N. After the last one the result is nothing."""

    game: str
    clock: str

    def task_runner(self, worker: int) -> TaskRunner:
        del worker
        return _Checker(self)


@dataclass(frozen=True, slots=True)
class StartWork(BotWork):
    """One task: start the bot; the result is how it calls itself."""

    game: str
    limits: Limits
    startup_ms: int

    def task_runner(self, worker: int) -> TaskRunner:
        del worker
        return _Starter(self)


class _Builder:
    """Task None builds; task N is part N of what was built, as an archive, which is there until the end."""

    def __init__(self, work: BuildWork) -> None:
        self._work = work
        self._steps = ExitStack()
        self._packed: IO[bytes] | None = None

    def play(self, task: int | None, /) -> bytes:
        if task is None:
            return _encode(self._built())
        assert self._packed is not None  # noqa: S101 - whoever asks for a part knows how many there are
        self._packed.seek(task * PART)
        return self._packed.read(PART)

    def _built(self) -> _Result:
        with files.scratch_folder() as scratch:
            scratch.chmod(0o755)  # an isolated build runs as another user
            try:
                log = build_into(self._work.program, scratch / FOLDER, isolated=self._work.isolated)
            except BotFailure as failure:
                return _failed(failure)
            self._packed = packed = tempfile.TemporaryFile()  # noqa: SIM115 - until the end
            self._steps.enter_context(packed)
            digest = pack(scratch / FOLDER, packed.write)
        return _Result(log=log, digest=digest, parts=-(-packed.tell() // PART))

    def close(self) -> None:
        self._steps.close()


def built_parts(result: bytes) -> int:
    """How many parts the result of a build has."""
    return _decode(result).parts


def read_built(result: bytes) -> tuple[str, str]:
    """The output of a build, and the digest of what was built; raises the BotFailure."""
    built = _succeeded(result)
    return built.log, built.digest


class _Checker:
    def __init__(self, work: CheckWork) -> None:
        game = games.get(work.game)
        checks = Fitness(work.program, game, work.clock, isolated=work.isolated)
        self._findings = checks.findings()

    def play(self, task: int, /) -> bytes:
        for finding in self._findings:
            if finding.number >= task:
                return _encode(asdict(finding))
        return _encode(None)

    def close(self) -> None:
        self._findings.close()


def findings(runner: TaskRunner, first: int = 1) -> Iterator[Finding]:
    """What the runner of a CheckWork finds, as it comes, from the check of that number on."""
    number = first
    with closing(runner):
        while (finding := _decode_finding(runner.play(number))) is not None:
            yield finding
            number = finding.number + 1


class _Starter:
    def __init__(self, work: StartWork) -> None:
        self._session = BotSession(
            work.program,
            work.game,
            core=None,
            isolated=work.isolated,
            limits=work.limits,
            startup_ms=work.startup_ms,
        )

    def play(self, task: None, /) -> bytes:
        del task
        try:
            return _encode(_Result(name=self._session.player().said_name))
        except SandboxRefused as error:
            return _encode(_failed(BotFailure(Fault.FAILED_TO_START, str(error))))
        except BotFailure as failure:
            return _encode(_failed(failure))

    def close(self) -> None:
        self._session.close()


def read_name(result: bytes) -> str:
    """How the bot of a StartWork calls itself when it is ready; raises the BotFailure."""
    return _succeeded(result).name
