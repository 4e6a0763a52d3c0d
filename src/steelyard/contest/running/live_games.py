"""Games that are being played, for viewers: a small file for each worker, a line for each turn."""

from __future__ import annotations

import errno
import logging
import os
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from steelyard.core import files
from steelyard.core.game import SEATS
from steelyard.protocol.messages import Result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from steelyard.arena.record import TurnFacts
    from steelyard.contest.model import Slot
    from steelyard.core.game import Game

logger = logging.getLogger(__name__)

T = TypeVar("T")
NEXT, DOING = "next.json", "doing.json"


class Opening(msgspec.Struct, frozen=True):
    """The first line: which game this is."""

    id: str
    seats: tuple[str, str]
    start: str
    """In notation."""
    began_ns: int


class LiveTurn(msgspec.Struct, frozen=True, tag_field="line", tag="turn"):
    moves: tuple[str | None, str | None]
    wall_ms: tuple[float | None, float | None]


class LiveEnd(msgspec.Struct, frozen=True, tag_field="line", tag="end"):
    outcome: Result | None


class Coming(msgspec.Struct, frozen=True):
    """A game that is likely to be played soon. Its board stays unnamed: it has not been played."""

    id: str
    seats: tuple[str, str]


class Doing(msgspec.Struct, frozen=True):
    """A preparation that takes a while before games can be played."""

    what: str
    share: float


_encode = msgspec.json.Encoder().encode
_opening = msgspec.json.Decoder(Opening).decode
_line: msgspec.json.Decoder[LiveTurn | LiveEnd] = msgspec.json.Decoder(LiveTurn | LiveEnd)
_coming = msgspec.json.Decoder(list[Coming]).decode
_doing = msgspec.json.Decoder(Doing).decode


class Broadcast:
    """Writes a game while it is played. It costs the bots no time, and nothing is synced.

    What cannot be written is not shown: a full disk ends the broadcast, not the game.
    """

    def __init__(self, folder: Path, place: int, game: str, seats: tuple[str, str], start: str) -> None:
        self._path = folder / f"{place}.jsonl"
        self._game, self._seats, self._start = game, seats, start
        self._file: int | None = None

    def begin(self) -> None:
        """Begin a new file for the game; whoever still reads the last one can read it to its end."""
        self._close()
        fresh = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(exist_ok=True)
            self._file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o644)
            self._write(Opening(self._game, self._seats, self._start, time.time_ns()))
            if self._file is not None:
                fresh.rename(self._path)
        except OSError as error:
            self._give_up(error)

    def turn(self, facts: TurnFacts, /) -> None:
        self._write(LiveTurn(facts.moves, facts.wall_ms))

    def end(self, outcome: Result | None) -> None:
        if self._file is not None:
            self._write(LiveEnd(outcome))
        self._close()

    def _write(self, what: Opening | LiveTurn | LiveEnd) -> None:
        if self._file is None:
            return
        line = _encode(what) + b"\n"
        try:
            written = os.write(self._file, line)
        except OSError as error:
            self._give_up(error)
        else:
            if written < len(line):
                self._give_up(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))

    def _give_up(self, why: OSError) -> None:
        logger.warning("%s is not broadcast: %s", self._game, why.strerror)
        self._close()

    def _close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def announce(folder: Path, slots: Sequence[Slot]) -> None:
    """Say which games come next; preparations are over."""
    _put(folder / NEXT, [Coming(slot.id, slot.seats) for slot in slots])
    with suppress(OSError):
        (folder / DOING).unlink(missing_ok=True)


def playing(folder: Path) -> list[str]:
    """The games that are being played, or were played last."""
    found = sorted(folder.glob("*.jsonl"))
    openings = (_get(file, lambda text: _opening(text.partition(b"\n")[0])) for file in found)
    return [opening.id for opening in openings if opening is not None]


def announced(folder: Path) -> list[Coming]:
    return _get(folder / NEXT, _coming) or []


def tell(folder: Path, what: str, share: float) -> None:
    """Say which preparation is being made."""
    _put(folder / DOING, Doing(what, share))


def told(folder: Path) -> Doing | None:
    return _get(folder / DOING, _doing)


def _get(file: Path, read: Callable[[bytes], T]) -> T | None:
    try:
        return read(file.read_bytes())
    except (OSError, msgspec.DecodeError):
        return None


def _put(file: Path, what: object) -> None:
    """Replace the file in one step. What cannot be written is not shown; the contest goes on."""
    try:
        file.parent.mkdir(exist_ok=True)
        files.write(file, _encode(what), lasting=False)
    except OSError as error:
        logger.warning("%s cannot be written: %s", file, error.strerror)


def remove_all(folder: Path) -> None:
    """Remove all files: nothing is being played."""
    for file in folder.glob("*.json*"):
        file.unlink(missing_ok=True)


@dataclass
class Followed:
    """One worker's game, as far as it has been read."""

    place: int
    opening: Opening
    state: Any
    before: Any = None
    moves: dict[Any, Any] = field(default_factory=dict)
    """The moves of the last turn."""
    turn: int = 0
    wall_ms: tuple[float | None, float | None] = (None, None)
    over: bool = False
    outcome: Result | None = None


class Watcher:
    """Reads what has been added since it last looked, for every worker of a contest."""

    def __init__(self, folder: Path, game: Game[Any]) -> None:
        self._folder = folder
        self.game = game
        self._seen: dict[int, tuple[int, int]] = {}  # by worker: how large the file was, and when it changed
        self.games: dict[int, Followed] = {}

    def look(self) -> Iterator[Followed]:
        """The games in which something has happened, each once."""
        there = {
            int(file.stem): file for file in sorted(self._folder.glob("*.jsonl")) if file.stem.isdecimal()
        }
        for gone in self.games.keys() - there.keys():
            del self.games[gone], self._seen[gone]
        for place, file in there.items():
            try:
                if self._look_at(place, file):
                    yield self.games[place]
            except FileNotFoundError:
                continue

    def _look_at(self, place: int, file: Path) -> bool:
        with file.open("rb") as opened:
            facts = os.fstat(opened.fileno())
            if self._seen.get(place) == (facts.st_size, facts.st_mtime_ns):
                return False
            self._seen[place] = (facts.st_size, facts.st_mtime_ns)
            text = opened.read()
        first, *lines = text[: text.rfind(b"\n") + 1].splitlines()
        opening, known = _opening(first), self.games.get(place)
        if known is None or known.opening != opening:
            known = self.games[place] = Followed(place, opening, self.game.start(opening.start))
        fresh = lines[known.turn + known.over :]
        for line in fresh:
            self._take(known, _line.decode(line))
        return bool(fresh) or not lines

    def _take(self, followed: Followed, line: LiveTurn | LiveEnd) -> None:
        if isinstance(line, LiveEnd):
            followed.over, followed.outcome = True, line.outcome
            return
        words = {seat: line.moves[seat] for seat in SEATS}
        followed.moves = {seat: self.game.read_move(word) for seat, word in words.items() if word is not None}
        followed.before, followed.state = (
            followed.state,
            self.game.apply(followed.state, followed.moves),
        )
        followed.turn += 1
        followed.wall_ms = line.wall_ms
