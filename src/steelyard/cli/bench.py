"""`steelyard bench`: measure how fast this machine plays, in absolute numbers and in ratios."""

from __future__ import annotations

import importlib.util
import platform
import subprocess
import sys
import time
from random import Random
from typing import TYPE_CHECKING, Any

from steelyard import bots, games
from steelyard.cli.arguments import check_seconds
from steelyard.cli.terminal import show, show_json
from steelyard.core.random_games import random_game

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator

    from steelyard.core.game import Game

ENVS = "envs"  # instead of a game
SECONDS = 0.5
TIMES = 3  # the best of these counts, since other work on the machine can only slow it down

SEARCHES = {"tank_duel": ("mcts", 20_000, "simulations/s"), "tank_battle": ("alphabeta", 100_000, "nodes/s")}


def configure(parser: ArgumentParser) -> None:
    parser.epilog = "example: steelyard bench tank_war --json; steelyard bench envs"
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="only this game; or envs: the environments and others like them",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--seconds",
        type=float,
        default=SECONDS,
        metavar="S",
        help=f"how long one measurement takes (default: {SECONDS})",
    )


def run(arguments: Namespace) -> int:
    check_seconds(arguments.seconds)
    figures = {"machine": f"{platform.machine()}, Python {platform.python_version()}"}
    rows: dict[str, float] = {}
    for name, value, unit in _chosen_figures(arguments.game, arguments.seconds):
        rows[name] = value
        if not arguments.json:
            show(f"{name:58} {_short(value):>9} {unit}")
    if arguments.json:
        show_json({**figures, **rows}, indent=2)
    return 0


def _chosen_figures(chosen: str | None, seconds: float) -> Iterator[tuple[str, float, str]]:
    if chosen != ENVS:
        return _figures([games.game_class(chosen).id] if chosen else games.names(), seconds)

    from steelyard.cli import bench_envs  # noqa: PLC0415 - only when asked

    return bench_envs.figures(seconds)


def _figures(chosen: list[str], seconds: float) -> Iterator[tuple[str, float, str]]:
    for name in chosen:
        game = games.get(name)
        plain = rate(lambda: _plain_turns(game), seconds)  # noqa: B023 - called at once
        yield f"{name}: rules in plain Python, random play", plain, "turns/s"
        if game.kernel is None:
            continue
        yield from _kernel_figures(game, plain, seconds)
    yield from _peer_figures(chosen, seconds)
    if "tank_war" in chosen:
        from steelyard.cli import bench_arena  # noqa: PLC0415 - only when asked

        yield from bench_arena.figures(seconds)
    yield "steelyard --help", _help_seconds(), "s"


def _kernel_figures(game: Game[Any], plain: float, seconds: float) -> Iterator[tuple[str, float, str]]:
    compiled = kernel_rate(game, seconds)
    yield f"{game.id}: kernel, random play, one core", compiled, "turns/s"
    yield f"{game.id}: kernel over plain Python", compiled / plain, "x"
    yield f"{game.id}: kernel, perft from the start, one core", perft_rate(game, seconds), "nodes/s"
    if game.id in SEARCHES:
        bot, effort, unit = SEARCHES[game.id]
        yield f"{game.id}: {bot} from the start, one core", search_rate(game, bot, effort, seconds), unit


def search_rate(game: Game[Any], bot: str, effort: int, seconds: float = SECONDS) -> float:
    """Simulations or nodes per second of a built-in search."""
    state = game.start()
    player = bots.get(game, f"{bot}:{effort}", seed=1)

    def search() -> int:
        player.choose(state, game.to_move(state)[0])
        return effort

    return rate(search, seconds)


def rate(work: Callable[[], int], seconds: float = SECONDS) -> float:
    """Units of work per second; `work` returns how many units one call did."""
    work()
    return max(_one_rate(work, seconds) for _ in range(TIMES))


def _one_rate(work: Callable[[], int], seconds: float) -> float:
    done, begin = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begin) < seconds or not done:
        done += work()
    return done / elapsed


def _plain_turns(game: Game[Any]) -> int:
    return sum(1 for _ in random_game(game, Random(1))) - 1


def kernel_rate(game: Game[Any], seconds: float = SECONDS) -> float:
    kernel = game.kernel
    if kernel is None:
        return 0.0
    start = kernel.encode(game.start())
    return rate(lambda: int(kernel.playouts(start, 5_000, 1)[3]), seconds)


def perft_rate(game: Game[Any], seconds: float = SECONDS) -> float:
    """Leaves per second, at a depth with enough work to measure."""
    kernel = game.kernel
    if kernel is None:
        return 0.0
    start = kernel.encode(game.start())
    depth = next(turns for turns in range(1, 10) if kernel.perft(start, turns) > 1_000_000)
    return rate(lambda: int(kernel.perft(start, depth)), seconds)


def _peer_figures(chosen: list[str], seconds: float) -> Iterator[tuple[str, float, str]]:
    if "tank_war" not in chosen or importlib.util.find_spec("pyspiel") is None:
        return
    peer = rate(open_spiel_rounds, seconds)
    yield "OpenSpiel oshi_zumo, Python loop, random play", peer, "turns/s"
    yield (
        "tank_war: kernel over OpenSpiel's Python loop",
        kernel_rate(games.get("tank_war"), seconds) / peer,
        "x",
    )


def open_spiel_rounds() -> int:
    """Play one random game of oshi_zumo, which has simultaneous moves like Tank War, from Python."""
    import pyspiel  # noqa: PLC0415 - an extra

    rng = Random(1)
    state, rounds = pyspiel.load_game("oshi_zumo").new_initial_state(), 0
    while not state.is_terminal():
        state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in (0, 1)])
        rounds += 1
    return rounds


def _help_seconds() -> float:
    command = [sys.executable, "-m", "steelyard", "--help"]

    def once() -> float:
        begin = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - ourselves
        return time.perf_counter() - begin

    return min(once() for _ in range(5))


def _short(value: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.1f}{letter}"
    return f"{value:.2f}"
