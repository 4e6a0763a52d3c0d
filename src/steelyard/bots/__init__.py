"""The built-in bots; `python -m steelyard.bots` runs any of them as a process."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.analysis import open_table, table_file
from steelyard.analysis.policies import Greedy, Uniform
from steelyard.bots.player import Bot, Kind
from steelyard.core.errors import UnknownBot
from steelyard.core.game import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from steelyard.core.game import Game

__all__ = [
    "Bot",
    "compile_game",
    "compile_games",
    "get",
    "is_solved",
    "names",
    "prepare",
    "rating",
    "stand_in",
    "strongest",
    "summary",
]

BEST = "best"  # stands for the strongest bot of a game
WARM_UP_S = 0.01  # enough to load and compile everything
RATINGS = Path(__file__).parent / "ratings.json"
EVERYWHERE = {
    "random": Kind(Uniform, "plays a random legal move"),
    "greedy": Kind(Greedy, "looks one move ahead and maximizes the average lead"),
}


@cache
def _kinds(game: str) -> dict[str, Kind]:
    """The bots for a game, weakest first: those for every game, and those in the game's folder."""
    folder = f"{__name__}.{game}"
    if not find_spec(folder):
        return EVERYWHERE
    own: dict[str, Kind] = import_module(folder).KINDS
    strongest = list(own)[-1]
    return EVERYWHERE | own | {BEST: replace(own[strongest], summary=f"another name for {strongest}")}


def strongest(game: str) -> str | None:
    """The bot that `best` stands for; None where there is no such name."""
    known = names(game)
    return known[-2] if known[-1] == BEST else None


def names(game: str) -> list[str]:
    """The names of the bots for a game."""
    return list(_kinds(game))


def summary(game: str, name: str) -> str:
    """A one-line description of a bot."""
    return _kinds(game)[name].summary


def is_solved(game: str, name: str) -> bool:
    """Whether the bot uses the table of the solved game."""
    return _kinds(game)[name].solved


def rating(game: str, name: str) -> float | None:
    """The bot's rating in Elo points, with the teacher at 1000; None if no bot of the game was measured.

    Bots are listed by strength: until one has been measured, it has the rating of the one before it.
    """
    measured, known = _ratings().get(game, {}), names(game)
    before = (each for each in reversed(known[: known.index(name) + 1]) if each in measured)
    return next((measured[each][0] for each in before), None)


@cache
def _ratings() -> dict[str, dict[str, tuple[float, float, str]]]:
    """The ratings written by `benchmarks/ratings.py`, by game and bot, with their errors and more."""
    ratings: dict[str, dict[str, tuple[float, float, str]]] = json.loads(RATINGS.read_bytes())
    return ratings


def prepare(game: Game[Any], name: str, progress: Callable[[str, float], None]) -> None:
    """Solve and compile what the bot needs: its process cannot do it in a sandbox, or would lose time."""
    if name.partition(":")[0] not in names(game.id):
        return
    kind, _ = _find(game.id, name)
    if kind.solved:
        open_table(game, progress)
    if name in EVERYWHERE:
        return
    from steelyard.core.compiler import reporting  # noqa: PLC0415 - Numba only when it is needed

    with reporting(progress):
        bot = get(game, name)
        bot.choose(game.start(), 0)
        bot.choose(game.start(), 0, WARM_UP_S)  # with a clock other functions may be called


def compile_game(game: str) -> None:
    """For every bot of a game but those of a solved one, whose table is built on first need."""
    for name in names(game):
        if not is_solved(game, name):
            prepare(games.get(game), name, lambda _doing, _share: None)


def compile_games(names: Sequence[str], done: Callable[[str], None]) -> None:
    """The same for several games, two at a time, each in its own process; `done` is told each at its end."""
    import multiprocessing  # noqa: PLC0415 - bots start without it
    from concurrent.futures import ProcessPoolExecutor, as_completed  # noqa: PLC0415

    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as processes:
        compiling = {processes.submit(compile_game, name): name for name in names}
        for each in as_completed(compiling):
            each.result()
            done(compiling[each])


def get(game: str | Game[Any], name: str, seed: int | None = None) -> Bot:
    """The bot of that name, for a game or its name; the same seed gives the same moves.

    The effort of a search can follow its name: `mcts:2000` stops at 2,000 simulations, whatever the clock.
    """
    played = games.get(game) if isinstance(game, str) else game
    kind, count = _find(played.id, name)
    make = partial(kind.make, seed=seed) if kind.searches else kind.make
    return Bot(played, make(played) if count is None else make(played, count=count), seed)


def stand_in(game: Game[Any], name: str, seed: int | None = None) -> Bot | None:
    """What plays until the solved table of a bot is there; None if the bot itself can play."""
    kind = _kinds(game.id).get(name)
    if kind is None or kind.stand_in is None or table_file(game).exists():
        return None
    return Bot(game, kind.stand_in(game), seed)


def _find(game: str, name: str) -> tuple[Kind, int | None]:
    plain, colon, figure = name.partition(":")
    if plain not in _kinds(game):
        raise UnknownBot(f"there is no bot {plain!r} for {game}; there are {listed(names(game))}")
    kind = _kinds(game)[plain]
    if not colon:
        return kind, None
    if not kind.counts:
        raise UnknownBot(f"{name!r}: {plain} takes no number after its name")
    if not (figure.isascii() and figure.isdigit() and 0 < int(figure) <= 10**12):
        raise UnknownBot(f"{name!r}: after the colon should be a number of {kind.counts}, e.g. {plain}:2000")
    return kind, int(figure)
