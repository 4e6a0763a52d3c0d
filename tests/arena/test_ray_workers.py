"""Work on the machines of a cluster, without one: what is sent there, and what is done when one goes."""

from __future__ import annotations

import errno
import re
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from steelyard.arena.execution import archives, build_work, connection, node, ray_tasks, ray_workers
from steelyard.arena.execution.build_work import BuildWork, CheckWork, StartWork, findings, read_name
from steelyard.arena.execution.connection import ClusterLost, ClusterUnavailable, UnfitNodes
from steelyard.arena.execution.executors import LocalExecutor, RayExecutor
from steelyard.arena.execution.ray_workers import RayWorkers
from steelyard.arena.program import Program, find
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.sandbox.process import Limits
from steelyard.arena.verdicts import BotFailure
from steelyard.contest.running import journal
from steelyard.contest.running.game_player import Conditions, Task
from steelyard.core.archive import InvalidArchive
from tests.contest.bots import conditions as conditions_for
from tests.contest.bots import task as task_of
from tests.contest.bots import write_bot
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from steelyard.arena.execution.work import Executor

    Reference = Callable[[], Any]

KEYS = ("ada", 1), ("bob", 1)


class Lost(Exception):
    """As Ray tells that a process or a machine is gone."""


class FakeRay:
    """The part of Ray that we use, in this process: a task is done when its result is asked for."""

    exceptions: ClassVar[Any] = SimpleNamespace(RayError=Lost)

    started: ClassVar[list[FakeRay]] = []

    def __init__(self, *cpus: float) -> None:
        self.started.append(self)
        self.machines = list(cpus)
        self.actors: list[Actor] = []
        self.lost = 0
        """So many of the next tasks are lost."""
        self.starts_lost = 0
        """So many of the next actors are lost before they are ready."""
        self.sent: list[Any] = []
        self.ray = self
        self.unfit = UnfitNodes()

    def answers(self) -> bool:
        return True

    def nodes(self) -> list[dict[str, Any]]:
        return [
            {"NodeID": f"node{number}", "Alive": bool(cpus), "Resources": {"CPU": cpus}}
            for number, cpus in enumerate(self.machines)
        ]

    def put(self, what: Any) -> Any:
        self.sent.append(what)
        return what

    def remote(
        self, *, num_cpus: int, max_restarts: int = 0, max_retries: int = 0, num_returns: Any = 1
    ) -> Callable[[Any], Any]:
        assert (num_cpus, max_restarts, max_retries) == (1, 0, 0)

        def started(kind: Any, node: int, given: tuple[Any, ...]) -> Any:
            if isinstance(kind, type):
                self.actors.append(Actor(kind, given, node))
                return self.actors[-1]
            made = partial(on_node, node, kind, *given)
            return made if num_returns == 1 else iter(Stream(made))

        def placed(kind: Any, label_selector: dict[str, str] | None = None) -> Any:
            """On the first machine that is not left out, as Ray would."""
            left_out = (label_selector or {}).get("ray.io/node-id", "")
            node = next(n for n in range(len(self.machines)) if f"node{n}" not in left_out)
            return SimpleNamespace(remote=lambda *given: started(kind, node, given))

        return lambda kind: SimpleNamespace(
            remote=placed(kind).remote, options=lambda **more: placed(kind, **more)
        )

    def wait(
        self, references: list[Any], timeout: float, num_returns: int = 1
    ) -> tuple[list[Any], list[Any]]:
        assert timeout > 0
        return references[:num_returns], references[num_returns:]

    def get(self, reference: Reference) -> Any:
        if self.lost and getattr(reference, "is_task", True):
            self.lost -= 1
            raise Lost("the machine is gone")
        if self.starts_lost and not getattr(reference, "is_task", True):
            self.starts_lost -= 1
            raise Lost("its process was killed")
        return reference()

    def kill(self, actor: Actor) -> None:
        actor.killed = True

    def end(self) -> None:
        """As when the processes of all actors end."""
        for actor in self.actors:
            if "object" in vars(actor):
                actor.close.remote()()
            actor.thread.shutdown()


HERE = threading.local()
"""The number of the machine that does what this thread does."""


