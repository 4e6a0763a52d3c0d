"""Reads a contest file; whatever is wrong with it is said with line and key, and with what would be right."""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import msgspec

from steelyard import games
from steelyard.contest.file import definition
from steelyard.contest.file.definition import KINDS, Bracketed, ContestFile, Finals, Playoff, Ranked
from steelyard.contest.file.line_numbers import Path, line_of, lines, written
from steelyard.contest.model import slug
from steelyard.contest.standings.figures import formula_names
from steelyard.contest.standings.formula import Formula
from steelyard.core.errors import SteelyardError
from steelyard.core.game import listed
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.contest.file.definition import Boards
    from steelyard.core.game import Game

CRITERIA = ("match_points", "wins", "head_to_head", "buchholz", "seeding", "lot")
DECIDING = ("wins", "extra", "seeding", "lot")
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


class Wrong(Exception):
    """A key with a mistake, before it is known on which line it stands."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(why)
        self.path = path


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
    except Wrong as wrong:
        raise refusal(wrong, found, name) from None
    return contest


def refusal(wrong: Wrong, found: dict[Path, int], name: str) -> InvalidContest:
    key = f"{written(wrong.path)}: " if wrong.path else ""
    return InvalidContest(f"{name}, line {line_of(wrong.path, found)}: {key}{wrong}")


def _read_toml(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise ValueError(f"the file has {len(text)} characters, which is no contest")
    return tomllib.loads(text.removeprefix("\ufeff"), parse_float=Decimal)


# The shape.
def _convert(data: dict[str, Any]) -> ContestFile:
    try:
        return msgspec.convert(data, ContestFile, dec_hook=_exact)
    except msgspec.ValidationError as error:
        raise _in_plain_words(str(error), data) from None


def _exact(_kind: type, written: Any) -> Fraction:
    """Points as they are written: 0.4 is two fifths."""
    if isinstance(written, bool) or not isinstance(written, int | Decimal):
        raise TypeError(f"Expected `float`, got `{type(written).__name__}`")
    value = Decimal(written)
    if not value.is_finite():
        raise ValueError(f"Expected `float`, got `{value}`")
    if value.copy_abs() > LARGEST:
        raise ValueError(f"it should be at most {LARGEST}")
    if value != round(value, DECIMALS):
        raise ValueError(f"it should have at most {DECIMALS} decimals")
    return Fraction(value)


def _in_plain_words(message: str, data: dict[str, Any]) -> Wrong:
    why, _, place = message.partition(" - at `")
    path = _path(place)
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", why):
        known = listed(_keys(path, data))
        return Wrong((*path, match[1]), f"there is no such key here; there are {known}")
    if match := re.fullmatch(r"Object missing required field `(.*)`", why):
        if match[1] == "kind":
            return Wrong((*path, "kind"), f"a stage needs its kind: {listed(KINDS)}")
        return Wrong(path, f"the key {match[1]!r} is missing")
    if match := re.fullmatch(r"Invalid value '(.*)'", why):
        return Wrong(path, f"there is no kind of stage called {match[1]!r}; there are {listed(KINDS)}")
    if match := re.fullmatch(r"Expected `(.*)`, got `(.*)`", why):
        return Wrong(path, f"it should be {_plain(match[1])}, not {_plain(match[2])}")
    if match := re.fullmatch(r"Invalid enum value (.*)", why):
        return Wrong(path, f"{match[1]} cannot stand here; it should be {_choices(path, data)}")
    return Wrong(path, why[:1].lower() + why[1:].replace("`", ""))


def _path(place: str) -> Path:
    """`$.stages[1].boards` as a path; what stands in a list or a dict without its key ends it."""
    parts = re.findall(r"\.([A-Za-z_][A-Za-z0-9_]*)|\[(\d+)\]", place)
    return tuple(name or int(number) for name, number in parts)


def _keys(path: Path, data: dict[str, Any]) -> list[str]:
    fields = _part(path, data).__struct_fields__
    return ["kind", *fields] if path[:1] == ("stages",) else [*fields]


def _part(path: Path, data: dict[str, Any]) -> type[definition.Part]:
    """The kind of table at a path."""
    parts: dict[Any, type[definition.Part]] = {
        "entrants": definition.EntrantLine,
        "teacher": definition.Teacher,
        "policy": definition.Policy,
        "grades": definition.Grades,
    }
    if path and path[0] == "stages":
        return KINDS[data["stages"][path[1]]["kind"]]
    return parts[path[0]] if path else ContestFile


def _choices(path: Path, data: dict[str, Any]) -> str:
    hint = get_type_hints(_part(path[:-1], data))[str(path[-1])]
    return " or ".join(map(repr, get_args(hint)))


def _plain(kinds: str) -> str:
    names = [kind for kind in kinds.replace("`", "").split(" | ") if kind != "null"] or ["null"]
    return " or ".join(PLAIN.get(kind, kind) for kind in names)


# The sense.
def _check(contest: ContestFile) -> None:
    for wrong in _mistakes(contest):
        raise wrong


def _mistakes(contest: ContestFile) -> Iterator[Wrong]:
    game = _game(contest)
    try:
        read_clock(contest.clock or game.clock)
    except SteelyardError as error:
        yield Wrong(("clock",), str(error))
    for number, line in enumerate(contest.entrants):
        if (line.bot is None) == (line.each_in is None):
            yield Wrong(("entrants", number), "an entrant has either `bot` or `each_in`")
        if line.each_in is not None and line.name is not None:
            yield Wrong(("entrants", number, "name"), "those in a folder are called as their folders are")
    if contest.teacher is not None:
        yield from _board_mistakes(contest.teacher.boards, ("teacher", "boards"), game)
    names: dict[str, int] = {}
    for number in range(len(contest.stages)):
        yield from _stage_mistakes(contest, number, game, names)
    if contest.grades is not None:
        try:
            Formula(contest.grades.formula, formula_names(game))
        except SteelyardError as error:
            yield Wrong(("grades", "formula"), str(error))


def _game(contest: ContestFile) -> Game[Any]:
    try:
        played = games.game_class(contest.game)
    except SteelyardError as error:
        raise Wrong(("game",), str(error)) from None
    try:
        return played(**contest.options)
    except SteelyardError as error:
        named = next((name for name in contest.options if name in str(error)), None)
        raise Wrong(("options", named) if named else ("options",), str(error)) from None


def _stage_mistakes(
    contest: ContestFile, number: int, game: Game[Any], names: dict[str, int]
) -> Iterator[Wrong]:
    stage, here = contest.stages[number], ("stages", number)
    if names.setdefault(slug(stage.called), number) != number:
        yield Wrong((*here, "name"), f"two stages are called {stage.called!r}; give each a name of its own")
    for key in ("boards", "semi_finals", "final", "third_place"):
        boards = getattr(stage, key, None)
        if boards is not None and not isinstance(boards, bool):
            yield from _board_mistakes(boards, (*here, key), game)
    figures = list(game.figures(game.start()))
    if isinstance(stage, Ranked):
        yield from _word_mistakes(stage.ranking, (*here, "ranking"), [*CRITERIA, *figures])
    if isinstance(stage, Bracketed):
        yield from _word_mistakes(stage.decide, (*here, "decide"), [*DECIDING, *figures])
        if number + 1 < len(contest.stages):
            yield Wrong((*here, "kind"), "nothing can follow a knockout or finals")
    if isinstance(stage, Finals) and number == 0:
        yield Wrong((*here, "kind"), "finals need a stage before them that says who plays")
    if isinstance(stage, Playoff):
        yield from _playoff_mistakes(contest, number)


def _playoff_mistakes(contest: ContestFile, number: int) -> Iterator[Wrong]:
    here = ("stages", number)
    before = contest.stages[number - 1] if number else None
    if not isinstance(before, Ranked) or isinstance(before, Playoff) or before.advance is None:
        yield Wrong((*here, "kind"), "a playoff follows a stage that has a table and says how many `advance`")
    elif {"lot", "seeding"} & set(before.ranking):
        yield Wrong(
            ("stages", number - 1, "ranking"),
            "where the lot or the seeding ranks, nobody is level for a playoff",
        )
    stage = contest.stages[number]
    if isinstance(stage, Playoff) and stage.advance is not None:
        yield Wrong((*here, "advance"), "the stage before says how many advance")


def _word_mistakes(words: list[str], path: Path, known: list[str]) -> Iterator[Wrong]:
    for number, word in enumerate(words):
        if word not in known:
            yield Wrong((*path, number), f"there is no criterion {word!r}; there are {listed(known)}")
    if not words:
        yield Wrong(path, f"it should name at least one of {listed(known)}")


def _board_mistakes(boards: Boards, path: Path, game: Game[Any]) -> Iterator[Wrong]:
    if isinstance(boards, list):
        if not boards:
            yield Wrong(path, "the list of boards is empty")
        return
    wishes = dict(boards) if isinstance(boards, dict) else {"draw": boards}
    number = wishes.pop("draw", None)
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        yield Wrong(path, "it should say how many boards to draw, as in {draw = 3, width = 12}")
    try:
        game.draw_setup(Random(1), **wishes)
    except SteelyardError as error:
        yield Wrong(path, str(error))
