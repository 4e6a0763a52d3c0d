"""A process that computes: it reads one task a line and answers in lines.

Started as `python -m steelyard.server.compute.process`.

Bots, analyses and films run here, never in the server, which would stand still meanwhile. The last line of
an answer has `done`; lines before it are results and progress. `stop` asks for the end of a task that goes on
and on. When the server goes, so does this process.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import msgspec

from steelyard import bots, games
from steelyard.core import files
from steelyard.core.errors import SteelyardError
from steelyard.core.game import SEATS
from steelyard.core.notation import WrittenGame
from steelyard.server.compute.pool import STOP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.core.game import Game

Task = dict[str, Any]
Answer = dict[str, Any]
MOST_FRAMES = 400  # of a film; a longer game is shown in longer steps
_stop = threading.Event()


def choose(task: Task) -> Iterator[Answer]:
    """A bot's move."""
    game = _game(task)
    state = game.read_state(task["state"])
    began = time.perf_counter()
    bot = bots.get(game, task["bot"], task["seed"])
    move = bot.choose(state, SEATS[task["seat"]], task["seconds"])
    yield {"move": game.write_move(move), "thought_ms": 1000 * (time.perf_counter() - began)}


def consult(task: Task) -> Iterator[Answer]:
    """The move of a bot that was handed in, which runs in a cage beside us."""
    from steelyard.server.bots import opponents  # noqa: PLC0415 - only when asked

    yield opponents.answer(_game(task), task)


def prepare(task: Task) -> Iterator[Answer]:
    """Whatever a bot needs before its first move: compiled kernels, a solved game."""
    from steelyard.server.analysis import service  # noqa: PLC0415 - only when asked

    game = _game(task)
    yield from service.with_progress(lambda tell: bots.prepare(game, task["bot"], tell))


def analyse(task: Task) -> Iterator[Answer]:
    """What best play says of a position."""
    from steelyard.server.analysis import service  # noqa: PLC0415 - only when asked

    game = _game(task)
    yield from service.position(game, game.read_state(task["state"]), _stop.is_set)


def review(task: Task) -> Iterator[Answer]:
    """What each move of a game gave away."""
    from steelyard.server.analysis import service  # noqa: PLC0415 - only when asked

    yield from service.played(_replayed(task), _stop.is_set)


def film(task: Task) -> Iterator[Answer]:
    """A game as a GIF."""
    from steelyard.arena.match.animation import gif  # noqa: PLC0415 - needs an image library

    played = _replayed(task)
    step = -(-len(played.states) // MOST_FRAMES)
    chosen = [*played.states[:-1:step], played.states[-1]]
    with files.scratch_folder() as folder:
        file = folder / "game.gif"
        gif((played.game.to_svg(state) for state in chosen), file)
        yield {"gif": file.read_bytes()}


def _game(task: Task) -> Game[Any]:
    return games.get(task["game"], **task["options"])


def _replayed(task: Task) -> WrittenGame:
    game = _game(task)
    states = [game.start(task["start"])]
    for turn in task["turns"]:
        states.append(game.play(states[-1], game.read_moves(states[-1], turn)))
    return WrittenGame(game, tuple(states), tuple(task["turns"]))


TASKS: dict[str, Callable[[Task], Iterator[Answer]]] = {
    each.__name__: each for each in (choose, consult, prepare, analyse, review, film)
}


def main() -> None:
    """Until the server is gone."""
    os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not come between the answers
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(tasks,), daemon=True).start()
    encode = msgspec.json.Encoder().encode
    while True:
        task = msgspec.json.decode(tasks.get())
        _stop.clear()
        end: Answer = {"done": True}
        try:
            for answer in TASKS[task["task"]](task):
                out.write(encode(answer) + b"\n")
                out.flush()
        except SteelyardError as error:
            end["error"] = str(error)
        out.write(encode(end) + b"\n")
        out.flush()


def _listen(tasks: queue.SimpleQueue[bytes]) -> None:
    """Tasks as they come; the end of input means that the server is gone, whatever we are busy with."""
    for line in sys.stdin.buffer:
        if line == STOP:
            _stop.set()
        else:
            tasks.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
