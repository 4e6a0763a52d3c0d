"""Jobs and analyses that others compute, without a cluster: who waits, who is told, what begins anew."""

from __future__ import annotations

import json
import queue
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, cast

import pytest
import sqlalchemy as sql

from steelyard import cli
from steelyard.arena.execution import node
from steelyard.arena.execution.connection import Cluster, ClusterLost, ClusterUnavailable, UnfitNodes
from steelyard.server.bots.job_kinds import BUILD
from steelyard.server.compute import relay
from steelyard.server.compute.pool import STOP
from steelyard.server.compute.relay import Relay
from steelyard.server.database.database import Database
from steelyard.server.jobs import cluster_worker, supervisor
from steelyard.server.jobs.cluster_worker import ClusterWorker
from steelyard.server.jobs.context import JobContext
from steelyard.server.jobs.queue import Queue
from steelyard.server.jobs.schema import jobs
from steelyard.server.settings import Settings
from tests.ray_cluster import free_port
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steelyard.server.jobs.queue import Job


class FakeCluster:
    """Room for four games under a clock."""

    def __init__(self) -> None:
        self.ray = SimpleNamespace(nodes=lambda: [{"Alive": True, "Resources": {"CPU": 8.0}}])

    def answers(self) -> bool:
        return True


FAKE = cast("Cluster", FakeCluster())


@pytest.fixture
def context(tmp_path: Path) -> Iterator[JobContext]:
    database = Database(f"sqlite:///{tmp_path}/tables.db")
    try:
        yield JobContext(database.engine, tmp_path, Queue(database.engine, "worker"))
    finally:
        database.close()


def rows(context: JobContext) -> list[tuple[str, int]]:
    with context.engine.connect() as connected:
        found = connected.execute(sql.select(jobs.c.state, jobs.c.attempts).order_by(jobs.c.number))
        return [(row.state, row.attempts) for row in found]


def test_as_many_jobs_are_under_way_as_the_cluster_has_room_for(context: JobContext) -> None:
    together = threading.Barrier(4)

    class Handler:
        def run(self, here: JobContext, job: Job) -> None:
            together.wait(TIMEOUT_S)  # until four are at it
            with here.engine.begin() as connected:
                here.queue.finish(connected, job, {})
            if job.number == 8:
                raise ClusterLost("enough")

        def give_up(self, _here: JobContext, _job: Job, why: str) -> None:
            raise AssertionError(why)

    for number in range(8):
        context.queue.add(BUILD, {"number": number}, 1)
    with pytest.raises(ClusterLost, match="enough"):
        ClusterWorker(context, {BUILD: Handler()}, look_s=0.01).work(FAKE)
    assert {state for state, _ in rows(context)} == {"done"}


