"""A whole game as text: which game, from where, and every turn.

    tank_war c_reach=up_to_two
    from 053/053/053/053/053/053
    1. LA-RC
    2. LC-RB

The `from` line may be missing (the game's own start), turn numbers too; a `#` at the
beginning of a line or after a space begins a comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.core.errors import IllegalMove, InvalidMove, InvalidState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from steelyard.core.game import Game, OptionValue


@dataclass(frozen=True, slots=True)
class WrittenGame:
    game: Game[Any]
    states: tuple[Any, ...]
    """Every position, the first one included."""
    turns: tuple[str, ...]
    """The moves between them, as written."""


def write_variant(game: Game[Any]) -> str:
    """`tank_war c_reach=up_to_two`: the game and the options that are not at their default."""
    return " ".join([game.id, *(f"{name}={value}" for name, value in game.changed_options().items())])


def read_variant(text: str) -> tuple[str, dict[str, OptionValue]]:
    name, *written = text.split()
    return name, read_options(written)


def read_options(written: Iterable[str]) -> dict[str, OptionValue]:
    """`["c_reach=up_to_two"]` as keyword arguments; whole numbers, `true` and `false` are read as such."""
    options: dict[str, OptionValue] = {}
    for item in written:
        name, equals, value = item.partition("=")
        if not (name and equals):
            raise InvalidState(f"{item!r} is not an option; it should read name=value")
        options[name] = _value(value)
    return options


def _value(text: str) -> OptionValue:
    if text.lower() in {"true", "false"}:
        return text.lower() == "true"
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else text


def write_game(game: Game[Any], states: Iterable[Any], turns: Iterable[str]) -> str:
    """The text that `read_game` reads."""
    first = next(iter(states))
    lines = [write_variant(game)]
    if first != game.start():
        lines.append(f"from {game.write_state(first)}")
    lines += [f"{number}. {turn}" for number, turn in enumerate(turns, start=1)]
    return "\n".join(lines) + "\n"


def read_game(text: str, get: Callable[..., Game[Any]]) -> WrittenGame:
    """The game of that text; `get` finds a game by name and options. Errors name the line."""
    lines = list(_meaningful(text))
    if not lines:
        raise InvalidState("the file holds no game; its first line should name one, as in: tank_war")
    name, options = read_variant(lines[0][1])
    game = get(name, **options)
    rest = lines[1:]
    setup = ""
    if rest and rest[0][1].startswith("from "):
        setup = rest.pop(0)[1].removeprefix("from ").strip()
    states, turns = [game.start(setup)], []
    for number, line in rest:
        for turn in _turns(line):
            states.append(_next(game, states[-1], turn, number))
            turns.append(turn)
    return WrittenGame(game, tuple(states), tuple(turns))


def _meaningful(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, without comments and blank lines."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if kept := re.split(r"(?:^|\s)#", line, maxsplit=1)[0].strip():
            yield number, kept


def _turns(line: str) -> list[str]:
    return [word for word in line.split() if not re.fullmatch(r"\d+\.", word)]


def _next(game: Game[Any], state: Any, turn: str, number: int) -> Any:
    try:
        return game.play(state, game.read_moves(state, turn))
    except (InvalidMove, IllegalMove) as error:
        raise type(error)(f"line {number}: {error}") from None
