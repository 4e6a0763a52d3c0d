"""The tasks of compute processes, which are started as `python -m steelyard.server.compute_tasks`.

Bots, analyses and films run here, never in the server, which would answer nobody meanwhile. Modules that only
one task needs are imported when it is first asked for.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from steelyard import bots, games
from steelyard.core import files
from steelyard.core.game import SEATS
from steelyard.core.notation import WrittenGame
from steelyard.server.compute.process import main, stopped
from steelyard.server.compute.progress import with_progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.core.game import Game
    from steelyard.server.compute.process import Answer, Task


def choose(task: Task) -> Iterator[Answer]:
    """The move of a built-in bot."""
    game = _game(task)
    state = game.read_state(task["state"])
    began = time.perf_counter()
    bot = bots.stand_in(game, task["bot"], task["seed"]) or bots.get(game, task["bot"], task["seed"])
    move = bot.choose(state, SEATS[task["seat"]], task["seconds"])
    yield {"move": game.write_move(move), "thought_ms": 1000 * (time.perf_counter() - began)}


def consult(task: Task) -> Iterator[Answer]:
    """The move of an uploaded bot, which runs in a sandbox beside this process."""
    from steelyard.server.bots import bot_sessions  # noqa: PLC0415 - only when asked

    yield bot_sessions.answer(_game(task), task)


def prepare(task: Task) -> Iterator[Answer]:
    """Whatever a bot needs before its first move: compiled kernels, a solved game."""
    game = _game(task)
    yield from with_progress(lambda tell: bots.prepare(game, task["bot"], tell))


def prepare_stand_in(task: Task) -> Iterator[Answer]:
    """What plays until the solved table of a bot is there, if anything does."""
    game = _game(task)
    if bot := bots.stand_in(game, task["bot"]):
        yield from with_progress(lambda _: bot.choose(game.start(), 0))


def analyse(task: Task) -> Iterator[Answer]:
    """What best play says of a position."""
    from steelyard.server.analysis import service  # noqa: PLC0415 - only when asked

    game = _game(task)
    yield from service.position(game, game.read_state(task["state"]), stopped)


def review(task: Task) -> Iterator[Answer]:
    """What each move of a game gave away."""
    from steelyard.server.analysis import service  # noqa: PLC0415 - only when asked

    yield from service.played(_replayed(task), stopped)


def film(task: Task) -> Iterator[Answer]:
    """A game as a film, GIF or MP4."""
    from steelyard.films import animation, film, video  # noqa: PLC0415 - need an image library

    first, second = task["names"]
    frames = list(film.frames(_replayed(task), film.Titles((first, second), task["result"])))
    with files.scratch_folder() as folder:
        file = folder / "film"
        (video.mp4 if task["format"] == "mp4" else animation.write_gif)(frames, file)
        yield {"film": file.read_bytes()}


def _game(task: Task) -> Game[Any]:
    return games.get(task["game"], **task["options"])


def _replayed(task: Task) -> WrittenGame:
    game = _game(task)
    states = [game.start(task["start"])]
    for turn in task["turns"]:
        states.append(game.play(states[-1], game.read_moves(states[-1], turn)))
    return WrittenGame(game, tuple(states), tuple(task["turns"]))


TASKS: dict[str, Callable[[Task], Iterator[Answer]]] = {
    each.__name__: each for each in (choose, consult, prepare, prepare_stand_in, analyse, review, film)
}

if __name__ == "__main__":
    main(TASKS)