def test_only_one_thread_looks_for_jobs_to_add() -> None:
    looking, most = list[int](), list[int]()

    def add(_context: Any) -> bool:
        looking.append(1)
        most.append(len(looking))
        threading.Event().wait(0.01)
        looking.pop()
        return True

    alone = cluster_worker._one_at_a_time(add)
    threads = [threading.Thread(target=alone, args=(None,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 4


@pytest.mark.parametrize("kind", [ClusterLost, ClusterUnavailable])
def test_jobs_of_a_cluster_that_is_lost_or_unfit_wait_and_nothing_is_counted(
    context: JobContext, kind: type[ClusterUnavailable]
) -> None:
    begun = threading.Barrier(3)

    class Handler:
        def run(self, here: JobContext, job: Job) -> None:
            begun.wait(TIMEOUT_S)
            if job.number == 1:
                raise kind("the cluster is gone")
            check = here.executor._check  # type: ignore[attr-defined]
            while True:  # as one that waits for a machine: it is told to stop
                check()

        def give_up(self, _here: JobContext, _job: Job, why: str) -> None:
            raise AssertionError(why)

    for number in range(3):
        context.queue.add(BUILD, {"number": number}, 1)
    with pytest.raises(kind, match="the cluster is gone"):
        ClusterWorker(context, {BUILD: Handler()}, most=3, look_s=0.01).work(FAKE)
    assert rows(context) == [("waiting", 0)] * 3


def test_a_cluster_is_lost_when_it_has_not_answered_for_a_while() -> None:
    now = [0.0]
    cluster = Cluster(None, f"127.0.0.1:{free_port()}", lambda: now[0])
    now[0] = 5.0
    assert not cluster.answers()
    now[0] = 5.5
    assert not cluster.answers(), "known without another look"
    now[0] = 24.0
    assert not cluster.answers(), "counted from the first look in vain, however long nobody had looked"
    now[0] = 26.0
    with pytest.raises(ClusterLost, match="does not answer any more"):
        cluster.answers()


def test_a_server_says_at_once_what_is_wrong_with_its_cluster(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["serve", "--data", str(tmp_path), "--ray"]
    assert cli.main([*words, f"127.0.0.1:{free_port()}"]) == 2
    assert "no Ray cluster can be reached at 127.0.0.1:" in capsys.readouterr().err
    assert cli.main([*words, "local"]) == 2
    assert "`ray start --head` starts one" in capsys.readouterr().err
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert cli.main([*words, "127.0.0.1:1"]) == 2
    assert "pip install 'steelyard[ray]'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_workers_for_a_cluster_are_one_process_each_and_know_where_remote_bots_find_the_server(
    tmp_path: Path,
) -> None:
    commands: list[list[str]] = []
    for public in ("", "https://play.example.org"):
        settings = Settings(
            "sqlite://",
            tmp_path,
            workers=5,
            ray="yard:6379",
            address="ws://127.0.0.1:8000",
            public_url=public,
        )
        assert supervisor.lanes(settings) == [("short", 0), ("long", 0)]
        commands.append(supervisor.command(settings, "short", 0))
    servers = [command[command.index("--server") + 1] for command in commands]
    assert servers == ["", "wss://play.example.org"], "this machine's own address is of no use elsewhere"
    assert all(command[-2:] == ["--ray", "yard:6379"] for command in commands)


# The relay: lines to a machine of the cluster, and back.
class Gone(Exception):
    """As Ray tells that an actor is lost."""


class FakeRay:
    """Actors are objects here."""

    exceptions: ClassVar[Any] = SimpleNamespace(RayError=Gone)

    def __init__(self, scripts: list[list[bytes | None]]) -> None:
        """What each actor in turn answers; None when it is lost."""
        self._scripts = iter(scripts)
        self.sent: list[list[bytes]] = []
        self.killed = 0
        self.ready = [node.Answer("done")] * len(scripts)
        """How each actor in turn is set up."""

    def nodes(self) -> list[dict[str, Any]]:
        return [{"NodeID": name, "Alive": True, "Resources": {"CPU": 1.0}} for name in ("north", "south")]

    def remote(self, **_: Any) -> Any:
        return lambda _kind: SimpleNamespace(options=lambda **_: SimpleNamespace(remote=self._made))

    def _made(self) -> Any:
        ready = self.ready.pop(0)
        if ready.how != "done":
            return SimpleNamespace(set_up=SimpleNamespace(remote=lambda _: lambda: ready))
        answers = iter(next(self._scripts))
        sent: list[bytes] = []
        self.sent.append(sent)

        def send(line: bytes) -> Any:
            sent.append(line)
            return lambda: None

        def read() -> Any:
            answer = next(answers)
            if answer is None:
                raise Gone
            return [answer]

        return SimpleNamespace(
            send=SimpleNamespace(remote=send),
            read=SimpleNamespace(remote=lambda: read),
            set_up=SimpleNamespace(remote=lambda _version: lambda: ready),
        )

    def wait(self, references: list[Any], timeout: float) -> tuple[list[Any], list[Any]]:
        assert timeout > 0
        return references, []

    def get(self, reference: Any) -> Any:
        return reference()

    def kill(self, _actor: Any) -> None:
        self.killed += 1


def connected(ray: FakeRay) -> Any:
    return SimpleNamespace(ray=ray, answers=lambda: True, unfit=UnfitNodes(), shutdown=lambda: None)


def relayed(
    scripts: list[list[bytes | None]],
    *unfit: node.Answer,
    stop: bool = False,
) -> tuple[FakeRay, list[dict[str, Any]]]:
    ray = FakeRay(scripts)
    ray.ready[:0] = unfit
    cluster = connected(ray)
    written: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    passing = Relay(lambda: cluster, written.put)
    if stop:
        passing.put(STOP)
    passing.do(b'{"task": "analyse"}\n')
    return ray, [json.loads(written.get()) for _ in range(written.qsize())]


RESULT, DONE = b'{"result": 1}\n', b'{"done": true}\n'


def test_a_task_and_its_answers_are_passed_on() -> None:
    ray, answers = relayed([[RESULT, DONE]], stop=True)
    assert answers == [{"result": 1}, {"done": True}]
    assert ray.sent == [[b'{"task": "analyse"}\n', STOP]]


def test_a_task_whose_machine_is_lost_is_sent_to_another() -> None:
    ray, answers = relayed([[RESULT, None], [RESULT, DONE]])
    assert answers == [{"result": 1}, {"result": 1}, {"done": True}]
    assert ray.sent == [[b'{"task": "analyse"}\n']] * 2


def test_a_task_that_loses_every_machine_ends_with_an_error() -> None:
    _, answers = relayed([[None]] * 3)
    assert answers == [{"done": True, "error": relay.UNREACHABLE}]


def test_a_machine_that_cannot_compute_for_us_is_left_out() -> None:
    north = node.Answer("unfit", why="north has another Steelyard", node="north")
    ray, answers = relayed([[RESULT, DONE]], north)
    assert answers == [{"result": 1}, {"done": True}]
    assert ray.killed == 1
    _, answers = relayed([], north, north._replace(node="south"))
    assert answers == [{"done": True, "error": relay.UNREACHABLE}]


def test_a_relay_that_nobody_asks_is_not_connected_to_a_cluster_that_may_be_lost() -> None:
    ray = FakeRay([[RESULT, DONE], [DONE]])
    used: list[Any] = []
    cluster = connected(ray)
    cluster.shutdown = used.clear

    def connect() -> Any:
        used.append(cluster)
        return cluster

    written: list[bytes] = []
    passing = Relay(connect, written.append)
    passing.put(b"{}\n")
    passing.do_next(TIMEOUT_S)
    assert used == [cluster], "others may ask soon"
    passing.do_next(0.0)
    assert used == []
    passing.do_next(0.0)  # and again
    passing.put(b"{}\n")
    passing.do_next(TIMEOUT_S)
    assert used == [cluster]
    assert written == [RESULT, DONE, DONE]


def test_a_cluster_that_is_lost_in_the_middle_of_a_task_is_left() -> None:
    def lose() -> bool:
        raise ClusterLost("gone")

    left: list[None] = []
    cluster = connected(FakeRay([[RESULT]]))
    cluster.answers, cluster.shutdown = lose, lambda: left.append(None)
    written: list[bytes] = []
    Relay(lambda: cluster, written.append).do(b"{}\n")
    assert [json.loads(line) for line in written] == [{"done": True, "error": relay.UNREACHABLE}]
    assert left == [None]


def test_without_a_cluster_whoever_asks_is_told() -> None:
    def refuse() -> Any:
        raise ClusterUnavailable("nobody there")

    written: list[bytes] = []
    Relay(refuse, written.append).do(b"{}\n")
    assert [json.loads(line) for line in written] == [{"done": True, "error": relay.UNREACHABLE}]


def test_a_machine_runs_a_compute_process_as_the_server_does(monkeypatch: pytest.MonkeyPatch) -> None:
    from steelyard import games
    from steelyard.arena.execution.node import own_version

    state = games.get("tank_war").write_state(games.get("tank_war").start())
    asked = {"task": "choose", "game": "tank_war", "options": {}, "state": state, "bot": "random"}
    there = relay.NodeProcess()
    assert there.set_up(own_version()).how == "done"
    try:
        there.send(json.dumps({**asked, "seat": 0, "seed": 1, "seconds": 1.0}).encode() + b"\n")
        lines: list[bytes] = []
        while not lines or not json.loads(lines[-1]).get("done"):
            lines += there.read()
        assert json.loads(lines[0])["move"] in {"LA", "LB", "LC", "RA", "RB", "RC"}
    finally:
        there.end()
    monkeypatch.setattr(node, "own_node", lambda: "here")
    refused = relay.NodeProcess().set_up("0.0.0")
    assert (refused.how, refused.node) == ("unfit", "here")
    assert "not 0.0.0; install the same" in refused.why
