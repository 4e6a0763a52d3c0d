"""What the form for a new contest offers: templates, the games each can be played in, their settings."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from steelyard import bots, games
from steelyard.contest.file import templates
from steelyard.contest.file.parser import InvalidContest
from steelyard.contest.stages import KINDS
from steelyard.contest.standings.grade_figures import formula_names
from steelyard.core.errors import InvalidOption
from steelyard.server.contests.file import OwnBots, boards_of, drawing, template_data, written
from steelyard.server.contests.pages import told_by
from steelyard.server.tables.setup import CLOCKS

if TYPE_CHECKING:
    from steelyard.contest.file.definition import ContestFile

QUICK_CLOCK = "bank:10s"  # for a rehearsal: bots that answer at once finish a contest in minutes
FIRST = ("class", "winter-games")  # the others are formats for any game


def templates_json(own_bots: OwnBots) -> list[dict[str, Any]]:
    others = [name for name in templates.names() if name not in FIRST]
    return [_template(name, own_bots) for name in (*FIRST, *others)]


def _template(name: str, own_bots: OwnBots) -> dict[str, Any]:
    text = templates.text(name)
    told = told_by(text)
    choices = [_game(_told(name, game), own_bots(game)) for game in _games(name)]
    first, last = told.stages[0], told.stages[-1]
    return {
        "template": name,
        "text": text,
        "name": told.name,
        **next(each for each in choices if each["game"] == told.game),
        "games": choices,
        "draws_boards": any(drawing(boards) is not None for _, boards in boards_of(told)),
        "advance": getattr(first, "advance", None) if len(told.stages) > 1 else None,
        "groups": getattr(first, "groups", None) if "groups" in _set_keys(name) else None,
        "rounds": "rounds" in KINDS[_kind(name)].__struct_fields__ and _kind(name) == "swiss",
        "third_place": getattr(last, "third_place", None) is not False
        if hasattr(last, "third_place")
        else None,
        "teacher": "" if told.teacher is None else told.teacher.bot,
        "formula": "" if told.grades is None else told.grades.formula,
    }


def _kind(name: str) -> str:
    return str(template_data(name)["stages"][0]["kind"])


def _set_keys(name: str) -> set[str]:
    return {*template_data(name)["stages"][0]}


@cache
def _games(template: str) -> list[str]:
    """The games that the template can be played in, as it is."""
    found = []
    for game in games.names():
        try:
            _told(template, game)
        except InvalidContest:
            continue
        found.append(game)
    return found


def _told(template: str, game: str) -> ContestFile:
    return told_by(written(template_data(template, game)))


def _game(told: ContestFile, own: Any) -> dict[str, Any]:
    game = games.get(told.game)
    clocks = [*CLOCKS["joystick"]] if game.joystick is not None else [*CLOCKS["other"], QUICK_CLOCK]
    return {
        "game": told.game,
        "title": game.title,
        "clock": told.clock or game.clock,
        "clocks": [clock for clock in clocks if not clock.startswith("days")],
        "realtime": told.realtime if game.joystick is not None else None,
        "options": [
            {"name": o.name, "default": told.options.get(o.name, o.default), "samples": o.samples}
            for o in game.options
        ],
        "bots": bots.names(told.game),
        "own_bots": list(own),
        "can_draw": _can_draw(told.game),
        "figures": formula_names(game),
    }


@cache
def _can_draw(game: str) -> bool:
    try:
        games.get(game).draw_setup(Random(1))
    except InvalidOption:
        return False
    return True
