"""A process that thinks: `python -m steelyard.server.worker` reads one task a line and answers in lines.

Bots, analyses and films run here, never in the server, which would stand still meanwhile. The last line of an
answer has `done`; lines before it tell of progress. When the server goes, so does this process.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec

from steelyard import bots, games
from steelyard.core.errors import SteelyardError
from steelyard.core.game import SEATS
from steelyard.core.notation import WrittenGame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.core.game import Game

Answer = dict[str, Any]
MOST_FRAMES = 400  # of a film; a longer game is shown in longer steps


def choose(task: dict[str, Any]) -> Iterator[Answer]:
    """A bot's move."""
    game = _game(task)
    began = time.perf_counter()
    bot = bots.get(game, task["bot"], task["seed"])
    move = bot.choose(game.read_state(task["state"]), SEATS[task["seat"]], task["seconds"])
    yield {"move": game.write_move(move), "thought_ms": 1000 * (time.perf_counter() - began)}


def prepare(task: dict[str, Any]) -> Iterator[Answer]:
    """Whatever a bot needs before its first move: compiled kernels, a solved game."""
    yield from _with_progress(lambda tell: bots.prepare(_game(task), task["bot"], tell))
    yield {}


def _game(task: dict[str, Any]) -> Game[Any]:
    return games.get(task["game"], **task["options"])


def _with_progress(work: Callable[[Callable[[str, float], None]], None]) -> Iterator[Answer]:
    """Run `work` in a thread and pass on what it says of its progress, a few times a second."""
    told: queue.SimpleQueue[Answer | BaseException | None] = queue.SimpleQueue()

    def run() -> None:
        try:
            work(lambda doing, share: told.put({"progress": {"doing": doing, "share": share}}))
        except BaseException as error:  # noqa: BLE001 - raised again by whoever waits
            told.put(error)
        told.put(None)

    threading.Thread(target=run, daemon=True).start()
    last = 0.0
    while (answer := told.get()) is not None:
        if isinstance(answer, BaseException):
            raise answer
        if time.monotonic() - last > 0.3:
            last = time.monotonic()
            yield answer


def film(task: dict[str, Any]) -> Iterator[Answer]:
    """A game as a GIF, in a file whose name is the answer."""
    from steelyard.arena.film import gif  # noqa: PLC0415 - needs an image library

    game = _game(task)
    played = _replayed(game, task)
    step = -(-len(played.states) // MOST_FRAMES)
    chosen = [*played.states[:-1:step], played.states[-1]]
    with TemporaryDirectory() as folder:
        file = Path(folder, "game.gif")
        gif((game.to_svg(state) for state in chosen), file)
        yield {"bytes": file.read_bytes()}


def _replayed(game: Game[Any], task: dict[str, Any]) -> WrittenGame:
    states = [game.start(task["start"])]
    for turn in task["turns"]:
        states.append(game.play(states[-1], game.read_moves(states[-1], turn)))
    return WrittenGame(game, tuple(states), tuple(task["turns"]))


TASKS: dict[str, Callable[[dict[str, Any]], Iterator[Answer]]] = {
    "choose": choose,
    "prepare": prepare,
    "film": film,
}


def main() -> int:
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not come between the answers
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(tasks,), daemon=True).start()
    encode = msgspec.json.Encoder().encode
    while True:
        task = msgspec.json.decode(tasks.get())
        try:
            for answer in TASKS[task["task"]](task):
                out.write(encode(answer) + b"\n")
                out.flush()
            answer = {"done": True}
        except SteelyardError as error:
            answer = {"done": True, "error": str(error)}
        out.write(encode(answer) + b"\n")
        out.flush()


def _listen(tasks: queue.SimpleQueue[bytes]) -> None:
    """Tasks as they come; the end of input means that the server is gone, whatever we are busy with."""
    for line in sys.stdin.buffer:
        tasks.put(line)
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
