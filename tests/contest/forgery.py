"""Forges journals and match files as somebody would who can compute every hash again."""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from steelyard.arena.record import Record, unlinked, write_record
from tests.arena.orders import chained

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    Path = tuple[str | int, ...]

UNKNOWABLE = (
    r"\.(wall|lost|cpu)_ms(\.\d)?",  # measured times that still fit the clock
    r"\.reported_versions(\.\d)?",
    r"\.(detail|other_detail|line|stderr|log|what|reason|at|says|ended)",  # words and dates
    r"\.verdict\.fault",  # a failure that only the referee saw, another one that only the referee saw
    r"\d+\.fault",  # why a bot was kept out
    r"\.turns(\.\d+\.moves(\.\d)?)?",  # other legal moves that lead to the same end
    r"\.events(\.\d+\.turn)?",  # that an answer was bad and was forgiven
    r"0\.entrants",  # their order, where seeds are drawn by lot
    r"\d+\.(grade|withdrew|winner|name|bot)",  # what the organiser decided
    r"\d+\.built",  # what a compiler made, where it is not there any more
    r"0\.starts(\.\d+)?",  # a board that no game began with
    r"0\.(file|file_name|isolated|not_enforced|remarks|fingerprints|limits|startup_ms)(\..*)?",
)
"""The fields, as patterns of paths, in which a forgery may stay unnoticed until a hash was published."""


class Forgery(NamedTuple):
    where: str
    """The line and the path of the field: `7.record.turns.3.moves.0`."""
    text: bytes

    @property
    def unknowable(self) -> bool:
        return any(re.search(f"{pattern}$", self.where) for pattern in UNKNOWABLE)


def of_fields(text: bytes) -> Iterator[Forgery]:
    """Every field of every line, changed in each way that fits its kind; all hashes are computed again."""
    lines = [msgspec.json.decode(unlinked(line)[0]) for line in text.splitlines()]
    for number, line in enumerate(lines):
        for path, value in _leaves(line):
            for other in _others(value):
                forged = copy.deepcopy(line)
                _set(forged, path, other)
                if forged != line:
                    changed = [*lines[:number], forged, *lines[number + 1 :]]
                    yield Forgery(".".join(map(str, (number, *path))), written(changed))


def of_wrong_values(text: bytes, rng: Random, most: int) -> Iterator[Forgery]:
    """So many fields of all lines with values of other kinds and hostile ones; all hashes are right again.

    Of fields that are alike, as those of the turns of all games, one is taken as often as any other.
    """
    lines = [msgspec.json.decode(unlinked(line)[0]) for line in text.splitlines()]
    alike: dict[str, list[tuple[int, Path]]] = {}
    for number, line in enumerate(lines):
        for path, _ in _leaves(line):
            name = ".".join(str(key) for key in path if isinstance(key, str))
            alike.setdefault(f"{line.get('entry')} {name}", []).append((number, path))
    for _ in range(most):
        number, path = rng.choice(rng.choice(list(alike.values())))
        forged = copy.deepcopy(lines[number])
        _set(forged, path, rng.choice(WRONG))
        changed = [*lines[:number], forged, *lines[number + 1 :]]
        yield Forgery(".".join(map(str, (number, *path))), written(changed))


def of_lines(text: bytes) -> Iterator[Forgery]:
    """Lines removed, repeated and exchanged, and the order of all reversed."""
    heading, *lines = (msgspec.json.decode(unlinked(line)[0]) for line in text.splitlines())
    for number in range(len(lines)):
        yield Forgery(f"{number + 1} twice", written([heading, *lines, lines[number]]))
    yield Forgery("reversed", written([heading, *reversed(lines)]))


def removed(text: bytes, number: int) -> bytes:
    """Without that line; 0 is the heading."""
    lines = [msgspec.json.decode(unlinked(line)[0]) for line in text.splitlines()]
    return written([*lines[:number], *lines[number + 1 :]])


def written(lines: list[dict[str, Any]]) -> bytes:
    return chained(_signed(line) for line in lines)


def _signed(line: dict[str, Any]) -> bytes:
    """A line in which the hash of a record is right again."""
    if "turns" in line:
        return _record(line)
    if "record" in line:
        return msgspec.json.encode({**line, "record": msgspec.Raw(_record(line["record"]))})
    return msgspec.json.encode(line)


def _record(told: dict[str, Any]) -> bytes:
    try:
        return write_record(msgspec.convert({**told, "hash": ""}, Record)).rstrip()
    except (TypeError, msgspec.ValidationError):
        return msgspec.json.encode(told)


def _leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    if path and path[-1] == "hash":
        return
    if path:
        yield path, value
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, inner in items:
        yield from _leaves(inner, (*path, key))


def _others(value: Any) -> Iterator[Any]:
    """Other values of the same kind."""
    match value:
        case bool():
            yield not value
        case int() | float():
            yield value + 1
            yield value + 0.5 if isinstance(value, float) else max(0, value - 1)
            yield value + 1e9
        case str():
            yield f"{value}x"
            yield value[:-1]
            if re.fullmatch("[0-9a-f]{32,64}", value):
                yield value[:-1] + ("0" if value[-1] != "0" else "1")
            yield from _words(value)
        case None:
            yield from (0, 1.0, "x")
        case list() if value:
            yield value[:-1]
            yield value[::-1]
            yield [*value, value[-1]]
        case dict() if value:
            yield None


WORDS = (
    ("time_out", "crashed", "illegal_move", "unreadable_answer", "platform_fault", "resigned"),
    ("LA", "LB", "LC", "RA", "RB", "RC"),
    ("strike", "repeated", "restarted", "replayed", "note"),
    ("none", "bank:120s", "round:1s"),
    ("admitted", "quarantined"),
)
"""Words of which one can stand for another."""


WRONG: tuple[Any, ...] = (
    None,
    True,
    -2,
    0,
    1,
    999,
    1.5,
    1e300,
    "",
    "nan",
    "x",
    "../x/y_v_z/1",
    [],
    [0, None],
    {},
    {"x": 1},
)
"""Values of every kind, of which most fit no field."""


def _words(value: str) -> Iterator[str]:
    for group in WORDS:
        if value in group:
            yield from (word for word in group if word != value)


def _set(line: Any, path: Path, value: Any) -> None:
    *parents, last = path
    for key in parents:
        line = line[key]
    line[last] = value
