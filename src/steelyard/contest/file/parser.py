"""Reads a contest file. Every mistake is reported with its line, its key and what would be right."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import msgspec

from steelyard import games
from steelyard.contest.file import definition
from steelyard.contest.file.definition import ContestFile
from steelyard.contest.file.mistakes import Mistake, board_mistakes
from steelyard.contest.model import slug
from steelyard.contest.stages import KINDS
from steelyard.contest.stages.base.stage import Stage, StageContext
from steelyard.contest.standings.grade_figures import formula_names
from steelyard.contest.standings.grade_formula import Formula
from steelyard.core.errors import SteelyardError
from steelyard.core.game import listed
from steelyard.core.toml_lines import Path, format_path, line_of, lines
from steelyard.core.toml_text import read_toml
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.contest.file.keys import Part
    from steelyard.core.game import Game

LONGEST = 1 << 20  # characters
LARGEST = 1_000_000  # points
DECIMALS = 12  # of points
PLAIN = {
    "int": "a whole number",
    "float": "a number",
    "decimal": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}

# Works out the file's types, here and once: two threads that do so at the same time crash msgspec.
msgspec.json.Decoder(ContestFile)


class InvalidContest(SteelyardError):
    """A contest file that cannot be played."""


def read_file(text: str, name: str) -> ContestFile:
    """The contest that a file describes; boards and entrants are not looked at yet."""
    try:
        data = _read_toml(text)
    except (ValueError, RecursionError) as error:
        raise InvalidContest(f"{name}: {error}") from None
    found = lines(text)
    try:
        contest = _convert(data)
        _check(contest)
    except Mistake as mistake:
        raise refusal(mistake, found, name) from None
    return contest


def refusal(mistake: Mistake, found: dict[Path, int], name: str) -> InvalidContest:
    key = f"{format_path(mistake.path)}: " if mistake.path else ""
    return InvalidContest(f"{name}, line {line_of(mistake.path, found)}: {key}{mistake}")


def _read_toml(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise ValueError(f"the file has {len(text)} characters, which is no contest")
    return read_toml(text.removeprefix("\ufeff"), parse_float=Decimal)


# The shape.
def _convert(data: dict[str, Any]) -> ContestFile:
    try:
        contest = msgspec.convert(data, ContestFile, dec_hook=_exact)
    except msgspec.ValidationError as error:
        raise _in_plain_words(str(error), ContestFile) from None
    stages = [_convert_stage(table, number) for number, table in enumerate(data["stages"])]
    return msgspec.structs.replace(contest, stages=stages)


def _convert_stage(table: dict[str, Any], number: int) -> Stage:
    here = ("stages", number)
    if "kind" not in table:
        raise Mistake((*here, "kind"), f"a stage needs its kind: {listed(KINDS)}")
    if not isinstance(table["kind"], str):
        raise Mistake((*here, "kind"), f"it should be text: {listed(KINDS)}")
    if table["kind"] not in KINDS:
        unknown = f"there is no kind of stage called {table['kind']!r}; there are {listed(KINDS)}"
        raise Mistake((*here, "kind"), unknown)
    kind = KINDS[table["kind"]]
    try:
        return msgspec.convert(table, kind, dec_hook=_exact)
    except msgspec.ValidationError as error:
        raise _in_plain_words(str(error), kind, here) from None


def _exact(_kind: type, number: Any) -> Fraction:
    """Points as they are written: 0.4 is two fifths."""
    if isinstance(number, bool) or not isinstance(number, int | Decimal):
        raise TypeError(f"Expected `float`, got `{type(number).__name__}`")
    value = Decimal(number)
    if not value.is_finite():
        raise ValueError(f"Expected `float`, got `{value}`")
    if value.copy_abs() > LARGEST:
        raise ValueError(f"it should be at most {LARGEST}")
    if value != round(value, DECIMALS):
        raise ValueError(f"it should have at most {DECIMALS} decimals")
    return Fraction(value)


def _in_plain_words(message: str, part: type[Part], inside: Path = ()) -> Mistake:
    """What msgspec says about a table, which is at the path `inside`."""
    why, _, position = message.partition(" - at `")
    keys = _path(position)
    path = (*inside, *keys)
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", why):
        known = listed(_keys(_part(part, keys)))
        return Mistake((*path, match[1]), f"there is no such key here; there are {known}")
    if match := re.fullmatch(r"Object missing required field `(.*)`", why):
        return Mistake(path, f"the key {match[1]!r} is missing")
    if match := re.fullmatch(r"Expected `(.*)`, got `(.*)`", why):
        return Mistake(path, f"it should be {_plain(match[1])}, not {_plain(match[2])}")
    if match := re.fullmatch(r"Invalid enum value (.*)", why):
        hint = get_type_hints(_part(part, keys[:-1]))[str(keys[-1])]
        return Mistake(path, f"{match[1]} cannot stand here; it should be {_choices(hint)}")
    return Mistake(path, why[:1].lower() + why[1:].replace("`", ""))


def _path(position: str) -> Path:
    """`$.stages[1].boards` as a path; what stands in a list or a dict without its key ends it."""
    parts = re.findall(r"\.([A-Za-z_][A-Za-z0-9_]*)|\[(\d+)\]", position)
    return tuple(name or int(number) for name, number in parts)


def _part(part: type[Part], keys: Path) -> type[Part]:
    """The kind of table at those keys inside of one."""
    inner: dict[Any, type[Part]] = {
        "entrants": definition.EntrantLine,
        "teacher": definition.Teacher,
        "policy": definition.Policy,
        "grades": definition.Grades,
    }
    return inner[keys[0]] if keys and part is ContestFile else part


def _keys(part: type[Part]) -> list[str]:
    fields = part.__struct_fields__
    return ["kind", *fields] if issubclass(part, Stage) else [*fields]


def _choices(hint: Any) -> str:
    return " or ".join(map(repr, get_args(hint)))


def _plain(kinds: str) -> str:
    names = [kind for kind in kinds.replace("`", "").split(" | ") if kind != "null"] or ["null"]
    return " or ".join(PLAIN.get(kind, kind) for kind in names)


# The sense.
def _check(contest: ContestFile) -> None:
    for mistake in _mistakes(contest):
        raise mistake


def _mistakes(contest: ContestFile) -> Iterator[Mistake]:
    game = _game(contest)
    try:
        read_clock(contest.clock or game.clock)
    except SteelyardError as error:
        yield Mistake(("clock",), str(error))
    for number, line in enumerate(contest.entrants):
        if (line.bot is None) == (line.each_in is None):
            yield Mistake(("entrants", number), "an entrant has either `bot` or `each_in`")
        if line.each_in is not None and line.name is not None:
            yield Mistake(
                ("entrants", number, "name"),
                "those in a folder are called as their bots call themselves",
            )
    yield from _own_board_mistakes(contest, game)
    if contest.teacher is not None:
        yield from board_mistakes(contest.teacher.boards, ("teacher", "boards"), game)
    names: dict[str, int] = {}
    for number, stage in enumerate(contest.stages):
        context = StageContext(contest, number, game)
        if names.setdefault(slug(stage.called), number) != number:
            twice = f"two stages are called {stage.called!r}; give each a name of its own"
            yield Mistake(context.path("name"), twice)
        yield from stage.mistakes(context)
    if contest.grades is not None:
        try:
            Formula(contest.grades.formula, formula_names(game))
        except SteelyardError as error:
            yield Mistake(("grades", "formula"), str(error))


def _own_board_mistakes(contest: ContestFile, game: Game[Any]) -> Iterator[Mistake]:
    for name, text in contest.boards.items():
        if name in {"", *game.setups()}:
            yield Mistake(
                ("boards", name), f"{game.title} has a board {name!r} already; give it another name"
            )
        try:
            game.start(text)
        except SteelyardError as error:
            yield Mistake(("boards", name), str(error))


def _game(contest: ContestFile) -> Game[Any]:
    try:
        played = games.game_class(contest.game)
    except SteelyardError as error:
        raise Mistake(("game",), str(error)) from None
    try:
        return played(**contest.options)
    except SteelyardError as error:
        named = next((name for name in contest.options if name in str(error)), None)
        raise Mistake(("options", named) if named else ("options",), str(error)) from None
