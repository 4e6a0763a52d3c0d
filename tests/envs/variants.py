"""Where environments are compared with the rules: all options on all boards, and random ones."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import steelyard
from steelyard import games
from steelyard.core.random_games import random_game
from steelyard.games.tank_battle.boards import SIZE, shipped
from steelyard.games.tank_duel.rules import MOST_COLUMNS, MOST_ROWS
from steelyard.games.tank_war.notation import WRITTEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.core.game import Game, OptionValue

RANDOM_ONES = 8


class Variant(NamedTuple):
    options: dict[str, Any]
    setup: str

    def game(self, name: str) -> Game[Any]:
        return steelyard.game(name, **self.options)


def shipped_variants(name: str) -> list[Variant]:
    """Every choice of options on every board."""
    rules = games.game_class(name)
    return [Variant(options, board) for options in rules.option_sets() for board in rules(**options).setups()]


def random_variants(name: str) -> list[Variant]:
    """Random options, boards and positions, always the same ones."""
    return list(RANDOM[name](Random(21)))


def variants(name: str) -> list[Variant]:
    return shipped_variants(name) + random_variants(name)


def _random_wars(rng: Random) -> Iterator[Variant]:
    """Any order of the lanes, from positions that a game may not reach but that can be written."""
    war = steelyard.game("tank_war")
    columns = [column for column in WRITTEN.values() if _is_position(war, "/".join([column] * 6))]
    for number in range(RANDOM_ONES):
        lanes = "".join(rng.sample("AABBCC", 6))
        options: dict[str, OptionValue] = {
            "lanes": lanes,
            "c_reach": ("exactly_two", "up_to_two")[number % 2],
        }
        yield Variant(options, _drawn("tank_war", options, lambda: "/".join(rng.choices(columns, k=6))))


def _random_duels(rng: Random) -> Iterator[Variant]:
    """Fair boards, boards of every size on which nothing is fair, and positions with missiles in the air."""
    for number in range(RANDOM_ONES):
        options: dict[str, OptionValue] = {"swap_starts": number % 2 == 1}
        duel = steelyard.game("tank_duel", **options)
        yield Variant(options, duel.draw_setup(rng))
        width, height = SIZES[number] if number < len(SIZES) else (rng.randint(2, 14), rng.randint(2, 12))
        squares = rng.choices(".....xo", k=width * height)
        for start in rng.sample(range(width * height), 2):
            squares[start] = "t"
        rows = ["".join(squares[first : first + width]) for first in range(0, len(squares), width)]
        yield Variant(options, "\n".join(rows) + "\n")
        yield Variant(options, _on_the_way(duel, rng, "prairie", after=3))


def _random_battles(rng: Random) -> Iterator[Variant]:
    for number in range(RANDOM_ONES):
        options: dict[str, OptionValue] = {"layout": _layout(rng), "quiet_limit": (60, 1, 0, 7)[number % 4]}
        battle = steelyard.game("tank_battle", **options)
        yield Variant(options, "")
        if number % 4 in (0, 3):
            yield Variant(options, _on_the_way(battle, rng, "", after=20))


def _layout(rng: Random) -> str:
    """The standard armies on other ground, the same after half a turn."""
    squares = list(shipped("standard").text.replace("/", "").translate({ord("#"): ".", ord("~"): "."}))
    for square in range(SIZE * SIZE // 2 + 1):
        if squares[square] == ".":
            squares[square] = squares[-1 - square] = rng.choice(".......#~")
    return "/".join("".join(squares[first : first + SIZE]) for first in range(0, SIZE * SIZE, SIZE))


def _on_the_way(game: Game[Any], rng: Random, setup: str, *, after: int) -> str:
    """A position after that many turns of a random game that is not over by then."""
    while True:
        states = [state for state, moves in random_game(game, rng, setup) if moves]
        if len(states) > after:
            return game.write_state(states[after])


def _drawn(name: str, options: dict[str, OptionValue], draw: Callable[[], str]) -> str:
    """The first draw that is a position in which the game goes on."""
    game = steelyard.game(name, **options)
    while game.outcome(game.start(setup := draw())) is not None:
        pass
    return setup


def _is_position(game: Game[Any], text: str) -> bool:
    try:
        game.start(text)
    except steelyard.InvalidState:
        return False
    return True


SIZES = ((MOST_COLUMNS, MOST_ROWS), (2, 1), (1, 5), (MOST_COLUMNS, 1), (3, 3))
RANDOM: dict[str, Callable[[Random], Iterator[Variant]]] = {
    "tank_war": _random_wars,
    "tank_duel": _random_duels,
    "tank_battle": _random_battles,
}
