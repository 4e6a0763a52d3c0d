"""Options of a game: its keyword arguments, their defaults and their checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from steelyard.core.errors import InvalidOption, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

OptionValue = str | int | bool


@dataclass(frozen=True, slots=True)
class Option:
    """One keyword argument of a game."""

    name: str
    default: OptionValue
    meaning: str
    check: Callable[[OptionValue], OptionValue]
    """Returns the value as the game keeps it, or raises ValueError saying what would be right."""
    samples: tuple[OptionValue, ...]
    """Values that are under test, the default first."""


def check_options(
    game_id: str, options: Iterable[Option], chosen: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """A value for every option, as the game keeps it; raises InvalidOption."""
    known = {option.name: option for option in options}
    for name in chosen:
        if name not in known:
            have = f"its options are {listed(known)}" if known else "it has no options"
            raise InvalidOption(f"{game_id} has no option {name!r}; {have}")
    values = {}
    for name, option in known.items():
        try:
            values[name] = option.check(chosen.get(name, option.default))
        except ValueError as error:
            raise InvalidOption(f"{game_id}: option {name}: {error}") from None
    return values


def one_of(*allowed: str) -> Callable[[OptionValue], OptionValue]:
    """An option check: the value is one of these words."""

    def check(value: OptionValue) -> OptionValue:
        if value not in allowed:
            raise ValueError(f"{value!r} is not one of {listed(allowed)}")
        return value

    return check
