"""What a contest is made of: a template with what was chosen in a form, or a file. Both are read in full."""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, NamedTuple

import tomli_w

from steelyard import bots, games
from steelyard.arena.program import InvalidBot, find
from steelyard.contest.file import templates
from steelyard.contest.file.definition import Teacher
from steelyard.contest.file.mistakes import Mistake
from steelyard.contest.file.parser import InvalidContest, read_file, refusal
from steelyard.contest.model import listed_boards
from steelyard.contest.stages import KINDS
from steelyard.core.errors import InvalidOption
from steelyard.core.game import listed
from steelyard.core.names import UNSEEN, looks
from steelyard.core.toml_lines import lines
from steelyard.server.contests.folders import FILE, TEACHER_FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from steelyard.contest.file.definition import ContestFile
    from steelyard.core.toml_lines import Path

TEAMS = "teams"
OWN = "own:"
OwnBots = Callable[[str], Collection[str]]
"""The names of the organiser's own bots for a game."""
DEFAULT_TEACHER = Teacher(bot="x").name


def no_bots(game: str) -> Collection[str]:
    del game
    return ()


class Chosen(NamedTuple):
    """What the form says; nothing for what stays as the template has it."""

    template: str
    name: str = ""
    game: str = ""
    clock: str = ""
    seed: str = ""
    realtime: bool | None = None
    options: Mapping[str, bool | int | str] | None = None
    boards: int | None = None
    """So many drawn for each match of every stage."""
    width: Sequence[int] | None = None
    """Of drawn boards, from and to."""
    height: Sequence[int] | None = None
    own_boards: Mapping[str, str] | None = None
    """Texts by name: every match is played on all of them."""
    bots: Sequence[str] = ()
    """Built-in bots that take part besides the teams."""
    advance: int | None = None
    """How many go on from the first stage, of each group."""
    groups: int | None = None
    rounds: int | None = None
    third_place: bool | None = None
    teacher: str | None = None
    """A built-in, or `own:` and the name of one of the organiser's bots; empty: no teacher's bot."""
    formula: str | None = None
    """Of the grade; empty: no grades."""
    decimals: int | None = None
    figures_from: str | None = None


class Team(NamedTuple):
    """An entrant at the deadline: called so, and its sources lie in that folder."""

    name: str
    folder: str


def from_form(chosen: Chosen, own_bots: OwnBots = no_bots) -> str:
    """The template's file with what was chosen."""
    if chosen.template not in templates.names():
        raise InvalidOption(
            f"there is no template {chosen.template!r}; there are {listed(templates.names())}"
        )
    data = template_data(chosen.template, chosen.game)
    data["name"] = chosen.name.strip() or data["name"]
    data["seed"] = chosen.seed.strip() or secrets.token_urlsafe(24)
    if chosen.clock:
        data["clock"] = chosen.clock
    if chosen.realtime is not None:
        data["realtime"] = chosen.realtime
    if chosen.options:
        data["options"] = {**data.get("options", {}), **chosen.options}
    _set_boards(data, chosen)
    _set_stages(data["stages"], chosen)
    _set_teacher(data, chosen)
    _set_grades(data, chosen)
    data["entrants"] = [{"each_in": TEAMS}, *({"bot": name} for name in chosen.bots)]
    return checked(written(data), own_bots)


def template_data(template: str, game: str = "") -> dict[str, Any]:
    """The template for a game, or for its own; another game has its own clock and options."""
    data = tomllib.loads(templates.text(template))
    if game and game != data["game"]:
        data = {key: value for key, value in data.items() if key not in {"clock", "options", "realtime"}}
        data["game"] = game
    return data


def _set_boards(data: dict[str, Any], chosen: Chosen) -> None:
    """The boards of every stage, as far as the form says something about them."""
    if chosen.own_boards:
        data["boards"] = dict(chosen.own_boards)
    sizes = {"width": chosen.width, "height": chosen.height}
    wishes = {key: list(size) if size[0] != size[1] else size[0] for key, size in sizes.items() if size}
    for stage in data["stages"]:
        for key in KINDS[stage["kind"]].board_keys:
            before = stage.get(key)
            drawn = drawing(before)
            if drawn is None and key != "boards":
                continue
            if chosen.own_boards:
                stage[key] = list(chosen.own_boards)
            elif drawn is not None or chosen.boards is not None or wishes:
                told = {"draw": 1, **(drawn or {}), **wishes}
                told["draw"] = chosen.boards or told["draw"]
                stage[key] = told if len(told) > 1 else told["draw"]