def on_node(node: int, do: Callable[..., Any], *given: Any) -> Any:
    HERE.node = node
    return do(*given)


class Stream:
    """What a task yields, one reference after the other."""

    def __init__(self, make: Callable[[], Iterator[Any]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[Reference]:
        for each in self._make():
            yield partial(lambda found: found, each)


class Actor:
    """A thread instead of a process: the cores it keeps to are its own."""

    def __init__(self, kind: Any, given: tuple[Any, ...], node: int) -> None:
        self.killed = False
        self.node = node
        self.thread = ThreadPoolExecutor(1)
        self._make = partial(on_node, node, kind, *given)
        self.set_up = self._method("set_up", is_task=False)
        self.run = self._method("run")
        self.close = self._method("close", is_task=False)

    @cached_property
    def object(self) -> Any:
        return self.thread.submit(self._make).result(TIMEOUT_S)

    def _method(self, name: str, *, is_task: bool = True) -> Any:
        def remote(*given: Any) -> Reference:
            def get() -> Any:
                return self.thread.submit(getattr(self.object, name), *given).result(TIMEOUT_S)

            get.is_task = is_task  # type: ignore[attr-defined]
            return get

        return SimpleNamespace(remote=remote)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Other machines have this one's folder, and the object store is this process."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(node.SentBots, "parts", lambda self, digest: self.references[digest])
    monkeypatch.setattr(node, "own_node", lambda: f"node{HERE.node}")
    monkeypatch.setattr(ray_workers, "FAILED_S", 0.0)
    yield
    while FakeRay.started:
        FakeRay.started.pop().end()


@pytest.fixture
def conditions(tmp_path: Path) -> Conditions:
    for name, _ in KEYS:
        write_bot(tmp_path / name, f"# {name}")
    programs = {key: find(str(tmp_path / key[0]), "tank_war", []) for key in KEYS}
    return conditions_for(programs)


def task(number: int) -> Task:
    return task_of(f"groups/ada_v_bob/{number}", "ada", "bob", number)


def opened(work: Any, ray: FakeRay, **more: Any) -> RayWorkers:
    return RayWorkers(work, ray, **more)  # type: ignore[arg-type]


def test_a_machine_plays_with_the_folders_it_was_sent(conditions: Conditions, tmp_path: Path) -> None:
    ray = FakeRay(1, 1)
    workers = opened(conditions, ray)
    assert workers.size == 2
    for name, _ in KEYS:
        (tmp_path / name).rename(tmp_path / f"{name} gone")  # as on another machine
    for place in (0, 1):
        workers.give(place, task(place))
    assert workers.busy == {0, 1}
    told: list[Any] = []
    while workers.busy:
        told += [journal.decode(line) for _, line in workers.finished() if line]
    assert {one.id for one in told} == {task(0).id, task(1).id}
    for reference in workers._starting:
        assert ray.get(reference).how == "done", "the other would be ready now"
    slots = [actor.object._runner._worker for actor in ray.actors]
    assert slots == [0, 1], "two on one machine share no core"
    workers.close()
    assert all(actor.killed for actor in ray.actors)


def test_a_task_whose_machine_is_gone_is_done_on_another_and_nobody_notices(conditions: Conditions) -> None:
    ray = FakeRay(1)
    workers = opened(conditions, ray)
    workers.give(0, task(0))
    ray.lost = 2
    ((worker, line),) = workers.finished()
    assert (worker, line is not None) == (0, True)
    assert len(ray.actors) == 3
    workers.close()


def test_a_task_that_loses_every_machine_is_told_of(conditions: Conditions) -> None:
    ray = FakeRay(1)
    workers = opened(conditions, ray)
    workers.give(0, task(0))
    ray.lost = ray_tasks.MOST_LOSSES
    assert workers.finished() == [(0, None)]
    assert workers.busy == set()
    workers.close()


def test_tasks_of_a_machine_that_does_not_come_back_go_to_those_that_are_left(
    conditions: Conditions,
) -> None:
    ray = FakeRay(1, 1)
    workers = opened(conditions, ray)
    for place in (0, 1):
        workers.give(place, task(place))
    ray.lost, ray.machines = 1, [1]
    found = []
    while workers.busy:
        found += workers.finished()
    assert sorted(worker for worker, line in found if line) == [0, 1]
    assert len(ray.actors) == 2, "there was no room for a third"
    workers.close()


def test_without_a_machine_the_work_waits_and_in_the_end_says_so(
    conditions: Conditions, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = FakeRay(1)
    workers = opened(conditions, ray)
    workers.give(0, task(0))
    ray.lost, ray.machines = 1, []
    waited: list[None] = []

    def wait(_seconds: float) -> None:
        waited.append(None)
        if len(waited) == 3:
            ray.machines = [1]  # it is back

    monkeypatch.setattr("steelyard.arena.execution.ray_workers.time.sleep", wait)
    ((_, line),) = workers.finished()
    assert line is not None
    workers.give(0, task(0))
    ray.lost, ray.machines = 1, []
    monkeypatch.setattr(ray_workers, "PATIENCE_S", -1.0)
    with pytest.raises(ClusterLost, match="no machine of the cluster is left"):
        workers.finished()
    workers.close()


@pytest.fixture
def unfit(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """Machines that cannot isolate bots."""
    found: set[int] = set()
    check = node.NodeWorker._check

    def refuse(self: node.NodeWorker) -> None:
        check(self)
        if HERE.node in found:
            raise node.NodeUnfit(f"yard{HERE.node} cannot isolate bots")

    monkeypatch.setattr(node.NodeWorker, "_check", refuse)
    return found


def test_a_cluster_of_machines_that_cannot_do_the_work_says_why(
    conditions: Conditions, unfit: set[int], tmp_path: Path
) -> None:
    ray = FakeRay(1, 1)
    workers = opened(conditions, ray)
    unfit |= {0, 1}
    workers.give(0, task(0))
    with pytest.raises(ClusterUnavailable, match="yard0 cannot isolate bots"):
        workers.finished()
    workers.close()
    assert all(actor.killed for actor in ray.actors)
    with pytest.raises(ClusterUnavailable, match="yard0 cannot isolate bots"):
        opened(conditions, ray)
    write_bot(tmp_path / "cyd", build="true")
    again = RayExecutor(FakeRay(1, 1))  # type: ignore[arg-type]
    with pytest.raises(ClusterUnavailable, match="yard0 cannot isolate bots"):
        again.build(find(str(tmp_path / "cyd"), "tank_war", []), tmp_path / "built", isolated=False)


def test_a_machine_that_cannot_do_the_work_is_left_out_and_the_others_do_it(
    conditions: Conditions, unfit: set[int], tmp_path: Path
) -> None:
    ray = FakeRay(1, 1)
    workers = opened(conditions, ray)
    unfit |= {0}
    for place in (0, 1):
        workers.give(place, task(place))
    found = []
    while workers.busy:
        found += workers.finished()
    assert sorted(worker for worker, line in found if line) == [0, 1]
    assert [actor.node for actor in ray.actors if not actor.killed] == [1]
    workers.close()
    write_bot(tmp_path / "cyd", build="cp bot.py made.py")
    other = FakeRay(1, 1)
    RayExecutor(other).build(  # type: ignore[arg-type]
        find(str(tmp_path / "cyd"), "tank_war", []), tmp_path / "built", isolated=False
    )
    assert (tmp_path / "built" / "made.py").exists()
    assert list(other.unfit.known()) == ["node0"]


def test_a_machine_is_asked_again_after_a_while() -> None:
    now = [0.0]
    known = UnfitNodes(lambda: now[0])
    known.add("node0", "its disk is full")
    assert known.known() == {"node0": "its disk is full"}
    now[0] = connection.UNFIT_S
    assert known.known() == {}


@pytest.mark.parametrize(
    ("error", "whose"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "machine"),
        (MemoryError(), "machine"),
        (InvalidArchive("'../x' leads out of it"), "work"),
        (OSError(errno.ENAMETOOLONG, "File name too long"), "work"),
        (KeyError("anything"), "work"),
    ],
)
def test_work_that_cannot_be_set_up_fails_alone(
    conditions: Conditions, monkeypatch: pytest.MonkeyPatch, error: Exception, whose: str
) -> None:
    def fail(_self: Conditions) -> None:
        raise error

    ray = FakeRay(1)
    workers = opened(conditions, ray)
    with monkeypatch.context() as broken:
        broken.setattr(Conditions, "prepare", fail)
        workers.give(0, task(0))
        expected = PlatformFault if whose == "work" else ClusterUnavailable
        with pytest.raises(expected, match=re.escape(str(error) or type(error).__name__)):
            workers.finished()
    workers.close()
    assert all(actor.killed for actor in ray.actors)
    if whose == "work":  # of another job, on the same cluster
        another = opened(conditions, ray)
        another.give(0, task(0))
        ((_, line),) = another.finished()
        assert line is not None
        another.close()


def test_actors_that_a_dying_machine_takes_along_are_lost_to_one_task_each(conditions: Conditions) -> None:
    ray = FakeRay(1, 1, 1, 1)
    workers = opened(conditions, ray)
    for place in range(4):
        workers.give(place, task(place))
    ray.starts_lost = 4
    found = []
    while workers.busy:
        found += workers.finished()
    assert sorted(worker for worker, line in found if line) == [0, 1, 2, 3]
    workers.close()


def test_a_task_whose_processes_die_before_they_are_ready_is_told_of(conditions: Conditions) -> None:
    ray = FakeRay(1)
    workers = opened(conditions, ray)
    workers.give(0, task(0))
    ray.starts_lost = ray_tasks.MOST_LOSSES
    assert workers.finished() == [(0, None)]
    workers.close()


def test_a_cluster_without_room_for_one_game_is_refused_and_room_is_left_to_others(
    conditions: Conditions,
) -> None:
    with pytest.raises(ClusterUnavailable, match="no machine of the cluster has 1 CPU "):
        opened(conditions, FakeRay(0.5))
    assert [opened(conditions, FakeRay(*[1] * n), spare=1).size for n in (1, 2, 3)] == [1, 1, 2]


def test_whoever_waits_can_be_stopped(conditions: Conditions) -> None:
    class Stop(BaseException):
        pass

    def stop() -> None:
        raise Stop

    workers = opened(conditions, FakeRay(1), check=stop)
    workers.give(0, task(0))
    with pytest.raises(Stop):
        workers.finished()
    workers.close()


NOTHING = node.SentBots({}, {})


def test_another_version_of_steelyard_is_refused(conditions: Conditions) -> None:
    with pytest.raises(node.NodeUnfit, match=r"not 0\.0\.0; install the same"):
        node.NodeWorker("0.0.0", conditions, NOTHING)._set_up()


def test_no_sandbox_no_bots(conditions: Conditions, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    monkeypatch.setattr("steelyard.arena.execution.node.process.available", lambda: "there is no bubblewrap")
    with pytest.raises(node.NodeUnfit, match="cannot isolate bots: there is no bubblewrap"):
        node.NodeWorker(node.own_version(), replace(conditions, isolated=True), NOTHING)._set_up()


def test_our_own_bots_run_on_the_python_of_their_machine() -> None:
    there = Program("random", "random", ("/elsewhere/python", "-m", "steelyard.bots"), trusted=True)
    assert node._placed(there, None).run == (sys.executable, "-m", "steelyard.bots")
    theirs = Program("ada", "ada", ("./bot",))
    assert node._placed(theirs, None) == theirs


# Single tasks: builds, checks, first starts.
@pytest.fixture(params=["here", "on a cluster"])
def executor(request: pytest.FixtureRequest) -> Any:
    return LocalExecutor() if request.param == "here" else RayExecutor(FakeRay(1))  # type: ignore[arg-type]


def test_a_bot_is_built_wherever_that_is_and_comes_back(tmp_path: Path, executor: Any) -> None:
    write_bot(tmp_path / "ada", build="sh -c 'echo said; cp bot.py made.py; chmod +x made.py'")
    log = executor.build(find(str(tmp_path / "ada"), "tank_war", []), tmp_path / "built", isolated=False)
    assert log == "said\n"
    assert (tmp_path / "built" / "made.py").read_bytes() == (tmp_path / "ada" / "bot.py").read_bytes()
    assert (tmp_path / "built" / "made.py").stat().st_mode & 0o111


def test_a_build_that_fails_tells_everything_it_would_tell_here(tmp_path: Path) -> None:
    write_bot(tmp_path / "ada", build="sh -c 'echo main.c:1: error: no; exit 3'")
    program = find(str(tmp_path / "ada"), "tank_war", [])
    told = []
    places: list[Executor] = [LocalExecutor(), RayExecutor(FakeRay(1))]  # type: ignore[arg-type]
    for number, where in enumerate(places):
        with pytest.raises(BotFailure) as failed:
            where.build(program, tmp_path / f"built-{number}", isolated=False)
        failure = failed.value
        told.append((failure.fault, failure.detail, failure.line, failure.log, failure.whole_log))
    assert told[0] == told[1]
    assert "main.c:1: error: no" in told[0][1]


def test_a_built_folder_that_changed_on_its_way_is_the_machines_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bot(tmp_path / "ada", build="true")
    monkeypatch.setattr(
        build_work, "pack", lambda folder, put: archives.pack(folder, put).replace("a", "b").replace("0", "1")
    )
    with pytest.raises(PlatformFault, match="did not arrive"):
        RayExecutor(FakeRay(1)).build(  # type: ignore[arg-type]
            find(str(tmp_path / "ada"), "tank_war", []), tmp_path / "built", isolated=False
        )
    assert not (tmp_path / "built").exists()


def test_what_a_build_leaves_arrives_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (archives, build_work):
        monkeypatch.setattr(module, "PART", 4096)
    write_bot(tmp_path / "ada", build="sh -c 'seq 20000 > numbers'")
    program = find(str(tmp_path / "ada"), "tank_war", [])
    ray = FakeRay(1)
    RayExecutor(ray).build(program, tmp_path / "built", isolated=False)  # type: ignore[arg-type]
    assert (tmp_path / "built" / "numbers").read_text().split() == [str(n) for n in range(1, 20001)]
    ray.lost = 2  # under way
    RayExecutor(ray).build(program, tmp_path / "again", isolated=False)  # type: ignore[arg-type]
    assert (tmp_path / "again" / "numbers").read_bytes() == (tmp_path / "built" / "numbers").read_bytes()


def test_checks_go_on_where_a_lost_machine_left_off(tmp_path: Path) -> None:
    write_bot(tmp_path / "ada")
    work = CheckWork(find(str(tmp_path / "ada"), "tank_war", []), False, "tank_war", "none")  # noqa: FBT003
    ray = FakeRay(1)
    found = []
    for finding in findings(RayExecutor(ray).open(work), first=2):  # type: ignore[arg-type]
        found.append(finding.number)
        ray.lost = finding.number == 4
    assert found == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert len(ray.actors) == 2


def test_a_bot_says_its_name_or_why_it_does_not_start(tmp_path: Path, executor: Any) -> None:
    write_bot(tmp_path / "ada")
    write_bot(tmp_path / "bob", "sys.exit(3)")
    for name, starts in (("ada", True), ("bob", False)):
        program = find(str(tmp_path / name), "tank_war", [])
        result = executor.run(StartWork(program, False, "tank_war", Limits(), 10_000), None)  # noqa: FBT003
        if starts:
            assert read_name(result) == ""
        else:
            with pytest.raises(BotFailure, match="failed_to_start"):
                read_name(result)


def test_a_single_task_is_done_again_a_few_times(tmp_path: Path) -> None:
    write_bot(tmp_path / "ada", build="true")
    ray = FakeRay(1)
    ray.lost = ray_tasks.MOST_LOSSES - 1
    where = RayExecutor(ray)  # type: ignore[arg-type]
    work = BuildWork(find(str(tmp_path / "ada"), "tank_war", []), False)  # noqa: FBT003
    assert where.run(work, None)
    ray.lost = ray_tasks.MOST_LOSSES
    with pytest.raises(PlatformFault, match="could not do the work: the machine is gone"):
        where.run(work, None)


def test_an_error_of_the_work_without_words_is_reported_by_its_kind() -> None:
    def step() -> None:
        raise EOFError

    assert node.attempt(step) == node.Answer("failed", why="EOFError")
