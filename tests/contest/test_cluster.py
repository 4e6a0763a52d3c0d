"""Games on the machines of a cluster, without one: what is sent there, and what is done when one goes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from steelyard.arena.program import Program, find
from steelyard.arena.sandbox.process import Limits
from steelyard.contest.running import journal, ray_runner
from steelyard.contest.running.game_player import Conditions, Task
from steelyard.contest.running.ray_runner import RayMissing, RayWorkers
from tests.contest.bots import write_bot
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Reference = Callable[[], Any]

KEYS = ("ada", 1), ("bob", 1)


class Lost(Exception):
    """As Ray tells that a process or a machine is gone."""


class Cluster:
    """The part of Ray that we use, in this process: a game is played when its result is asked for."""

    exceptions: ClassVar[Any] = SimpleNamespace(RayError=Lost)

    def __init__(self, *cpus: float) -> None:
        self.machines = list(cpus)
        self.actors: list[Actor] = []
        self.lost = False
        self.is_shut_down = False

    def nodes(self) -> list[dict[str, Any]]:
        return [{"Alive": bool(cpus), "Resources": {"CPU": cpus}} for cpus in self.machines]

    def put(self, what: Any) -> Any:
        return what

    def remote(self, *, num_cpus: int, max_restarts: int) -> Callable[[Any], Any]:
        assert (num_cpus, max_restarts) == (1, 0)
        return lambda kind: SimpleNamespace(remote=lambda *given: self._made(kind, given))

    def _made(self, kind: Any, given: tuple[Any, ...]) -> Actor:
        self.actors.append(Actor(kind, given))
        return self.actors[-1]

    def wait(self, references: list[Any], num_returns: int) -> tuple[list[Any], list[Any]]:
        return references[:num_returns], references[num_returns:]

    def get(self, reference: Reference, timeout: float | None = None) -> Any:
        assert timeout in {None, 5}
        if self.lost:
            raise Lost
        return reference()

    def shutdown(self) -> None:
        self.is_shut_down = True


class Actor:
    """A thread instead of a process: the cores it keeps to are its own."""

    def __init__(self, kind: Any, given: tuple[Any, ...]) -> None:
        self._thread = ThreadPoolExecutor(1)
        self.object: Any = self._thread.submit(kind, *given).result(TIMEOUT_S)
        self.play = SimpleNamespace(remote=lambda task: partial(self._do, self.object.play, task))
        self.close = SimpleNamespace(remote=lambda: partial(self._do, self.object.close))

    def _do(self, method: Callable[..., Any], *given: Any) -> Any:
        return self._thread.submit(method, *given).result(TIMEOUT_S)


@pytest.fixture
def conditions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Conditions:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for name, _ in KEYS:
        write_bot(tmp_path / name)
    programs = {key: find(str(tmp_path / key[0]), "tank_war", []) for key in KEYS}
    return Conditions("tank_war", {}, "none", False, 0, 10_000, Limits(), False, programs)  # noqa: FBT003


def task(number: int) -> Task:
    return Task(f"groups/ada_v_bob/{number}", KEYS, "", number, 5)


def test_a_machine_plays_with_the_folders_it_was_sent(conditions: Conditions, tmp_path: Path) -> None:
    cluster = Cluster(1, 1)
    workers = RayWorkers(conditions, cluster)
    assert workers.size == 2
    for place in (0, 1):
        workers.give(place, task(place))
    assert workers.busy == {0, 1}
    for name, _ in KEYS:
        (tmp_path / name).rename(tmp_path / f"{name} gone")  # as on another machine
    told: list[Any] = [journal.decode(line) for _ in (0, 1) for _, line in workers.finished() if line]
    assert [one.id for one in told] == [task(0).id, task(1).id]
    assert workers.busy == set()
    assert [actor.object._player._worker for actor in cluster.actors] == [0, 1], (
        "two on one machine share no core"
    )
    workers.close()
    assert cluster.is_shut_down


def test_a_worker_whose_process_is_gone_gets_another_while_there_is_room(conditions: Conditions) -> None:
    cluster = Cluster(1)
    workers = RayWorkers(conditions, cluster)
    workers.give(0, task(0))
    cluster.lost = True
    assert workers.finished() == [(0, None)]
    assert workers.busy == set()
    cluster.lost = False
    workers.give(0, task(0))
    assert len(cluster.actors) == 2
    ((place, line),) = workers.finished()
    assert (place, line is not None) == (0, True)
    cluster.lost = True
    workers.close()
    for actor in cluster.actors:
        actor.close.remote()()


def test_a_place_whose_machine_is_gone_stays_empty_and_the_last_one_ends_the_contest(
    conditions: Conditions,
) -> None:
    cluster = Cluster(1)
    workers = RayWorkers(conditions, cluster)
    workers.give(0, task(0))
    cluster.lost, cluster.machines = True, [0]
    assert workers.finished() == [(0, None)]
    assert workers.busy == {0}, "nobody can play there any more"
    with pytest.raises(RayMissing, match="no machine of the cluster is left"):
        workers.finished()
    for actor in cluster.actors:
        actor.close.remote()()


def test_a_cluster_without_room_for_one_game_is_refused(conditions: Conditions) -> None:
    with pytest.raises(RayMissing, match="no machine of the cluster has 1 CPUs"):
        RayWorkers(conditions, Cluster(0.5))


def test_a_folder_for_all_users_that_somebody_else_laid_out_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    mine = ray_runner._own_folder("bots")
    assert ray_runner._own_folder("bots") == mine
    mine.rmdir()
    (tmp_path / "theirs").mkdir()
    mine.symlink_to(tmp_path / "theirs")
    with pytest.raises(RayMissing, match="belongs to another user; remove it"):
        ray_runner._own_folder("bots")


def test_our_own_bots_run_on_the_python_of_their_machine() -> None:
    import sys

    there = Program("random", "random", ("/elsewhere/python", "-m", "steelyard.bots"), trusted=True)
    assert ray_runner._our_python(there).run == (sys.executable, "-m", "steelyard.bots")
    theirs = Program("ada", "ada", ("./bot",))
    assert ray_runner._our_python(theirs) == theirs
