"""`steelyard train`: train the network of a game's bot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.cli.progress import Bar
from steelyard.cli.terminal import show, show_json
from steelyard.core.errors import InvalidOption

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

MINUTES = 10.0


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "Needs the extra `train`. The folder has settings.json, curve.jsonl, weights.npz, and\n"
        "checkpoint.npz to resume a run that was stopped.\n"
        "example: steelyard train tank_duel --into duel-run --minutes 30 --set hidden=64"
    )
    parser.add_argument("game", metavar="GAME", help="the game to be learnt")
    parser.add_argument("--into", type=Path, metavar="DIR", help="the run's folder (default: GAME-training)")
    parser.add_argument("--seed", type=int, metavar="S", help="of all random numbers (default: 1)")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=float, metavar="M", help=f"how long (default: {MINUTES:g})")
    length.add_argument("--steps", type=int, metavar="N", help="how many steps, with those of earlier starts")
    parser.add_argument("--resume", action="store_true", help="go on with the run in the folder")
    parser.add_argument(
        "--device", choices=("auto", "cpu", "gpu"), default="auto", help="auto: a GPU if there is one"
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of the game's training"
    )
    parser.add_argument("--json", action="store_true", help="print every line of the curve as a JSON object")


def run(arguments: Namespace) -> int:
    from steelyard.training import run as runs  # noqa: PLC0415 - needs NumPy

    folder = arguments.into or Path(f"{arguments.game}-training")
    bar = Bar()

    def report(entry: dict[str, Any]) -> None:
        bar.clear()
        if arguments.json:
            show_json(entry)
        else:
            show("  ".join(f"{name} {_short(value)}" for name, value in entry.items()))

    with runs.on_device(arguments.device):
        plan = _plan(arguments, folder)
        seconds = None if arguments.steps else 60 * (arguments.minutes or MINUTES)
        limit = runs.Limit(arguments.steps, seconds)
        try:
            runs.run(plan, folder, limit, resume=arguments.resume, progress=bar, report=report)
        except KeyboardInterrupt:
            bar.clear()
            if (folder / runs.CHECKPOINT).exists():
                again = f"steelyard train {arguments.game} --into {folder} --resume"
                show(f"stopped; {again} goes on", error=True)
            raise
    bar.clear()
    if not arguments.json:
        show(f"weights, curve, settings and checkpoint are in {folder}")
    return 0


def _plan(arguments: Namespace, folder: Path) -> Any:
    from steelyard.training import run as runs  # noqa: PLC0415 - as above

    if arguments.resume:
        if arguments.set or arguments.seed is not None:
            raise InvalidOption("a resumed run keeps its settings and seed; leave out --set and --seed")
        return runs.stored_plan(folder, arguments.game)
    seed = 1 if arguments.seed is None else arguments.seed
    return runs.new_plan(arguments.game, seed, dict(_setting(text) for text in arguments.set))


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise InvalidOption(f"{text!r} is not NAME=VALUE")
    return name, value


def _short(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.4g}"
