"""A run: steps until the limit, with checkpoints, a curve and the weights in a folder."""

from __future__ import annotations

import contextlib
import json
import platform
import time
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from steelyard import training
from steelyard.core import files
from steelyard.core.errors import InvalidOption, SteelyardError
from steelyard.training import checkpoint as checkpoints
from steelyard.training.checkpoint import Checkpoint
from steelyard.training.curve import Curve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from steelyard.training.trainer import Arrays, Progress, Trainer

SETTINGS, CHECKPOINT, CURVE, WEIGHTS, DATA = (
    "settings.json", "checkpoint.npz", "curve.jsonl", "weights.npz", "data",
)  # fmt: skip
CHECKPOINT_S = 60.0
LINE_S = 2.0  # between two lines of the curve, unless one has an evaluation
DEVICES = ("auto", "cpu", "gpu")
LIBRARIES = ("jax", "numpy", "numba")


class Limit(NamedTuple):
    """When a run stops, whichever comes first; steps and seconds of earlier starts count."""

    steps: int | None = None
    seconds: float | None = None

    def share(self, steps: int, seconds: float) -> float:
        """How much of the run is done, from 0; 1 or more: it stops."""
        shares = [
            done / most for done, most in ((steps, self.steps), (seconds, self.seconds)) if most is not None
        ]
        return max(shares, default=0.0)


class Plan(NamedTuple):
    game: str
    settings: Any
    seed: int


def new_plan(game: str, seed: int, chosen: dict[str, str]) -> Plan:
    """Settings by name and text; all others have their defaults."""
    return Plan(game, read_settings(training.settings_of(game), chosen), seed)


def stored_plan(folder: Path, game: str) -> Plan:
    """The plan of a run that was begun in the folder."""
    file = folder / SETTINGS
    if not file.exists():
        raise SteelyardError(f"{folder} has no {SETTINGS}: no run was begun there")
    stored = json.loads(file.read_bytes())
    if stored["game"] != game:
        raise SteelyardError(f"{folder} has a run of {stored['game']}, not of {game}")
    return Plan(game, msgspec.convert(stored["settings"], training.settings_of(game)), stored["seed"])


def read_settings(kind: type[Any], chosen: dict[str, str]) -> Any:
    known = {field.name for field in msgspec.structs.fields(kind)}
    for name in chosen:
        if name not in known:
            raise InvalidOption(f"there is no setting {name!r}; there are {', '.join(sorted(known))}")
    try:
        return msgspec.convert(chosen, kind, strict=False)  # numbers are given as texts
    except msgspec.ValidationError as error:
        raise InvalidOption(f"settings: {error}") from None


def run(  # noqa: PLR0913 - each is a choice of its own
    plan: Plan,
    folder: Path,
    limit: Limit,
    *,
    resume: bool = False,
    progress: Progress,
    report: Callable[[dict[str, Any]], None] = lambda _entry: None,
    clock: Callable[[], float] = time.monotonic,
) -> Checkpoint:
    """Train until the limit; `report` gets every line of the curve."""
    trainer = training.make_trainer(*plan)
    files.make_folder(folder)
    if not resume and (folder / CHECKPOINT).exists():
        raise SteelyardError(f"{folder} has a run already; --resume goes on with it")
    trainer.prepare(folder / DATA, progress)
    begun = checkpoints.load(folder / CHECKPOINT) if resume else Checkpoint(trainer.start(), 0, 0.0)
    files.write(folder / SETTINGS, json.dumps(_about(plan, trainer), indent=2) + "\n")
    curve = Curve(folder / CURVE, begun.steps)

    def write(entry: dict[str, Any]) -> None:
        curve.add(entry)
        report(entry)

    done = begun
    try:
        for done, due in _steps(trainer, begun, limit, write, progress, clock):
            if due:
                _save(folder, trainer, done)
    except KeyboardInterrupt:
        _save(folder, trainer, done)
        raise
    return done


def _steps(  # noqa: PLR0913, PLR0917 - as above
    trainer: Trainer,
    begun: Checkpoint,
    limit: Limit,
    write: Callable[[dict[str, Any]], None],
    progress: Progress,
    clock: Callable[[], float],
) -> Iterator[tuple[Checkpoint, bool]]:
    """Every step's checkpoint, and whether it is to be saved."""
    arrays, steps, before = begun
    start = saved = clock()
    written = -LINE_S
    while (share := limit.share(steps, before + clock() - start)) < 1:
        progress(f"step {steps:,}", share)
        arrays, figures = trainer.step(arrays, steps)
        steps += 1
        numbers = {name: float(figure) for name, figure in figures.items()}  # waits for the device
        seconds = before + clock() - start
        over = limit.share(steps, seconds) >= 1
        evaluated = bool(trainer.evaluate_every) and (steps % trainer.evaluate_every == 0 or over)
        if evaluated:
            numbers |= {name: float(figure) for name, figure in trainer.evaluate(arrays).items()}
        if evaluated or over or seconds - written >= LINE_S:
            write({"step": steps, "seconds": seconds, **numbers})
            written = seconds
        due = over or clock() - saved >= CHECKPOINT_S
        if due:
            saved = clock()
        yield Checkpoint(arrays, steps, before + clock() - start), due


def _save(folder: Path, trainer: Trainer, done: Checkpoint) -> None:
    checkpoints.save(folder / CHECKPOINT, done)
    files.write(folder / WEIGHTS, trainer.weights(done.arrays))


def _about(plan: Plan, trainer: Trainer) -> dict[str, Any]:
    return {
        "game": plan.game,
        "trains": trainer.summary,
        "seed": plan.seed,
        "settings": msgspec.to_builtins(plan.settings),
        "data": trainer.data(),
        "versions": {"python": platform.python_version(), **_versions()},
        "device": device_name(),
    }


def _versions() -> dict[str, str]:
    found = {}
    for library in (*LIBRARIES, "steelyard"):
        with contextlib.suppress(PackageNotFoundError):
            found[library] = version(library)
    return found


def device_name() -> str:
    import jax  # noqa: PLC0415 - an extra

    device = getattr(jax.config, "jax_default_device", None) or jax.devices()[0]
    return str(getattr(device, "device_kind", device))


@contextlib.contextmanager
def on_device(wanted: str) -> Iterator[None]:
    """Train there: `auto` is a GPU if there is one."""
    try:
        import jax  # noqa: PLC0415 - an extra
    except ImportError:
        raise SteelyardError("training needs JAX; pip install 'steelyard[train]' adds it") from None
    if wanted == "auto":
        yield
        return
    try:
        device = jax.devices(wanted)[0]
    except RuntimeError:
        raise SteelyardError(f"JAX finds no {wanted} here; --device cpu needs none") from None
    with jax.default_device(device):
        yield


def same(one: Arrays, two: Arrays) -> bool:
    """Whether two runs have come to the same arrays, bit by bit."""
    return one.keys() == two.keys() and all(
        np.array_equal(np.asarray(array), np.asarray(two[name])) for name, array in one.items()
    )