def drawing(boards: Any) -> dict[str, Any] | None:
    """How a stage draws its boards; nothing if it has a list of them."""
    if type(boards) is int:
        return {"draw": boards}
    return boards if isinstance(boards, dict) else None


def _set_stages(stages: list[dict[str, Any]], chosen: Chosen) -> None:
    first, last = stages[0], stages[-1]
    for key, number in (("advance", chosen.advance), ("groups", chosen.groups), ("rounds", chosen.rounds)):
        if number is not None:
            first[key] = number
    if chosen.third_place is not None and "third_place" in KINDS[last["kind"]].__struct_fields__:
        before = last.get("third_place", True)
        last["third_place"] = before if chosen.third_place and before is not False else chosen.third_place


def _set_teacher(data: dict[str, Any], chosen: Chosen) -> None:
    if chosen.teacher:
        data["teacher"] = {**data.get("teacher", {}), "bot": chosen.teacher}
    elif chosen.teacher is not None:
        data.pop("teacher", None)


def _set_grades(data: dict[str, Any], chosen: Chosen) -> None:
    if chosen.formula is not None:
        data.pop("grades", None)
    if chosen.formula:
        data["grades"] = {"formula": chosen.formula}
    if "grades" in data:
        told = {"decimals": chosen.decimals, "figures_from": chosen.figures_from}
        data["grades"] |= {key: value for key, value in told.items() if value is not None}


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


def checked(text: str, own_bots: OwnBots = no_bots) -> str:
    """The file as it was, if it can be played here; raises InvalidContest with line and key."""
    told = read_file(text, FILE)
    for mistake in _mistakes(told, own_bots):
        raise refusal(mistake, lines(text), FILE)
    return text


def _mistakes(told: ContestFile, own_bots: OwnBots) -> Iterator[Mistake]:
    """What a contest may have on a machine of one's own, but not on a server for many."""
    if not told.name.isprintable() or any(UNSEEN.match(character) for character in told.name):
        yield Mistake(("name",), "it should have no control characters, and none that nobody sees")
    for number, line in enumerate(told.entrants):
        if line.bot is not None:
            yield from _bot_mistakes(line.bot, told.game, ("entrants", number, "bot"))
    own = own_teacher(told)
    if own is not None:
        have = own_bots(told.game)
        if own not in have:
            known = f"they are {listed(have)}" if have else "you have none for this game"
            yield Mistake(("teacher", "bot"), f"there is no bot {own!r} among your own; {known}")
    elif told.teacher is not None:
        yield from _bot_mistakes(told.teacher.bot, told.game, ("teacher", "bot"))
    yield from _board_mistakes(told)


def own_teacher(told: ContestFile) -> str | None:
    """The name of the organiser's own bot that is the teacher's, if it is one of those."""
    if told.teacher is None or not told.teacher.bot.startswith(OWN):
        return None
    return told.teacher.bot.removeprefix(OWN)


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
    shipped = {"", *games.get(told.game, **told.options).setups(), *told.boards}
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
    taken = {look for line in [*built_in, *_teacher(data)] for look in looks(_name(line))}
    names = [_free(team.name, taken) for team in teams]
    data["entrants"] = built_in + [
        {"bot": team.folder, "name": name} for team, name in zip(teams, names, strict=True)
    ]
    if data.get("teacher", {}).get("bot", "").startswith(OWN):
        data["teacher"]["bot"] = TEACHER_FOLDER
    if len(data["entrants"]) < 2:
        raise InvalidContest(f"a contest needs at least two entrants, not {len(data['entrants'])}")
    return written(data), names


def _teacher(data: Mapping[str, Any]) -> Iterator[Mapping[str, str]]:
    if "teacher" in data:
        yield {"name": DEFAULT_TEACHER, **data["teacher"]}


def _name(line: Mapping[str, str]) -> str:
    return line.get("name", line["bot"])


def _free(name: str, taken: set[str]) -> str:
    """The name, told apart from a bot of ours that is called the same or looks so."""
    found, number = name[:60], 2
    while looks(found) & taken:
        found, number = f"{name[:54]} ({number})", number + 1
    taken |= looks(found)
    return found


def takes_teams(told: ContestFile) -> bool:
    return any(line.each_in is not None for line in told.entrants)
