"""What a contest is made of: a template with what was chosen in a form, or a file. Both are read in full."""

from __future__ import annotations

import secrets
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

import tomli_w

from steelyard import bots, games
from steelyard.arena.program import InvalidBot, find
from steelyard.contest.file import templates
from steelyard.contest.file.definition import Teacher
from steelyard.contest.file.line_numbers import lines
from steelyard.contest.file.mistakes import Mistake
from steelyard.contest.file.parser import InvalidContest, read_file, refusal
from steelyard.contest.model import listed_boards
from steelyard.contest.stages import KINDS
from steelyard.core.errors import InvalidOption
from steelyard.core.game import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from steelyard.contest.file.definition import ContestFile
    from steelyard.contest.file.line_numbers import Path

FILE = "contest.toml"
TEAMS = "teams"
DEFAULT_TEACHER = Teacher(bot="x").name


class Chosen(NamedTuple):
    """What the form says; nothing for what stays as the template has it."""

    template: str
    name: str = ""
    clock: str = ""
    seed: str = ""
    realtime: bool | None = None
    options: Mapping[str, bool | int | str] | None = None
    boards: int | None = None
    """So many drawn for each match of every stage."""
    bots: Sequence[str] = ()
    """Built-in bots that take part besides the teams."""


class Team(NamedTuple):
    """An entrant at the deadline: called so, and its sources lie in that folder."""

    name: str
    folder: str


def from_form(chosen: Chosen) -> str:
    """The template's file with what was chosen."""
    if chosen.template not in templates.names():
        raise InvalidOption(
            f"there is no template {chosen.template!r}; there are {listed(templates.names())}"
        )
    data = tomllib.loads(templates.text(chosen.template))
    data["name"] = chosen.name.strip() or data["name"]
    data["seed"] = chosen.seed.strip() or secrets.token_urlsafe(24)
    if chosen.clock:
        data["clock"] = chosen.clock
    if chosen.realtime is not None:
        data["realtime"] = chosen.realtime
    if chosen.options:
        data["options"] = {**data.get("options", {}), **chosen.options}
    if chosen.boards is not None:
        _set_boards(data["stages"], chosen.boards)
    data["entrants"] = [{"each_in": TEAMS}, *_built_in(chosen.bots)]
    return checked(written(data))


def written(data: Mapping[str, Any]) -> str:
    """As TOML, each entrant and stage under its own heading: tomli_w would put short ones into brackets."""
    headed = {key: value for key, value in data.items() if _is_headed(value)}
    text = tomli_w.dumps({key: value for key, value in data.items() if key not in headed})
    for key, tables in headed.items():
        for table in tables:
            inner = {name: value for name, value in table.items() if isinstance(value, dict)}
            plain = {name: value for name, value in table.items() if name not in inner}
            text += f"\n[[{key}]]\n{tomli_w.dumps(plain)}{tomli_w.dumps({key: inner}) if inner else ''}"
    return text


def _is_headed(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def _built_in(names: Sequence[str]) -> Iterator[dict[str, str]]:
    for name in names:
        yield {"bot": name}


def _set_boards(stages: list[dict[str, Any]], number: int) -> None:
    for stage in stages:
        for key in KINDS[stage["kind"]].board_keys:
            if isinstance(stage.get(key), int) and not isinstance(stage[key], bool):
                stage[key] = number


def checked(text: str) -> str:
    """The file as it was, if it can be played here; raises InvalidContest with line and key."""
    told = read_file(text, FILE)
    for mistake in _mistakes(told):
        raise refusal(mistake, lines(text), FILE)
    return text


def _mistakes(told: ContestFile) -> Iterator[Mistake]:
    """What a contest may have on a machine of one's own, but not on a server for many."""
    for number, line in enumerate(told.entrants):
        if line.bot is not None:
            yield from _bot_mistakes(line.bot, told.game, ("entrants", number, "bot"))
    if told.teacher is not None:
        yield from _bot_mistakes(told.teacher.bot, told.game, ("teacher", "bot"))
    yield from _board_mistakes(told)


def _bot_mistakes(bot: str, game: str, path: Path) -> Iterator[Mistake]:
    known = bots.names(game)
    if bot.partition(":")[0] not in known:
        yield Mistake(
            path,
            f"{bot!r} cannot take part here: teams enter with bots from their accounts (each_in), "
            f"and these are here already: {listed(known)}",
        )
        return
    try:
        find(bot, game, known)
    except InvalidBot as error:
        yield Mistake(path, str(error))


def _board_mistakes(told: ContestFile) -> Iterator[Mistake]:
    shipped = {"", *games.get(told.game, **told.options).setups()}
    for path, boards in boards_of(told):
        for number, board in listed_boards(boards):
            if board not in shipped:
                have = listed(filter(None, shipped)) if len(shipped) > 1 else "a number of boards to be drawn"
                yield Mistake((*path, number), f"the board {board!r} is not on this server; give {have}")


def boards_of(told: ContestFile) -> Iterator[tuple[Path, Any]]:
    if told.teacher is not None:
        yield ("teacher", "boards"), told.teacher.boards
    for number, stage in enumerate(told.stages):
        for key, boards in stage.boards_by_key():
            yield ("stages", number, key), boards


def with_teams(text: str, teams: Sequence[Team]) -> tuple[str, list[str]]:
    """The file as it is played, with its teams one by one; and what they are called in it."""
    data = tomllib.loads(text.removeprefix("\ufeff"))
    built_in = [line for line in data["entrants"] if "each_in" not in line]
    taken = {_name(line).casefold() for line in [*built_in, *_teacher(data)]}
    names = [_free(team.name, taken) for team in teams]
    data["entrants"] = built_in + [
        {"bot": team.folder, "name": name} for team, name in zip(teams, names, strict=True)
    ]
    if len(data["entrants"]) < 2:
        raise InvalidContest(f"a contest needs at least two entrants, not {len(data['entrants'])}")
    return written(data), names


def _teacher(data: Mapping[str, Any]) -> Iterator[Mapping[str, str]]:
    if "teacher" in data:
        yield {"name": DEFAULT_TEACHER, **data["teacher"]}


def _name(line: Mapping[str, str]) -> str:
    return line.get("name", line["bot"])


def _free(name: str, taken: set[str]) -> str:
    """The name, told apart from a bot of ours that is called the same."""
    found, number = name[:60], 2
    while found.casefold() in taken:
        found, number = f"{name[:54]} ({number})", number + 1
    taken.add(found.casefold())
    return found


def takes_teams(told: ContestFile) -> bool:
    return any(line.each_in is not None for line in told.entrants)
